// explainee/search/bounds/leaf.h: what a proof consists of, as data that somebody else can check
// (docs/reference/files.md, certificate).
#pragma once

#include <Eigen/Dense>
#include <memory>
#include <utility>
#include <vector>

#include "explainee/search/problem/problem.h"

namespace explainee::search {

/// Why no set of a leaf matters.
enum class LeafKind {
  kMaster,     ///< the master inequality with D = d·I and γ (search §4)
  kSplit,      ///< a bound for every number of outsiders (search §3)
  kMonotone,   ///< all allowed facts but one of any places + 1 free ones do not tell enough (search §2), or the facts
               ///< in it settle the prediction: more add nothing
  kEnumerate,  ///< few sets: look at each
};

/// How the dominance of outsiders is shown.
enum class SplitRule {
  kCheap,     ///< sums of the largest correlations, and of the block's shadows
  kExact,     ///< sums of the largest |M_jl|
  kWeighted,  ///< the same with weights
};

/// The bound for sets with p outsiders; the block is in, then chosen, then beside.
struct SplitPart {
  int p = 0;
  std::vector<int> beside;      ///< columns of the block that are neither in nor chosen
  std::vector<double> d_block;  ///< D on the block, in its order; empty when there is no such set
  SplitRule rule = SplitRule::kCheap;
  std::shared_ptr<const std::vector<float>> weights;  ///< n: π, 0 for columns that are no outsiders; kWeighted only
  double theta = 1;                                   ///< γ = theta·(regression on in and chosen) on the chosen
};

/// All sets that hold `in`, none of `out` and at most s columns, but for `in` itself and the set `in` ∪ `chosen`. No
/// set needs a column that `in` determines, nor both of two twins.
struct ProofLeaf {
  Set in;
  Set out;
  LeafKind kind = LeafKind::kEnumerate;
  Set chosen;                                 ///< kSplit
  double d = 0;                               ///< kMaster: nothing is given away, D = d·I on correlations
  std::vector<std::pair<int, double>> gamma;  ///< kMaster: by column, in units of variance 1
  std::vector<SplitPart> split;               ///< kSplit: one for each p = 0 … places
  /// kMaster with one of these not empty: only the sets that hold one of `never` or lack one of `always` are closed
  /// here.
  std::vector<int> never;
  std::vector<int> always;
  double bound = 0;  ///< f of every set of the leaf is at least this
  bool against_facts =
      false;  ///< the bound shows that no set is better than `in` itself, not that it misses the cutoff
};

/// A whole proof, by the incumbent search (search §3) or by the tree (search §2), which knows neither factors nor
/// twins.
struct Proof {
  Eigen::MatrixXd factors;                 ///< n×K, in the problem's own units: what is given away (search §3.1)
  Eigen::VectorXd scores;                  ///< K
  std::vector<std::pair<int, int>> twins;  ///< columns that determine each other
  double cutoff = 0;                       ///< f above which no set matters
  std::vector<ProofLeaf> leaves;           ///< together they hold every set
  bool regular = true;                     ///< false: by the tree's bounds where columns determine each other
};

}  // namespace explainee::search
