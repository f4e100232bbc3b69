// explainee/search/incumbent/incumbent_search.h: branch and bound around the best set found: any other set lacks one of
// its columns (search §3.5).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "explainee/base/threads/thread_pool.h"
#include "explainee/search/algebra/row_coherence.h"
#include "explainee/search/bounds/factored_problem.h"
#include "explainee/search/bounds/outsider_bound.h"
#include "explainee/search/bounds/perspective_bound.h"
#include "explainee/search/bounds/preparation.h"
#include "explainee/search/incumbent/incumbent_outcome.h"
#include "explainee/search/problem/best_sets.h"
#include "explainee/search/problem/key.h"
#include "explainee/search/problem/solution.h"
#include "explainee/search/problem/work.h"

namespace explainee::search {

/// When the route is worth following.
struct IncumbentPolicy {
  std::int64_t most_nodes = 20000;        ///< give up after this many
  std::int64_t void_nodes = 200;          ///< give up when this many had no bound at all
  int small = 500;                        ///< up to this many columns the tree is fast enough …
  std::int64_t most_nodes_if_small = 40;  ///< … so that the incumbent search is left after this many nodes
  std::int64_t void_nodes_if_few =
      1;                      ///< … and the incumbent search is left at once, as it is where branching cannot help
  double scan_if_void = 1e9;  ///< up to this many sets a void root leaves for the scan
  int tree_columns = 2000;    ///< up to this many columns the tree is an alternative to a poor perspective bound
  bool eigenvalue = true;     ///< try the bound of search §4 where that of §3 is void
};

/// One prediction, one-column candidates. Explores best first in synchronous rounds of fixed width, so that neither
/// nodes nor digits depend on the number of threads.
class IncumbentSearch {
 public:
  /// The problem, the options and the pool, which holds an incumbent, outlive it.
  IncumbentSearch(const Problem& problem, const SearchOptions& options, BestSets& pool,
                  const IncumbentPolicy& policy = {});

  /// Proves that no set outside the pool matters, or stops, or gives up; improves the pool.
  void explore();

  /// The largest key that a set not in the pool may have; none when that was proven not to matter.
  [[nodiscard]] std::optional<Key> open_bound() const;
  /// True when explore() stopped because the caller asked to or the work was spent.
  [[nodiscard]] bool stopped() const { return stopped_; }
  /// True when the bound does not lead anywhere here: another route should be tried.
  [[nodiscard]] bool gave_up() const { return gave_up_; }
  /// The leaves so far; empty unless options.keep_leaves.
  [[nodiscard]] std::shared_ptr<const Proof> proof() const;
  /// True when the work is spent, or too little is left to begin.
  [[nodiscard]] bool out_of_work() const { return too_dear_ || work_.over(); }
  /// What was done so far.
  [[nodiscard]] const Work& work() const { return work_; }
  /// Nodes expanded so far.
  [[nodiscard]] std::int64_t nodes() const { return nodes_; }

 private:
  using Outcome = IncumbentOutcome;

  [[nodiscard]] bool prepare();
  [[nodiscard]] Outcome expand(const IncumbentNode& node) const;
  [[nodiscard]] std::vector<char> columns_that_add(const IncumbentNode& node) const;
  void expand_open(const IncumbentNode& node, std::vector<char> allowed, double goal, Outcome& outcome) const;
  [[nodiscard]] Subsets subsets(const IncumbentNode& node, const std::vector<char>& allowed) const;
  [[nodiscard]] double prove(IncumbentNode& node, const std::vector<char>& allowed, double goal,
                             Outcome& outcome) const;
  void climb_on(Outcome& outcome);
  [[nodiscard]] bool take_on(double steps);
  [[nodiscard]] double preparation_steps() const;
  [[nodiscard]] double node_steps() const;
  [[nodiscard]] double climb_steps(const IncumbentNode& node) const;
  [[nodiscard]] double eigenvalue_steps() const;
  [[nodiscard]] double climb_from(IncumbentNode& node, const std::vector<char>& allowed, double goal,
                                  const std::vector<double>& bounds, const std::vector<SplitPart>& parts);
  [[nodiscard]] bool find_eigenvalue();
  void complete(IncumbentNode& node, const std::vector<char>& allowed) const;
  [[nodiscard]] bool scan_is_cheap(const IncumbentNode& node, const std::vector<char>& allowed) const;
  void scan(const IncumbentNode& node, const std::vector<char>& allowed, Outcome& outcome) const;
  [[nodiscard]] bool prove_by_eigenvalue(IncumbentNode& now, std::vector<char>& allowed, double goal,
                                         Outcome& outcome) const;
  [[nodiscard]] std::shared_ptr<ProofLeaf> master_leaf(const IncumbentNode& node, double proven) const;
  void expand_by_eigenvalue(IncumbentNode now, std::vector<char> allowed, double goal, Outcome& outcome) const;
  void close_or_split(const IncumbentNode& node, const std::vector<char>& allowed, double proven,
                      Outcome& outcome) const;
  void finish_last_place(const IncumbentNode& node, const std::vector<char>& allowed, double goal,
                         Outcome& outcome) const;
  void split(const IncumbentNode& node, const std::vector<char>& allowed, Outcome& outcome) const;
  [[nodiscard]] std::vector<IncumbentNode> take_round();
  [[nodiscard]] bool within_gap(double bound) const;
  [[nodiscard]] Key key_of_bound(double bound) const;
  [[nodiscard]] double cutoff_residual() const;
  void close(const IncumbentNode& node, LeafKind kind, Outcome& outcome) const;
  void close_by(const IncumbentNode& node, double cutoff, std::shared_ptr<const ProofLeaf> leaf,
                Outcome& outcome) const;
  [[nodiscard]] std::shared_ptr<const ProofLeaf> split_leaf(const IncumbentNode& node,
                                                            const OutsiderBound& bound) const;
  [[nodiscard]] double sets_in_all() const;
  void report();

  const Problem* problem_;
  const SearchOptions* options_;
  BestSets* pool_;
  Work work_;
  IncumbentPolicy policy_;
  base::ThreadPool threads_;
  std::shared_ptr<const Preparation> prepared_;
  std::optional<RowCoherence> unalike_;              ///< coherence without the columns that are alike
  std::optional<FactoredProblem> plain_;             ///< nothing given away
  std::unique_ptr<PerspectiveSetting> perspective_;  ///< where it is set no other bound is used
  std::vector<IncumbentNode> open_;
  std::optional<Key> left_;  ///< bound of what the gap allowed to leave
  std::optional<double> first_bound_;
  bool stopped_ = false;
  bool too_dear_ = false;  ///< there is too little work even to prepare
  bool gave_up_ = false;
  std::vector<std::shared_ptr<const ProofLeaf>> leaves_;
  std::int64_t nodes_ = 0;
  std::int64_t void_nodes_ = 0;
  std::int64_t climbs_ = 0;         ///< nodes on which more than the cheap bound was tried
  std::int64_t climbs_closed_ = 0;  ///< and which that closed
  std::int64_t born_ = 0;
};

/// True when the route applies: one prediction, one-column candidates.
[[nodiscard]] bool incumbent_search_applies(const Problem& problem);

}  // namespace explainee::search
