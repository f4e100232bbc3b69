// explainee/search/incumbent/incumbent_outcome.h: a node of the incumbent search, and what expanding it gives.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "explainee/search/bounds/leaf.h"
#include "explainee/search/bounds/perspective_bound.h"
#include "explainee/search/problem/best_sets.h"
#include "explainee/search/problem/set_edits.h"

namespace explainee::search {

/// All sets that hold `in`, none of `out`, and at most s columns.
struct IncumbentNode {
  Set in;
  Set out;
  Set incumbent;           ///< the node's best set known, `in` included
  double bound = 0;        ///< proven: f of every set of the node that was not offered to the pool; −∞ when unknown
  std::int64_t id = 0;     ///< order of birth: breaks ties
  PerspectiveStart start;  ///< of the perspective bound
  std::shared_ptr<const ProofLeaf> leaf;  ///< how `bound` was proven; kept only when asked for
};

/// Shares held back of the columns that every set of a node holds, in order of trial.
inline constexpr double kFixedShares[] = {1e-6, 1e-9};

/// What expanding one node gives.
struct IncumbentOutcome {
  std::vector<Set> found;
  std::optional<BestSets> scanned;  ///< what a scan found
  std::vector<IncumbentNode> children;
  std::vector<std::shared_ptr<const ProofLeaf>> leaves;
  std::optional<double> left;  ///< bound of what the gap allowed to leave
  double steps = 0;            ///< of a scan
  bool unknown = false;        ///< no bound at all
  bool give_up = false;        ///< another route is better
  /// A node that the cheap bound did not close, and what goes on from there.
  struct Unfinished {
    IncumbentNode node;
    std::vector<char> allowed;
    double goal = 0;
    double proven = 0;
    std::vector<double> bounds;    ///< proven by number of outsiders …
    std::vector<SplitPart> parts;  ///< … and how
  };
  std::optional<Unfinished> unfinished;
};

}  // namespace explainee::search
