// explainee/search/crowd_scan.h: all pairs or triples that may join some columns of one member's set (search §2).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "explainee/search/crowd_climb.h"
#include "explainee/search/pair_scan.h"

namespace explainee::search {

/// Scratch for one thread.
class CrowdScan {
 public:
  explicit CrowdScan(const CrowdTables& tables);

  /// What was found.
  enum class End { kProven, kBetter, kDelicate };

  /// Looks at every set of `held`, all of them in S, and at most `places` others, 2 or 3; `climb` holds S and is left
  /// with `held`. kProven: none but S comes within the margin of it; kBetter: better() is better beyond the margin.
  [[nodiscard]] End run(CrowdClimb& climb, std::span<const int> held, std::size_t places);
  [[nodiscard]] std::span<const int> better() const { return better_; }

 private:
  [[nodiscard]] bool gather(const CrowdClimb& climb);
  [[nodiscard]] bool pairs(const ScanColumns& columns, std::size_t to);
  [[nodiscard]] bool look_at_row(const ScanColumns& columns, std::size_t row);
  [[nodiscard]] bool look_at(double residual, std::span<const std::size_t> ranks);

  const CrowdTables* tables_;
  std::size_t stride_;
  std::vector<int> candidate_;
  std::vector<double> factor_;
  AlignedDoubles matrix_, lines_, cross_, variance_, scale_, none_;
  AlignedDoubles level_, next_cross_, next_variance_;
  AlignedDoubles row_memory_;
  ScanRows rows_;
  std::vector<int> held_, chosen_, found_, better_;
  std::size_t third_ = 0;
  bool has_third_ = false;
  double goal_ = 0;   ///< f that is looked at
  double least_ = 0;  ///< f below this is better than S
};

}  // namespace explainee::search
