#include "explainee/base/sha256.h"

#include <fmt/format.h>
#include <sodium.h>

namespace explainee::base {

std::array<unsigned char, 32> sha256(std::string_view bytes) {
  std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
  crypto_hash_sha256(hash.data(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  return hash;
}

std::string sha256_hex(std::string_view bytes) {
  std::string text;
  for (const unsigned char byte : sha256(bytes)) text += fmt::format("{:02x}", byte);
  return text;
}

}  // namespace explainee::base
