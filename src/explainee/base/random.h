// explainee/base/random.h: seeded random numbers that are the same on every machine and standard library.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <span>
#include <utility>

namespace explainee::base {

/// One step of SplitMix64 (Steele, Lea, Flood 2014): a bijection of 64-bit words that mixes all bits.
[[nodiscard]] constexpr std::uint64_t mix64(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15ULL;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31U);
}

/// A small generator of independent streams: (seed, stream) names one sequence.
class Random {
 public:
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0) : state_(mix64(seed) ^ mix64(~stream)) {}

  /// Next 64 random bits.
  std::uint64_t bits() { return mix64(state_ += 0x9e3779b97f4a7c15ULL); }

  /// Uniform integer in [0, n), n > 0; multiply-shift, bias below n/2⁶⁴.
  std::uint64_t below(std::uint64_t n) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<Wide>(bits()) * n) >> 64U);
  }

  /// Uniform in (0, 1).
  double uniform() { return (static_cast<double>(bits() >> 11U) + 0.5) * 0x1.0p-53; }

  /// Standard normal (Box-Muller).
  double normal() {
    const double radius = std::sqrt(-2.0 * std::log(uniform()));
    return radius * std::cos(2.0 * std::numbers::pi * uniform());
  }

  /// Shuffles in place (Fisher-Yates).
  template <class T>
  void shuffle(std::span<T> items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  std::uint64_t state_;
};

}  // namespace explainee::base
