// explainee/cohort/chunk.h: people who were served together, as bytes and back; nothing is believed of bytes.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explainee/cohort/serve/served.h"

namespace explainee::cohort {

using Digest = std::array<unsigned char, 32>;

/// Most people of one chunk.
inline constexpr std::size_t kMostPeople = 4096;
/// Most bytes of one; what is larger is damage.
inline constexpr std::size_t kMostChunkBytes = std::size_t{1} << 28;

/// People who were served together.
struct Chunk {
  Digest people{};  ///< of what the list says about them
  std::vector<std::string> names;
  std::vector<Served> served;
  std::vector<std::string> facts = {};  ///< names: Served::facts are places in here; empty where they are candidates
};

/// What answers of one run can hold.
struct ChunkLimits {
  int candidates = 0;
  int sparsity = 0;    ///< most facts of one person
  bool named = false;  ///< facts are no candidates: chunks name them, and each has a shape
};

[[nodiscard]] std::string bytes_of(const Chunk& chunk);

/// None unless the bytes are just what bytes_of() makes of a chunk within the limits: every count, index, status and
/// figure is one that can be. Takes no more memory than a few times the bytes.
[[nodiscard]] std::optional<Chunk> chunk_of(std::string_view bytes, const ChunkLimits& limits);

}  // namespace explainee::cohort
