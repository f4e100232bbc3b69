// explainee/base/sha256/sha256_blocks.h: whole blocks of SHA-256 by the processor's own instructions, where it has
// them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace explainee::base {

/// Takes `count` blocks of 64 bytes into the eight words of the state (FIPS 180-4 §6.2). False, with nothing done,
/// where the processor has no such instructions.
[[nodiscard]] bool add_sha256_blocks(std::uint32_t* state, const unsigned char* bytes, std::size_t count);

}  // namespace explainee::base
