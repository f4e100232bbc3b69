// explainee/information/neighbours/plane.h: points of two coordinates by their places in the order of each, to count
// those in rectangles of places.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "explainee/information/neighbours/line.h"

namespace explainee::information {

/// Points in rows and columns of 2^shift() places each: what lies in whole cells is known from sums, what lies in the
/// cells at a rectangle's edge is looked at. Places are distinct, so that no row or column has more points than others,
/// however values are distributed.
class Plane {
 public:
  /// Of the same points.
  Plane(Line across, Line along);

  /// Places across part the rows, places along the columns.
  [[nodiscard]] const Line& across() const { return across_; }
  [[nodiscard]] const Line& along() const { return along_; }
  /// The place along of each point.
  [[nodiscard]] std::span<const std::uint32_t> places_along() const { return places_along_; }

  [[nodiscard]] unsigned shift() const { return shift_; }
  /// Points in rows before `row` and columns before `column`.
  [[nodiscard]] std::uint32_t before(std::size_t row, std::size_t column) const {
    return before_[row * (cells_ + 1) + column];
  }
  /// Places of the points row by row, increasing along each.
  [[nodiscard]] const std::uint32_t* rows_across() const { return rows_across_.data(); }
  [[nodiscard]] const std::uint32_t* rows_along() const { return rows_along_.data(); }
  /// Places along of the points column by column, increasing across each.
  [[nodiscard]] const std::uint32_t* columns_along() const { return columns_along_.data(); }

 private:
  Line across_, along_;
  std::vector<std::uint32_t> places_along_;
  unsigned shift_;
  std::size_t cells_;  ///< rows, and columns
  std::vector<std::uint32_t> before_, rows_across_, rows_along_, columns_along_;
};

}  // namespace explainee::information
