// explainee/search/crowd/crowd_scan.h: everything that may join some columns of one member's set (search §2).
#pragma once

#include <cstddef>
#include <deque>
#include <span>
#include <vector>

#include "explainee/search/crowd/crowd_climb.h"
#include "explainee/search/scan/pair_scan.h"

namespace explainee::search {

/// Scratch for one thread.
class CrowdScan {
 public:
  explicit CrowdScan(const CrowdTables& tables);

  /// What was found.
  enum class End { kProven, kBetter, kDelicate };

  /// Looks at every set of `held`, all of them in S, and `places` ≥ 2 others; `climb` holds S and is left with `held`.
  /// kProven: none but S comes within the margin of it; kBetter: better() is better beyond the margin.
  [[nodiscard]] End run(CrowdClimb& climb, std::span<const int> held, std::size_t places);
  [[nodiscard]] std::span<const int> better() const { return better_; }

 private:
  /// Room for the columns given one more column.
  struct Room {
    AlignedDoubles matrix, level, cross, variance;
  };

  [[nodiscard]] bool gather(const CrowdClimb& climb);
  [[nodiscard]] ScanColumns given(const ScanColumns& columns, std::size_t rank, std::size_t places);
  [[nodiscard]] bool descend(const ScanColumns& columns, std::size_t size, std::size_t places);
  [[nodiscard]] bool pairs(const ScanColumns& columns, std::size_t to);
  [[nodiscard]] bool look_at_row(const ScanColumns& columns, std::size_t row);
  [[nodiscard]] bool look_at(double residual, std::size_t first, std::size_t second);

  const CrowdTables* tables_;
  std::size_t stride_;
  std::vector<int> candidate_;
  std::vector<double> factor_;
  AlignedDoubles matrix_, lines_, cross_, variance_, scale_, none_;
  std::deque<Room> rooms_;  ///< by the places left
  AlignedDoubles row_memory_;
  ScanRows rows_;
  std::vector<int> held_, chosen_, found_, better_;
  std::vector<std::size_t> prefix_;  ///< columns taken before the pair
  double goal_ = 0;                  ///< f that is looked at
  double least_ = 0;                 ///< f below this is better than S
};

}  // namespace explainee::search
