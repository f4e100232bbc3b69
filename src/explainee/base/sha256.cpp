#include "explainee/base/sha256.h"

#include <fmt/format.h>
#include <sodium.h>

#include <cstring>

namespace explainee::base {
namespace {

using State = crypto_hash_sha256_state;

}  // namespace

std::array<unsigned char, 32> sha256(std::string_view bytes) {
  std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
  crypto_hash_sha256(hash.data(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  return hash;
}

std::string sha256_hex(std::string_view bytes) { return sha256_hex(sha256(bytes)); }

std::string sha256_hex(const std::array<unsigned char, 32>& hash) {
  std::string text;
  for (const unsigned char byte : hash) text += fmt::format("{:02x}", byte);
  return text;
}

Sha256::Sha256() {
  static_assert(sizeof(State) <= sizeof(state_) && alignof(State) <= 8);
  State state;
  crypto_hash_sha256_init(&state);
  std::memcpy(state_.data(), &state, sizeof state);
}

void Sha256::add(std::string_view bytes) {
  State state;
  std::memcpy(&state, state_.data(), sizeof state);
  crypto_hash_sha256_update(&state, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  std::memcpy(state_.data(), &state, sizeof state);
}

std::array<unsigned char, 32> Sha256::hash() const {
  State state;
  std::memcpy(&state, state_.data(), sizeof state);
  std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
  crypto_hash_sha256_final(&state, hash.data());
  return hash;
}

}  // namespace explainee::base
