// explainee/search/problem/solution.h: what a search returns: the sets, and what is proven about them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/search/bounds/leaf.h"
#include "explainee/search/bounds/preparation.h"
#include "explainee/search/problem/problem.h"

namespace explainee::search {

/// A set and what it is worth.
struct Scored {
  Set set;
  Value value;
};

/// How to search; every field has a default that is right for most callers.
struct SearchOptions {
  int sparsity = 3;                ///< s: most candidates in a set, ≥ 1 and ≤ problem.size()
  std::int64_t budget = kAnyCost;  ///< most that the candidates of a set may cost together
  int top = 1;                     ///< K: how many of the best sets to prove and list, ≥ 1
  double within_nats = 0;          ///< > 0: list also every set worth at most this much less than the best
  double gap_nats = 0;             ///< stop when bound − objective is at most this
  std::int64_t most_nodes = 0;     ///< leave it unproven after so many nodes, and try no dear bounds; 0: no limit
  double most_steps = 0;           ///< leave it unproven after about so many steps (work.h); 0: no limit
  bool keep_leaves = false;        ///< gather the proof as data (Solution::proof)
  base::Control control;           ///< cancel, deadline, threads, progress
  /// Kept by a caller that searches one problem several times, one after another; null: prepared anew.
  SharedPreparation* shared = nullptr;
};

/// The best set found and the proof.
struct Solution {
  Scored best;  ///< empty set when nothing adds information
  /// The other sets among the K best, best first, and every set that ties with the best beyond rounding (mathematics
  /// §5); supersets of a listed set that add nothing are left out.
  std::vector<Scored> alternatives;
  std::optional<double> bound_nats;  ///< proven: no set has a larger objective; none when no finite bound is proven
  bool optimal = false;              ///< proven best (ties within rounding are listed and keep it true)
  bool tied = false;                 ///< some alternative ties with the best within rounding
  bool capped = false;               ///< more sets are within within_nats of the best than are listed
  bool interrupted = false;          ///< cancelled or out of time
  bool out_of_work = false;          ///< left unproven after SearchOptions::most_steps
  std::int64_t nodes = 0;            ///< nodes of the tree, the root included
  double steps = 0;                  ///< of work (work.h)
  /// The leaves, when asked for and proven; none where the tree's bounds are not for others to check (Tree::proof).
  std::shared_ptr<const Proof> proof;
};

}  // namespace explainee::search
