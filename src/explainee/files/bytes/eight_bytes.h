// explainee/files/bytes/eight_bytes.h: eight bytes of a text looked at as one number.
#pragma once

#include <cstdint>

namespace explainee::files {

/// The lowest bit of each byte; less this, a byte that was zero has its highest bit set.
inline constexpr std::uint64_t kOnes = 0x0101010101010101u;
/// The highest bit of each byte.
inline constexpr std::uint64_t kHighs = 0x8080808080808080u;

}  // namespace explainee::files
