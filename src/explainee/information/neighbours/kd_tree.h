// explainee/information/neighbours/kd_tree.h: points in small boxes, to look up neighbours in the max-norm.
#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace explainee::information {

/// Points of one box lie coordinate by coordinate, so that a few vector instructions measure all of them.
inline constexpr std::size_t kLeafPoints = 48;

/// A k-d tree (Bentley 1975) whose leaves are all full but the last one; values are finite.
class KdTree {
 public:
  /// Leaves from `first_leaf` on; the left child of an inner node is the next node.
  struct Node {
    std::uint32_t first_leaf = 0;
    std::uint32_t leaves = 0;
    std::uint32_t right = 0;   ///< node number of the right child; 0 for a leaf
    std::uint32_t points = 0;  ///< how many lie in it
    std::uint32_t axis = 0;    ///< the coordinate that parts the children
    double cut = 0;            ///< no value is larger on the left, nor smaller on the right
  };

  /// Points × coordinates, at least one of each and fewer than 2³¹ points.
  explicit KdTree(const Eigen::Ref<const Eigen::MatrixXd>& points);

  [[nodiscard]] std::size_t dimensions() const { return dimensions_; }
  [[nodiscard]] std::size_t points() const { return order_.size(); }
  [[nodiscard]] std::size_t leaves() const { return coordinates_.size() / (dimensions_ * kLeafPoints); }
  [[nodiscard]] std::span<const Node> nodes() const { return nodes_; }
  /// Row numbers of the points, leaf by leaf.
  [[nodiscard]] std::span<const std::uint32_t> order() const { return order_; }
  /// kLeafPoints numbers for each coordinate; +∞ beyond the last point.
  [[nodiscard]] const double* leaf(std::size_t number) const {
    return coordinates_.data() + number * dimensions_ * kLeafPoints;
  }
  /// Least and largest value of each coordinate in turn.
  [[nodiscard]] const double* box(std::size_t node) const { return boxes_.data() + node * 2 * dimensions_; }

 private:
  struct Key {
    double value;
    std::uint32_t row;
  };
  using Points = Eigen::Ref<const Eigen::MatrixXd>;

  void split(const Points& points, std::uint32_t first, std::uint32_t leaves, std::vector<double>& cell,
             std::vector<Key>& keys);
  void fill_leaf(const Points& points, std::size_t number);
  void bound(std::size_t node);

  std::size_t dimensions_;
  std::vector<std::uint32_t> order_;
  std::vector<Node> nodes_;
  std::vector<double> boxes_;
  std::vector<double> coordinates_;
};

}  // namespace explainee::information
