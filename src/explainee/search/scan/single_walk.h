// explainee/search/scan/single_walk.h: the walk of one thread through the sets of a SingleScan.
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <initializer_list>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/search/problem/best_sets.h"
#include "explainee/search/scan/pair_scan.h"
#include "explainee/search/scan/single_scan.h"

namespace explainee::search {

/// Goes down from the strongest column of a set to its weaker ones, conditioning on one after the other, so that below
/// a set that cannot be improved nothing is looked at; the last two are left to first_row_above(). Nothing here
/// decides: whatever may reach the cutoff is assessed by the pool.
class SingleWalk {
 public:
  SingleWalk(const SingleScan& scan, BestSets& pool, const base::Control& control);

  /// Offers to the pool every set of the range that may reach its cutoff; false when stopped before the end.
  [[nodiscard]] bool run(const ScanRange& range);

 private:
  /// Room for the columns given one more column.
  struct Room {
    AlignedDoubles matrix, level, cross, variance;
  };

  bool descend(const ScanColumns& columns, int places, const ScanRange& range);
  void scan_pairs(const ScanColumns& columns, const ScanRange& range);
  void scan_rows(const ScanColumns& columns, const ScanRange& range, std::size_t end);
  void look_at_row(const ScanColumns& columns, std::size_t row);
  [[nodiscard]] ScanColumns given(const ScanColumns& columns, std::size_t rank, int places, Room& room);
  [[nodiscard]] ScanGoal goal() const;
  [[nodiscard]] bool reaches(double residual, double slack, std::size_t added) const {
    return residual <= reach_[added] + slack;
  }
  void offer(double residual, std::initializer_list<std::size_t> last);
  void read_cutoff();
  /// How far rounding may move an f, given how far before a column of this scale and variance joined.
  [[nodiscard]] double stretched(double stretch, double scale, double variance) const {
    return settles_ ? stretch * std::max(1.0, scale / variance) : std::max(stretch, scale / variance);
  }

  const SingleScan* scan_;
  BestSets* pool_;
  const base::Control* control_;
  double before_;              ///< q
  double least_gain_;          ///< what a fact must bring at least: less is a tie with the set without it
  double settled_;             ///< f at which the prediction is settled
  double rounding_;            ///< times the stretch: how far rounding may move an f
  std::vector<double> reach_;  ///< largest f that reaches the cutoff, by the number of columns added
  bool settles_ = false;       ///< only what settles the prediction reaches the cutoff
  bool changed_ = false;       ///< the cutoff moved since the rows were prepared
  std::vector<std::size_t> prefix_;
  std::deque<Room> rooms_;
  AlignedDoubles row_memory_;
  AlignedDoubles band_;  ///< some rows of the conditional Gram
  ScanRows rows_;
  AlignedDoubles no_level_;
};

}  // namespace explainee::search
