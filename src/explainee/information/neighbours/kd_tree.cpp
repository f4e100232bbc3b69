#include "explainee/information/neighbours/kd_tree.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

namespace explainee::information {
namespace {

/// Puts what belongs at `place` there, no larger values before it and no smaller ones behind, as std::nth_element does,
/// without a branch that cannot be foretold for each element.
template <class Key>
void select(std::span<Key> keys, std::size_t place) {
  constexpr std::size_t kFew = 64;
  constexpr std::size_t kSample = 32;
  std::size_t from = 0;
  std::size_t to = keys.size();
  const auto part = [&](const auto& goes_first) {
    std::size_t end = from;
    for (std::size_t i = from; i < to; ++i) {
      // Member by member: what the turn before wrote so is not yet there to be read as a whole.
      const auto [value, row] = keys[i];
      keys[i].value = keys[end].value;
      keys[i].row = keys[end].row;
      keys[end].value = value;
      keys[end].row = row;
      end += goes_first(value) ? 1 : 0;
    }
    return end;
  };
  while (to - from > kFew) {
    std::array<double, kSample> sample{};
    for (std::size_t i = 0; i < kSample; ++i) sample[i] = keys[from + (to - from) * i / kSample].value;
    std::sort(sample.begin(), sample.end());
    // A little beyond the place, towards the longer side, so that it probably lies in the shorter one.
    const std::size_t at = (place - from) * kSample / (to - from);
    const std::size_t aim =
        2 * (place - from) < to - from ? std::min(at + 2, kSample - 1) : std::max<std::size_t>(at, 2) - 2;
    const double pivot = sample[aim];
    std::size_t end = part([pivot](double value) { return value < pivot; });
    if (end == from) {  // the pivot is the least value
      end = part([pivot](double value) { return value <= pivot; });
      if (place < end) return;
    }
    (place < end ? to : from) = end;
  }
  const auto at = [&](std::size_t i) { return keys.begin() + static_cast<std::ptrdiff_t>(i); };
  std::nth_element(at(from), at(place), at(to), [](const Key& a, const Key& b) { return a.value < b.value; });
}

}  // namespace

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
  nodes_.push_back({first, leaves, 0, static_cast<std::uint32_t>(to - from), 0, 0});
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
  select(std::span(keys).subspan(from, to - from), middle - from);
  const double cut = keys[middle].value;
  for (std::size_t i = from; i < to; ++i) order_[i] = keys[i].row;
  nodes_[own].axis = static_cast<std::uint32_t>(widest);
  nodes_[own].cut = cut;
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
      own[2 * d] = own[2 * d + 1] = values[0];
      for (std::size_t i = 1; i < described.points; ++i) {
        own[2 * d] = std::min(own[2 * d], values[i]);
        own[2 * d + 1] = std::max(own[2 * d + 1], values[i]);
      }
    } else {
      const double* const left = box(node + 1) + 2 * d;
      const double* const right = box(described.right) + 2 * d;
      own[2 * d] = std::min(left[0], right[0]);
      own[2 * d + 1] = std::max(left[1], right[1]);
    }
  }
}

}  // namespace explainee::information
