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

  /// Row numbers in order of their values.
  [[nodiscard]] std::span<const std::uint32_t> order() const { return order_; }
  /// All that are at a distance < radius of the value at this place; ≤ where `inclusive`. Itself among them, if any.
  [[nodiscard]] Places within(std::uint32_t place, double radius, bool inclusive) const;

 private:
  std::vector<std::uint32_t> order_;
  std::vector<double> sorted_;
};

}  // namespace explainee::information
