// explainee/base/sha256.h: SHA-256 of bytes, in hexadecimal or raw.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace explainee::base {

/// The 32 bytes of the hash.
[[nodiscard]] std::array<unsigned char, 32> sha256(std::string_view bytes);

/// The hash as 64 hexadecimal digits.
[[nodiscard]] std::string sha256_hex(std::string_view bytes);

}  // namespace explainee::base
