// explainee/search/problem/assess.h: the value of a set together with what rounding leaves open about it (mathematics
// §5).
#pragma once

#include <span>
#include <vector>

#include "explainee/search/problem/problem.h"

namespace explainee::search {

/// A value, how far another may lie from it and still tie, and whether every fact is needed for the rank.
struct Assessment {
  Value value;
  double tie_nats = 0;     ///< objectives closer than this tie: kTie of the variance given u, or the rounding radius
  bool redundant = false;  ///< some fact adds no rank to the others: never part of a chosen set
};

/// Assesses a set; the order of `set` does not matter.
[[nodiscard]] Assessment assess(const Problem& problem, std::span<const int> set);

/// What knowing leaves of the predictions: the value of a set of `facts` facts and rank `rank` whose residual
/// covariance is `residual` (d×d).
[[nodiscard]] Value value_of(const Problem& problem, const Eigen::MatrixXd& residual, int rank, int facts);

/// bias(a) − bias(min(k, a)), what `facts` facts of rank `rank` are charged; 0 without a table (mathematics §8).
[[nodiscard]] double charge_nats(const Problem& problem, int rank, int facts);

/// The columns of the candidates, in the order given.
[[nodiscard]] std::vector<int> columns_of(const Problem& problem, std::span<const int> set);

/// True when some set can be charged: then a superset may be worth less.
[[nodiscard]] bool has_charges(const Problem& problem);

/// True when a is worth more than b beyond rounding.
[[nodiscard]] bool better(const Assessment& a, const Assessment& b);

/// True when a and b are worth the same within rounding.
[[nodiscard]] bool ties(const Assessment& a, const Assessment& b);

/// The order among ties: fewer facts, then lower indices.
[[nodiscard]] bool preferred(const Set& a, const Set& b);

}  // namespace explainee::search
