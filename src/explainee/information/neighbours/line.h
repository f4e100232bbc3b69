// explainee/information/neighbours/line.h: numbers in order, to count those near each of them.
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <span>
#include <vector>

namespace explainee::information {

/// Places from `first` up to `last`, which is not among them.
struct Places {
  std::uint32_t first = 0;
  std::uint32_t last = 0;

  [[nodiscard]] std::uint32_t count() const { return last - first; }
};

/// Finite numbers, sorted; a place is a position in that order.
class Line {
 public:
  explicit Line(const Eigen::Ref<const Eigen::VectorXd>& values);

  /// Numbers of the rows in order of their values; equal ones in the order they came in.
  [[nodiscard]] std::span<const std::uint32_t> order() const { return order_; }
  /// The place of each row.
  [[nodiscard]] std::vector<std::uint32_t> places() const;
  /// All that are at a distance < radius of the value at each of these places, itself among them; ≤ where `inclusive`.
  /// As many radii as places.
  [[nodiscard]] std::vector<Places> within(std::span<const std::uint32_t> places, std::span<const double> radii,
                                           bool inclusive) const;

 private:
  void part_into_cells();
  [[nodiscard]] std::size_t cell(double value) const;
  template <bool kInclusive>
  void within_at_once(const std::uint32_t* places, const double* radii, Places* found) const;
  template <bool kInclusive>
  void within_all(std::span<const std::uint32_t> places, std::span<const double> radii, Places* found) const;

  std::vector<std::uint32_t> order_;
  std::vector<double> sorted_;
  /// Cells of equal width between the least and the largest value, so that few places are in doubt.
  std::size_t cells_ = 1;
  double cells_per_unit_ = 0;
  std::vector<std::uint32_t> before_;  ///< at j: how many values are in cells before number j − 1
};

}  // namespace explainee::information
