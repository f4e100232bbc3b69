// explainee/search/star.h: branch and bound around the best set found: any other set lacks one of its columns (search
// §3.5).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "explainee/base/thread_pool.h"
#include "explainee/search/freed_problem.h"
#include "explainee/search/key.h"
#include "explainee/search/outsider_bound.h"
#include "explainee/search/perspective_bound.h"
#include "explainee/search/pool.h"
#include "explainee/search/row_coherence.h"
#include "explainee/search/solution.h"
#include "explainee/search/twins.h"

namespace explainee::search {

/// When the route is worth following.
struct StarPolicy {
  std::int64_t most_nodes = 20000;        ///< give up after this many
  std::int64_t void_nodes = 200;          ///< give up when this many had no bound at all
  int small = 500;                        ///< up to this many columns the tree is fast enough …
  std::int64_t most_nodes_if_small = 40;  ///< … so that the star is left after this many nodes
  std::int64_t void_nodes_if_few = 1;     ///< … and the star is left at once, as it is where branching cannot help
  double scan_if_void = 1e9;              ///< up to this many sets a void root leaves for the scan
  int tree_columns = 2000;  ///< up to this many columns the tree is an alternative to a poor perspective bound
  bool eigenvalue = true;   ///< try the bound of search §4 where that of §3 is void
};

/// All sets that hold `in`, none of `out`, and at most s columns.
struct StarNode {
  Set in;
  Set out;
  Set incumbent;           ///< the node's best set known, `in` included
  double bound = 0;        ///< proven: f of every set of the node that was not offered to the pool; −∞ when unknown
  std::int64_t id = 0;     ///< order of birth: breaks ties
  PerspectiveStart start;  ///< of the perspective bound
  std::shared_ptr<const Leaf> leaf;  ///< how `bound` was proven; kept only when asked for
};

/// One prediction, one-column candidates. Explores best first in synchronous rounds of fixed width, so that neither
/// nodes nor digits depend on the number of threads.
class Star {
 public:
  /// The problem, the options and the pool, which holds an incumbent, outlive it.
  Star(const Problem& problem, const SearchOptions& options, Pool& pool, const StarPolicy& policy = {});

  /// Proves that no set outside the pool matters, or stops, or gives up; improves the pool.
  void explore();

  /// The largest key that a set not in the pool may have; none when that was proven not to matter.
  [[nodiscard]] std::optional<Key> open_bound() const;
  /// True when explore() stopped because the caller asked to.
  [[nodiscard]] bool stopped() const { return stopped_; }
  /// True when the bound does not lead anywhere here: another route should be tried.
  [[nodiscard]] bool gave_up() const { return gave_up_; }
  /// The leaves so far; empty unless options.keep_leaves.
  [[nodiscard]] std::shared_ptr<const Proof> proof() const;
  /// Nodes expanded so far.
  [[nodiscard]] std::int64_t nodes() const { return nodes_; }

 private:
  struct Outcome;

  [[nodiscard]] bool prepare();
  [[nodiscard]] Outcome expand(const StarNode& node) const;
  [[nodiscard]] std::vector<char> columns_that_add(const StarNode& node) const;
  void expand_open(const StarNode& node, std::vector<char> allowed, double goal, Outcome& outcome) const;
  [[nodiscard]] Subsets subsets(const StarNode& node, const std::vector<char>& allowed) const;
  [[nodiscard]] double prove(StarNode& node, const std::vector<char>& allowed, double goal, Outcome& outcome) const;
  void climb_on(Outcome& outcome);
  [[nodiscard]] double climb_from(StarNode& node, const std::vector<char>& allowed, double goal,
                                  const std::vector<double>& bounds, const std::vector<SplitPart>& parts);
  void find_alike();
  [[nodiscard]] bool find_eigenvalue();
  void complete(StarNode& node, const std::vector<char>& allowed) const;
  [[nodiscard]] bool scan_is_cheap(const StarNode& node, const std::vector<char>& allowed) const;
  void scan(const StarNode& node, const std::vector<char>& allowed, Outcome& outcome) const;
  [[nodiscard]] bool prove_by_eigenvalue(StarNode& now, std::vector<char>& allowed, double goal,
                                         Outcome& outcome) const;
  [[nodiscard]] std::shared_ptr<Leaf> master_leaf(const StarNode& node, double proven) const;
  void expand_by_eigenvalue(StarNode now, std::vector<char> allowed, double goal, Outcome& outcome) const;
  void close_or_split(const StarNode& node, const std::vector<char>& allowed, double proven, Outcome& outcome) const;
  void finish_last_place(const StarNode& node, const std::vector<char>& allowed, double goal, Outcome& outcome) const;
  void split(const StarNode& node, const std::vector<char>& allowed, Outcome& outcome) const;
  [[nodiscard]] std::vector<StarNode> take_round();
  [[nodiscard]] bool within_gap(double bound) const;
  [[nodiscard]] Key key_of_bound(double bound) const;
  [[nodiscard]] double cutoff_residual() const;
  void close(const StarNode& node, LeafKind kind, Outcome& outcome) const;
  void close_by(const StarNode& node, double cutoff, std::shared_ptr<const Leaf> leaf, Outcome& outcome) const;
  [[nodiscard]] std::shared_ptr<const Leaf> split_leaf(const StarNode& node, const OutsiderBound& bound) const;
  [[nodiscard]] double sets_in_all() const;
  void report();

  const Problem* problem_;
  const SearchOptions* options_;
  Pool* pool_;
  StarPolicy policy_;
  base::ThreadPool threads_;
  std::optional<FreedProblem> freed_;
  std::optional<RowCoherence> coherence_;
  Twins twins_;
  bool has_twins_ = false;
  std::vector<int> alike_;               ///< columns too much alike to be outsiders; empty when there are too many
  std::optional<RowCoherence> unalike_;  ///< coherence without them
  std::optional<FreedProblem> plain_;    ///< nothing given away
  std::unique_ptr<PerspectiveSetting> perspective_;  ///< where it is set no other bound is used
  std::vector<StarNode> open_;
  std::optional<Key> left_;  ///< bound of what the gap allowed to leave
  std::optional<double> first_bound_;
  bool stopped_ = false;
  bool gave_up_ = false;
  std::vector<std::shared_ptr<const Leaf>> leaves_;
  std::int64_t nodes_ = 0;
  std::int64_t void_nodes_ = 0;
  std::int64_t climbs_ = 0;         ///< nodes on which more than the cheap bound was tried
  std::int64_t climbs_closed_ = 0;  ///< and which that closed
  std::int64_t born_ = 0;
};

/// True when the route applies: one prediction, one-column candidates.
[[nodiscard]] bool star_applies(const Problem& problem);

}  // namespace explainee::search
