// explainee/search/testing/sweep_size.h: for tests only: how large sweeps are, and what they looked at:
// EXPLAINEE_TEST_SCALE multiplies their size.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>

namespace explainee::search::brute_force {

/// `count` times EXPLAINEE_TEST_SCALE (1; less under sanitizers), at least 1.
inline std::uint64_t sweep_size(std::uint64_t count) {
  const char* text = std::getenv("EXPLAINEE_TEST_SCALE");
  const double scale = text == nullptr ? 1 : std::atof(text);
  return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(static_cast<double>(count) * scale));
}

/// Says what a sweep has looked at: a line of its output, and a property of the test (words become_like_this).
inline void say_count(const std::string& what, std::uint64_t count) {
  std::string key = what;
  std::replace(key.begin(), key.end(), ' ', '_');
  testing::Test::RecordProperty(key, std::to_string(count));
  std::cout << "             " << what << ": " << count << '\n';
}

}  // namespace explainee::search::brute_force
