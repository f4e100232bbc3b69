// explainee/person/model/feature_sets.h: which sets of at most three features are weighed; all, or the promising and a
// sample.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "explainee/base/random.h"

namespace explainee::person {

/// Most features that a person is taken to reason from, unless from all.
inline constexpr int kMostReasons = 3;

/// Positions of features, increasing.
struct FeatureSet {
  std::array<int, kMostReasons> members{};
  int size = 0;
  double stands_for = 1;  ///< itself, or as many as it was drawn to represent
  double promise = 0;     ///< log of its share of the posterior, up to a constant

  [[nodiscard]] std::span<const int> features() const { return {members.data(), static_cast<std::size_t>(size)}; }
};

/// C(n, k) as a double.
[[nodiscard]] double binomial(int n, int k);

/// All sets of `size` of n features when there are at most `most`. Else those that extend the most promising of the
/// `smaller` ones (sets of one feature less), half as many as `most`, and a random sample of the others that stands for
/// all of them: sums over the sets keep their expectation.
[[nodiscard]] std::vector<FeatureSet> propose_sets(int n, int size, std::span<const FeatureSet> smaller, int most,
                                                   base::Random& random);

}  // namespace explainee::person
