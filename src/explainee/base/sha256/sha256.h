// explainee/base/sha256/sha256.h: SHA-256 of bytes, in hexadecimal or raw.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace explainee::base {

/// The 32 bytes of the hash.
[[nodiscard]] std::array<unsigned char, 32> sha256(std::string_view bytes);

/// The hash as 64 hexadecimal digits.
[[nodiscard]] std::string sha256_hex(std::string_view bytes);
[[nodiscard]] std::string sha256_hex(const std::array<unsigned char, 32>& hash);

/// The hash of bytes that come in parts.
class Sha256 {
 public:
  Sha256();
  void add(std::string_view bytes);
  /// Of all that was added so far; more may follow.
  [[nodiscard]] std::array<unsigned char, 32> hash() const;

 private:
  alignas(8) std::array<unsigned char, 128> state_{};
};

}  // namespace explainee::base
