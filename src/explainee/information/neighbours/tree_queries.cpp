#include "explainee/information/neighbours/tree_queries.h"

#include <algorithm>
#include <array>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "explainee/information/neighbours/tree_queries.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace explainee::information::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<double, 8>;
using Vec = hn::Vec<Tag>;
using Mask = std::uint32_t;  ///< a bit for each point of a leaf

constexpr std::size_t kDeepest = 64;  ///< halving 2³¹ points goes no deeper
constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <class SimdMask>
HWY_INLINE Mask bits_of(const SimdMask& mask, std::size_t from) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(Tag(), mask, bytes);
  return static_cast<Mask>(bytes[0]) << from;
}

HWY_INLINE Mask below(const Vec& distance, const Vec& radius, bool inclusive, std::size_t from) {
  return inclusive ? bits_of(hn::Le(distance, radius), from) : bits_of(hn::Lt(distance, radius), from);
}

/// Distances of one point to those of a leaf from number `from` on. Each is max |x_j − x_i|: comparing x_j with x_i ± r
/// instead would round otherwise and change counts.
HWY_INLINE Vec distances_to(const double* HWY_RESTRICT leaf, const double* HWY_RESTRICT point, std::size_t dimensions,
                            std::size_t from) {
  const Tag tag;
  Vec largest = hn::Abs(hn::Sub(hn::LoadU(tag, leaf + from), hn::Set(tag, point[0])));
  for (std::size_t d = 1; d < dimensions; ++d) {
    const Vec apart = hn::Sub(hn::LoadU(tag, leaf + d * kLeafPoints + from), hn::Set(tag, point[d * kLeafPoints]));
    largest = hn::Max(largest, hn::Abs(apart));
  }
  return largest;
}

/// Distances of the points of a leaf from number `from` on to a box, 0 inside.
HWY_INLINE Vec distances_from_box(const double* HWY_RESTRICT leaf, const double* HWY_RESTRICT box,
                                  std::size_t dimensions, std::size_t from) {
  const Tag tag;
  Vec largest = hn::Zero(tag);
  for (std::size_t d = 0; d < dimensions; ++d) {
    const Vec x = hn::LoadU(tag, leaf + d * kLeafPoints + from);
    const Vec under = hn::Sub(hn::Set(tag, box[2 * d]), x);
    const Vec over = hn::Sub(x, hn::Set(tag, box[2 * d + 1]));
    largest = hn::Max(largest, hn::Max(under, over));
  }
  return largest;
}

/// Distances to the far corner of a box.
HWY_INLINE Vec farthest_in_box(const double* HWY_RESTRICT leaf, const double* HWY_RESTRICT box, std::size_t dimensions,
                               std::size_t from) {
  const Tag tag;
  Vec largest = hn::Zero(tag);
  for (std::size_t d = 0; d < dimensions; ++d) {
    const Vec x = hn::LoadU(tag, leaf + d * kLeafPoints + from);
    const Vec to_low = hn::Abs(hn::Sub(hn::Set(tag, box[2 * d]), x));
    const Vec to_high = hn::Abs(hn::Sub(hn::Set(tag, box[2 * d + 1]), x));
    largest = hn::Max(largest, hn::Max(to_low, to_high));
  }
  return largest;
}

HWY_INLINE double between_boxes(const double* a, const double* b, std::size_t dimensions) {
  double largest = 0;
  for (std::size_t d = 0; d < dimensions; ++d)
    largest = std::max(largest, std::max(a[2 * d] - b[2 * d + 1], b[2 * d] - a[2 * d + 1]));
  return largest;
}

/// The k least distances of each point of a leaf, found so far.
class Closest {
 public:
  Closest(const KdTree& tree, std::size_t leaf, std::size_t count, std::size_t k)
      : own_(tree.leaf(leaf)), dimensions_(tree.dimensions()), count_(count), k_(k) {
    for (std::size_t i = 0; i < count_; ++i) std::fill_n(found_[i].begin(), k_, kInfinity);
    std::fill(kth_.begin(), kth_.end(), -1.0);  // beyond the last point nothing is looked for
    std::fill_n(kth_.begin(), count_, kInfinity);
  }

  void look_at_own() {
    for (std::size_t i = 0; i < count_; ++i) look_at(own_, i, ~(Mask{1} << i));
  }

  /// Those points that may have neighbours in a leaf look at it.
  HWY_INLINE void look_at(const double* leaf, const double* box) {
    Mask wanting = 0;
    for (std::size_t from = 0; from < kLeafPoints; from += hn::Lanes(Tag())) {
      const Vec kth = hn::LoadU(Tag(), kth_.data() + from);
      wanting |= below(distances_from_box(own_, box, dimensions_, from), kth, false, from);
    }
    for (; wanting != 0; wanting &= wanting - 1)
      look_at(leaf, static_cast<std::size_t>(__builtin_ctz(wanting)), ~Mask{0});
  }

  [[nodiscard]] double worst() const { return *std::max_element(kth_.begin(), kth_.begin() + count_); }
  [[nodiscard]] const double* kth() const { return kth_.data(); }

 private:
  HWY_INLINE void look_at(const double* leaf, std::size_t i, Mask allowed) {
    double distances[kLeafPoints];
    Mask nearer = 0;
    const Vec kth = hn::Set(Tag(), kth_[i]);
    for (std::size_t from = 0; from < kLeafPoints; from += hn::Lanes(Tag())) {
      const Vec distance = distances_to(leaf, own_ + i, dimensions_, from);
      hn::StoreU(distance, Tag(), distances + from);
      nearer |= below(distance, kth, false, from);
    }
    for (nearer &= allowed; nearer != 0; nearer &= nearer - 1)
      insert(i, distances[static_cast<std::size_t>(__builtin_ctz(nearer))]);
  }

  HWY_INLINE void insert(std::size_t i, double distance) {
    double* const found = found_[i].data();
    std::size_t place = k_ - 1;
    if (distance >= found[place]) return;
    for (; place > 0 && found[place - 1] > distance; --place) found[place] = found[place - 1];
    found[place] = distance;
    kth_[i] = found[k_ - 1];
  }

  const double* own_;
  std::size_t dimensions_, count_, k_;
  std::array<double, kLeafPoints> kth_;
  std::array<std::array<double, kMostNeighbours>, kLeafPoints> found_;
};

struct Visit {
  std::uint32_t node;
  double distance;
};

/// Number of the node that is this leaf, and how many points it has.
HWY_INLINE std::size_t node_of_leaf(const KdTree& tree, std::size_t leaf) {
  std::size_t node = 0;
  while (tree.nodes()[node].right != 0) {
    const std::uint32_t right = tree.nodes()[node].right;
    node = leaf < tree.nodes()[right].first_leaf ? node + 1 : right;
  }
  return node;
}

void nearest_simd(const KdTree& tree, std::size_t leaf, std::size_t k, double* distances) {
  const std::size_t dimensions = tree.dimensions();
  const std::size_t own = node_of_leaf(tree, leaf);
  const double* const box = tree.box(own);
  Closest closest(tree, leaf, tree.nodes()[own].points, k);
  closest.look_at_own();
  double worst = closest.worst();
  Visit stack[kDeepest];
  std::size_t open = 0;
  stack[open++] = {0, 0};
  while (open > 0) {
    const Visit visit = stack[--open];
    if (visit.distance >= worst || visit.node == own) continue;
    const KdTree::Node& node = tree.nodes()[visit.node];
    if (node.right == 0) {
      closest.look_at(tree.leaf(node.first_leaf), tree.box(visit.node));
      worst = closest.worst();
      continue;
    }
    const Visit left = {visit.node + 1, between_boxes(box, tree.box(visit.node + 1), dimensions)};
    const Visit right = {node.right, between_boxes(box, tree.box(node.right), dimensions)};
    const bool own_is_left = leaf < tree.nodes()[node.right].first_leaf;
    const bool left_first = left.distance < right.distance || (left.distance == right.distance && own_is_left);
    stack[open++] = left_first ? right : left;
    stack[open++] = left_first ? left : right;
  }
  std::copy_n(closest.kth(), kLeafPoints, distances);
}

struct Asking {
  std::uint32_t node;
  Mask who;
};

void count_simd(const KdTree& tree, std::size_t leaf, const double* radii, bool inclusive, std::uint32_t* counts) {
  const std::size_t dimensions = tree.dimensions();
  const double* const own = tree.leaf(leaf);
  std::fill_n(counts, kLeafPoints, 0U);
  Asking stack[kDeepest];
  std::size_t open = 0;
  stack[open++] = {0, (Mask{1} << kLeafPoints) - 1};
  while (open > 0) {
    const Asking asking = stack[--open];
    const KdTree::Node& node = tree.nodes()[asking.node];
    Mask touching = 0;
    Mask inside = 0;
    for (std::size_t from = 0; from < kLeafPoints; from += hn::Lanes(Tag())) {
      const Vec radius = hn::LoadU(Tag(), radii + from);
      const double* const box = tree.box(asking.node);
      touching |= below(distances_from_box(own, box, dimensions, from), radius, inclusive, from);
      inside |= below(farthest_in_box(own, box, dimensions, from), radius, inclusive, from);
    }
    for (Mask whole = inside & asking.who; whole != 0; whole &= whole - 1) counts[__builtin_ctz(whole)] += node.points;
    Mask partly = touching & ~inside & asking.who;
    if (partly == 0) continue;
    if (node.right != 0) {
      stack[open++] = {node.right, partly};
      stack[open++] = {asking.node + 1, partly};
      continue;
    }
    for (; partly != 0; partly &= partly - 1) {
      const auto i = static_cast<std::size_t>(__builtin_ctz(partly));
      const Vec radius = hn::Set(Tag(), radii[i]);
      Mask within = 0;
      for (std::size_t from = 0; from < kLeafPoints; from += hn::Lanes(Tag()))
        within |= below(distances_to(tree.leaf(node.first_leaf), own + i, dimensions, from), radius, inclusive, from);
      counts[i] += static_cast<std::uint32_t>(__builtin_popcount(within));
    }
  }
}

}  // namespace explainee::information::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace explainee::information {

HWY_EXPORT(nearest_simd);
HWY_EXPORT(count_simd);

void nearest_of_leaf(const KdTree& tree, std::size_t leaf, std::size_t k, double* distances) {
  HWY_DYNAMIC_DISPATCH(nearest_simd)(tree, leaf, k, distances);
}

void count_of_leaf(const KdTree& tree, std::size_t leaf, const double* radii, bool inclusive, std::uint32_t* counts) {
  HWY_DYNAMIC_DISPATCH(count_simd)(tree, leaf, radii, inclusive, counts);
}

}  // namespace explainee::information
#endif
