// explainee/search/tree/expander.h: one node of the tree: proven, scanned, or split into children (search §2).
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "explainee/search/algebra/tableau.h"
#include "explainee/search/bounds/dual_bound.h"
#include "explainee/search/bounds/leaf.h"
#include "explainee/search/problem/best_sets.h"
#include "explainee/search/problem/solution.h"
#include "explainee/search/scan/scan.h"
#include "explainee/search/tree/branching.h"

namespace explainee::search {

/// All sets that hold `in`, none of the first `out_count` of `out`, at most s facts, and cost no more than the budget.
struct Node {
  Set in;
  std::shared_ptr<const std::vector<int>> out;
  std::size_t out_count = 0;
  Key bound;     ///< proven: no set of the node, other than `in` itself, has a larger key
  Key estimate;  ///< what the bound will be, as far as known
};

/// When to look at every set instead of branching; costs are in sets of the fast scan, about a third of a nanosecond.
struct ScanPolicy {
  double at_once = 3e4;          ///< up to this cost without asking for a bound
  double at_once_per_pair = 60;  ///< or up to this cost per pair of columns: a bound costs about as much
  double last_places = 2e8;      ///< up to this cost where bounds do not help and at most 3 places are left
  double child_per_pair = 12;    ///< cost of one child more, per pair of columns
};

/// What all nodes share.
struct TreeSetting {
  const Problem* problem = nullptr;
  const SearchOptions* options = nullptr;
  const UsableColumns* columns = nullptr;
  std::vector<int> candidates;  ///< those with a usable column
  int most_columns = 1;         ///< that a set can have
  ScanPolicy policy;
  const Tableau* root = nullptr;  ///< of all columns; only needed by nodes that are not scanned at once
};

/// What is left to look at below a node.
[[nodiscard]] Completions completions(const TreeSetting& setting, const Node& node);

/// The steps of looking at every set (work.h).
[[nodiscard]] double scan_steps(const TreeSetting& setting, const Completions& rest);

/// True when looking at every set costs less than a bound.
[[nodiscard]] bool scan_at_once(const TreeSetting& setting, const Node& node, const Completions& rest);

/// What expanding one node gives.
struct Outcome {
  BestSets pool;                   ///< with what was found here
  Key bound;                       ///< proven for the node
  std::vector<Node> nodes;         ///< children, and what was not finished
  std::optional<Key> left;         ///< bound of what the gap allowed to leave
  std::optional<Node> large_scan;  ///< too much for one thread: to be scanned in parts
  std::vector<ProofLeaf> leaves;   ///< what was finished here, with SearchOptions::keep_leaves
  double steps = 0;                ///< of work (work.h); a large scan not counted
};

/// The node as a leaf of the proof.
[[nodiscard]] ProofLeaf leaf_of(const Node& node, LeafKind kind);

/// Expands nodes one at a time; each thread has its own.
class Expander {
 public:
  explicit Expander(const TreeSetting& setting);

  /// Expands a node against the sets found so far; after so many steps what is left of it goes back to be a node.
  [[nodiscard]] Outcome expand(const Node& node, const BestSets& pool, double most_steps);

 private:
  struct Task;

  [[nodiscard]] bool load(Task& task, const std::vector<int>& free);
  [[nodiscard]] std::vector<int> too_dear(const Node& node, const std::vector<int>& free) const;
  [[nodiscard]] bool tighten(Task& task, Branching& branching);
  [[nodiscard]] bool finished_by(Task& task, const Key& bound) const;
  [[nodiscard]] bool cannot_matter(const Task& task, const Key& bound) const;
  [[nodiscard]] bool within_gap(const Task& task, const Key& bound) const;
  [[nodiscard]] bool rest_is_finished(Task& task, Branching& branching);
  void scan(Task& task, Node node) const;
  void close(Task& task, const Node& node, LeafKind kind) const;
  [[nodiscard]] std::size_t children_before_scan(const Completions& rest) const;
  void split(Task& task, Branching& branching, std::size_t before_scan);

  const TreeSetting* setting_;
  std::optional<Tableau> tableau_;
  DualBound dual_;
};

}  // namespace explainee::search
