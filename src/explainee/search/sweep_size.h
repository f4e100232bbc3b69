// explainee/search/sweep_size.h: for tests only: how large sweeps are: EXPLAINEE_TEST_SCALE multiplies their size.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace explainee::search::brute_force {

/// `count` times EXPLAINEE_TEST_SCALE (1; less under sanitizers), at least 1.
inline std::uint64_t sweep_size(std::uint64_t count) {
  const char* text = std::getenv("EXPLAINEE_TEST_SCALE");
  const double scale = text == nullptr ? 1 : std::atof(text);
  return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(static_cast<double>(count) * scale));
}

}  // namespace explainee::search::brute_force
