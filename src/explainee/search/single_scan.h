// explainee/search/single_scan.h: every set of at most t one-column candidates beside given facts, for one prediction
// (search §2).
#pragma once

#include <cstddef>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/search/aligned.h"
#include "explainee/search/levels.h"
#include "explainee/search/pool.h"

namespace explainee::search {

/// A range of ranks [from, to): the sets whose strongest column has its rank there.
struct ScanRange {
  std::size_t from = 0;
  std::size_t to = 0;
};

/// The prepared scan; run() may be called for disjoint ranges from several threads, each with its own pool.
class SingleScan {
 public:
  /// `fixed` are the facts behind `levels`; `singles` the candidates that may be added, at most `places` of them. The
  /// problem is balanced.
  SingleScan(const Problem& problem, const Levels& levels, Set fixed, const std::vector<int>& singles, int places);

  /// Number of ranks: the singles that add rank to the fixed facts.
  [[nodiscard]] std::size_t size() const { return candidate_.size(); }
  /// Ranges that together cover every set, each of about `sets` sets or a single rank.
  [[nodiscard]] std::vector<ScanRange> split(double sets) const;
  /// Offers to the pool every set of the range that may reach its cutoff; false when stopped before the end.
  [[nodiscard]] bool run(const ScanRange& range, Pool& pool, const base::Control& control) const;

 private:
  friend class SingleWalk;

  const Problem* problem_;
  Set fixed_;
  int places_;
  int fixed_rank_;
  double residual_;             ///< f: variance of the prediction given the fixed facts
  double weakest_;              ///< smallest pivot share among the fixed columns
  std::vector<int> candidate_;  ///< by rank: smallest gain first
  AlignedDoubles scale_;
  AlignedDoubles matrix_;  ///< conditional Gram, by rank
  std::size_t stride_ = 0;
  AlignedDoubles cross_;
  AlignedDoubles variance_;
};

/// Σ_{k=1..places} C(size, k), as a double.
[[nodiscard]] double count_sets(std::size_t size, int places);

}  // namespace explainee::search
