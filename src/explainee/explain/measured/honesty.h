// explainee/explain/measured/honesty.h: how far the numbers can be trusted, from the folds alone (mathematics §8).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/explain/compose/setting.h"
#include "explainee/search/problem/solution.h"

namespace explainee::explain {

/// What the procedure is worth on rows it did not choose on.
struct Honesty {
  std::optional<double> honest_nats;
  std::string method;                     ///< exact or greedy, how sets were chosen inside the folds
  std::optional<double> stability;        ///< share of half-sets of folds that choose the same set
  std::vector<double> feature_stability;  ///< per fact of the chosen set; empty without stability
  bool too_few_rows = false;              ///< no grouping of the folds leaves enough rows
  std::optional<double> choice_variance;  ///< of nats, from choosing anew on halves of the folds; infinite ones: none
};

/// Chooses on 50 random halves of the folds: stability (of the first 20) and choice_variance. `chosen`: the answer on
/// all rows; `rank`: its rank given u.
[[nodiscard]] Honesty measure_choice(const Setting& setting, const search::Set& chosen, int sparsity, int rank,
                                     std::uint64_t seed, const base::Control& control);

/// The same, and chooses on the other folds and measures on the held ones.
[[nodiscard]] Honesty measure_honesty(const Setting& setting, const search::Set& chosen, int sparsity, int rank,
                                      std::uint64_t seed, const base::Control& control);

/// True when C(n, s) is at most 10⁶ (with a budget: when so many sets can be paid for), so that choices inside folds
/// can be exact.
[[nodiscard]] bool few_sets(const search::Problem& problem, const search::SearchOptions& options);

}  // namespace explainee::explain
