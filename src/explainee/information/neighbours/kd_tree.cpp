#include "explainee/information/neighbours/kd_tree.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace explainee::information {

KdTree::KdTree(const Points& points) : dimensions_(static_cast<std::size_t>(points.cols())) {
  const auto count = static_cast<std::size_t>(points.rows());
  const std::size_t leaves = (count + kLeafPoints - 1) / kLeafPoints;
  order_.resize(count);
  std::iota(order_.begin(), order_.end(), 0U);
  coordinates_.assign(leaves * dimensions_ * kLeafPoints, std::numeric_limits<double>::infinity());
  nodes_.reserve(2 * leaves);
  std::vector<double> cell;
  for (Eigen::Index d = 0; d < points.cols(); ++d) {
    cell.push_back(points.col(d).minCoeff());
    cell.push_back(points.col(d).maxCoeff());
  }
  std::vector<Key> keys(count);
  split(points, 0, static_cast<std::uint32_t>(leaves), cell, keys);
  boxes_.resize(nodes_.size() * 2 * dimensions_);
  for (std::size_t node = nodes_.size(); node-- > 0;) bound(node);  // children before their parents
}

void KdTree::split(const Points& points, std::uint32_t first, std::uint32_t leaves, std::vector<double>& cell,
                   std::vector<Key>& keys) {
  const std::size_t from = first * kLeafPoints;
  const std::size_t to = std::min(order_.size(), (std::size_t{first} + leaves) * kLeafPoints);
  const std::size_t own = nodes_.size();
  nodes_.push_back({first, leaves, 0, static_cast<std::uint32_t>(to - from)});
  if (leaves == 1) {
    fill_leaf(points, first);
    return;
  }
  std::size_t widest = 0;
  for (std::size_t d = 1; d < dimensions_; ++d) {
    if (cell[2 * d + 1] - cell[2 * d] > cell[2 * widest + 1] - cell[2 * widest]) widest = d;
  }
  const std::uint32_t left = leaves / 2;
  const std::size_t middle = from + left * kLeafPoints;
  const double* const column = points.col(static_cast<Eigen::Index>(widest)).data();
  for (std::size_t i = from; i < to; ++i) keys[i] = {column[order_[i]], order_[i]};
  const auto at = [&](std::size_t i) { return keys.begin() + static_cast<std::ptrdiff_t>(i); };
  std::nth_element(at(from), at(middle), at(to), [](const Key& a, const Key& b) { return a.value < b.value; });
  const double cut = keys[middle].value;
  for (std::size_t i = from; i < to; ++i) order_[i] = keys[i].row;
  const double low = cell[2 * widest];
  const double high = cell[2 * widest + 1];
  cell[2 * widest + 1] = cut;
  split(points, first, left, cell, keys);
  cell[2 * widest + 1] = high;
  cell[2 * widest] = cut;
  nodes_[own].right = static_cast<std::uint32_t>(nodes_.size());
  split(points, first + left, leaves - left, cell, keys);
  cell[2 * widest] = low;
}

void KdTree::fill_leaf(const Points& points, std::size_t number) {
  double* const to = coordinates_.data() + number * dimensions_ * kLeafPoints;
  const std::size_t from = number * kLeafPoints;
  const std::size_t count = std::min(kLeafPoints, order_.size() - from);
  for (std::size_t d = 0; d < dimensions_; ++d) {
    for (std::size_t i = 0; i < count; ++i)
      to[d * kLeafPoints + i] = points(static_cast<Eigen::Index>(order_[from + i]), static_cast<Eigen::Index>(d));
  }
}

void KdTree::bound(std::size_t node) {
  double* const own = boxes_.data() + node * 2 * dimensions_;
  const Node& described = nodes_[node];
  for (std::size_t d = 0; d < dimensions_; ++d) {
    if (described.right == 0) {
      const double* const values = leaf(described.first_leaf) + d * kLeafPoints;
      const auto [low, high] = std::minmax_element(values, values + described.points);
      own[2 * d] = *low;
      own[2 * d + 1] = *high;
    } else {
      const double* const left = box(node + 1) + 2 * d;
      const double* const right = box(described.right) + 2 * d;
      own[2 * d] = std::min(left[0], right[0]);
      own[2 * d + 1] = std::max(left[1], right[1]);
    }
  }
}

}  // namespace explainee::information
