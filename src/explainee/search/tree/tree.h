// explainee/search/tree/tree.h: branch and bound over which candidates are in and out (search §2).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "explainee/base/threads/thread_pool.h"
#include "explainee/search/problem/work.h"
#include "explainee/search/tree/expander.h"

namespace explainee::search {

/// Explores best first until nothing is open, the gap is reached or the caller stops; in synchronous rounds of fixed
/// width, so that neither nodes nor digits depend on the number of threads.
class Tree {
 public:
  /// The problem is moderate (balance.h); it, the options and the pool outlive the tree.
  Tree(const Problem& problem, const SearchOptions& options, BestSets& pool, const ScanPolicy& policy = {});

  /// Looks at every set, or proves that it does not matter; improves the pool.
  void explore();

  /// The largest key that a set not in the pool may have; none when that was proven not to matter.
  [[nodiscard]] std::optional<Key> open_bound() const;
  /// True when explore() stopped before the end, because the caller asked to or the work was spent.
  [[nodiscard]] bool stopped() const { return stopped_; }
  /// The leaves in the order of their rounds, with SearchOptions::keep_leaves; none unless everything is finished, and
  /// none where a bound of several predictions or of blocks took part: those are not for others to check.
  [[nodiscard]] std::shared_ptr<const Proof> proof() const;
  /// True when the work is spent, or too little is left for what comes next.
  [[nodiscard]] bool out_of_work() const { return too_dear_ || work_.over(); }
  /// What was done so far.
  [[nodiscard]] const Work& work() const { return work_; }
  /// Nodes expanded so far.
  [[nodiscard]] std::int64_t nodes() const { return nodes_; }

 private:
  [[nodiscard]] std::vector<Node> take_round();
  [[nodiscard]] bool prepare(const std::vector<Node>& round);
  void expand(const std::vector<Node>& round);
  [[nodiscard]] std::vector<std::optional<Outcome>> outcomes(const std::vector<Node>& round);
  void scan_in_parts(Node node);
  void push(Node node);
  void run(std::size_t count, const std::function<void(std::size_t)>& task);
  void report(double part_done);

  BestSets* pool_;
  Work work_;
  UsableColumns columns_;
  TreeSetting setting_;
  std::unique_ptr<Tableau> root_;
  std::unique_ptr<base::ThreadPool> threads_;
  std::vector<std::unique_ptr<Expander>> expanders_;  ///< one for each thread that expands nodes
  std::vector<Node> open_;                            ///< a heap by estimate
  std::optional<Key> left_;                           ///< bound of what the gap allowed to leave
  std::vector<ProofLeaf> leaves_;
  std::optional<double> first_bound_;
  bool stopped_ = false;
  bool too_dear_ = false;  ///< what comes next costs more than the work that is left
  std::int64_t nodes_ = 0;
};

}  // namespace explainee::search
