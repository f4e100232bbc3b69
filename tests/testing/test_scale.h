// tests/testing/test_scale.h: how large sweeps are: EXPLAINEE_TEST_SCALE multiplies their size (1; less under
// sanitizers).
#pragma once

#include <algorithm>
#include <cstdlib>

namespace explainee {

/// `count` times EXPLAINEE_TEST_SCALE, at least 1.
[[nodiscard]] inline int scaled(int count) {
  const char* text = std::getenv("EXPLAINEE_TEST_SCALE");
  const double factor = text == nullptr ? 1.0 : std::atof(text);
  return std::max(1, static_cast<int>(factor * count));
}

}  // namespace explainee
