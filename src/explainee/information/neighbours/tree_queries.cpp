#include "explainee/information/neighbours/tree_queries.h"

#include <algorithm>
#include <array>
#include <limits>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "explainee/information/neighbours/tree_queries.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace explainee::information::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<double, 8>;
using Vec = hn::Vec<Tag>;
using Mask = std::uint64_t;  ///< a bit for each point of a leaf

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

/// The number of coordinates, known when compiled or (kD = 0) given.
template <std::size_t kD>
HWY_INLINE std::size_t fixed(std::size_t given) {
  return kD > 0 ? kD : given;
}

/// Distances of one point to those of a leaf from number `from` on. Each is max |x_j − x_i|: comparing x_j with x_i ± r
/// instead would round otherwise and change counts.
template <std::size_t kD>
HWY_INLINE Vec distances_to(const double* HWY_RESTRICT leaf, const double* HWY_RESTRICT point, std::size_t dimensions,
                            std::size_t from) {
  const Tag tag;
  Vec largest = hn::Abs(hn::Sub(hn::LoadU(tag, leaf + from), hn::Set(tag, point[0])));
  for (std::size_t d = 1; d < fixed<kD>(dimensions); ++d) {
    const Vec apart = hn::Sub(hn::LoadU(tag, leaf + d * kLeafPoints + from), hn::Set(tag, point[d * kLeafPoints]));
    largest = hn::Max(largest, hn::Abs(apart));
  }
  return largest;
}

/// Distances of the points of a leaf from number `from` on to a box, 0 inside.
template <std::size_t kD>
HWY_INLINE Vec distances_from_box(const double* HWY_RESTRICT leaf, const double* HWY_RESTRICT box,
                                  std::size_t dimensions, std::size_t from) {
  const Tag tag;
  Vec largest = hn::Zero(tag);
  for (std::size_t d = 0; d < fixed<kD>(dimensions); ++d) {
    const Vec x = hn::LoadU(tag, leaf + d * kLeafPoints + from);
    const Vec under = hn::Sub(hn::Set(tag, box[2 * d]), x);
    const Vec over = hn::Sub(x, hn::Set(tag, box[2 * d + 1]));
    largest = hn::Max(largest, hn::Max(under, over));
  }
  return largest;
}

/// Distances to the far corner of a box.
template <std::size_t kD>
HWY_INLINE Vec farthest_in_box(const double* HWY_RESTRICT leaf, const double* HWY_RESTRICT box, std::size_t dimensions,
                               std::size_t from) {
  const Tag tag;
  Vec largest = hn::Zero(tag);
  for (std::size_t d = 0; d < fixed<kD>(dimensions); ++d) {
    const Vec x = hn::LoadU(tag, leaf + d * kLeafPoints + from);
    const Vec to_low = hn::Abs(hn::Sub(hn::Set(tag, box[2 * d]), x));
    const Vec to_high = hn::Abs(hn::Sub(hn::Set(tag, box[2 * d + 1]), x));
    largest = hn::Max(largest, hn::Max(to_low, to_high));
  }
  return largest;
}

/// The k least distances of each point of a leaf, found so far.
template <std::size_t kD>
class Closest {
 public:
  Closest(const KdTree& tree, std::size_t leaf, std::size_t count, std::size_t k)
      : own_(tree.leaf(leaf)), dimensions_(tree.dimensions()), count_(count), k_(k) {
    std::fill_n(found_.begin(), k_ * kLeafPoints, kInfinity);
    std::fill(kth_.begin(), kth_.end(), -1.0);  // beyond the last point nothing is looked for
    std::fill_n(kth_.begin(), count_, kInfinity);
  }

  /// All points of the leaf look at each other one in turn: most of what they find is replaced again, which costs less
  /// in all lanes than where it depends on the point.
  HWY_INLINE void look_at_own() {
    const Tag tag;
    for (std::size_t from = 0; from < count_; from += hn::Lanes(tag)) {
      const Vec lane = hn::Iota(tag, static_cast<double>(from));
      for (std::size_t i = 0; i < count_; ++i) {
        const auto itself = hn::Eq(lane, hn::Set(tag, static_cast<double>(i)));
        insert(from,
               hn::IfThenElse(itself, hn::Set(tag, kInfinity), distances_to<kD>(own_, own_ + i, dimensions_, from)));
      }
    }
    std::copy_n(found_.begin() + static_cast<std::ptrdiff_t>((k_ - 1) * kLeafPoints), count_, kth_.begin());
  }

  /// Those points that may have neighbours in a leaf look at it.
  HWY_INLINE void look_at(const double* leaf, const double* box) {
    Mask wanting = 0;
    for (std::size_t from = 0; from < kLeafPoints; from += hn::Lanes(Tag())) {
      const Vec kth = hn::LoadU(Tag(), kth_.data() + from);
      wanting |= below(distances_from_box<kD>(own_, box, dimensions_, from), kth, false, from);
    }
    for (; wanting != 0; wanting &= wanting - 1) look_at(leaf, static_cast<std::size_t>(__builtin_ctzll(wanting)));
  }

  [[nodiscard]] const double* kth() const { return kth_.data(); }

 private:
  HWY_INLINE void look_at(const double* leaf, std::size_t i) {
    double distances[kLeafPoints];
    for (std::size_t from = 0; from < kLeafPoints; from += hn::Lanes(Tag())) {
      const Vec distance = distances_to<kD>(leaf, own_ + i, dimensions_, from);
      Mask nearer = below(distance, hn::Set(Tag(), kth_[i]), false, from);
      if (nearer == 0) continue;
      hn::StoreU(distance, Tag(), distances + from);
      for (; nearer != 0; nearer &= nearer - 1) insert(i, distances[static_cast<std::size_t>(__builtin_ctzll(nearer))]);
    }
  }

  /// Pushes it through all of them: where it ends is a branch that nothing foretells.
  HWY_INLINE void insert(std::size_t i, double distance) {
    for (std::size_t place = 0; place < k_; ++place) {
      double& found = found_[place * kLeafPoints + i];
      const double other = found;
      found = std::min(other, distance);
      distance = std::max(other, distance);
    }
    kth_[i] = found_[(k_ - 1) * kLeafPoints + i];
  }

  /// The same for the points of all lanes.
  HWY_INLINE void insert(std::size_t from, Vec distance) {
    for (std::size_t place = 0; place < k_; ++place) {
      double* const found = found_.data() + place * kLeafPoints + from;
      const Vec other = hn::LoadU(Tag(), found);
      hn::StoreU(hn::Min(other, distance), Tag(), found);
      distance = hn::Max(other, distance);
    }
  }

  const double* own_;
  std::size_t dimensions_, count_, k_;
  std::array<double, kLeafPoints> kth_;
  std::array<double, kMostNeighbours * kLeafPoints> found_;  ///< the nearest of each point, then the second, …
};

/// A node to look at, and how far it is at least from each point of a leaf. In the max-norm that is the larger of how
/// far its parent is and how far the cut between: one subtraction a node.
struct Visit {
  std::uint32_t node;
  double apart[kLeafPoints];
};

/// How far the children of a node are; `farther` holds how far the node is.
HWY_INLINE void part(const KdTree::Node& node, const double* HWY_RESTRICT own, bool left_nearer, double* farther,
                     double* HWY_RESTRICT nearer) {
  const Tag tag;
  const Vec cut = hn::Set(tag, node.cut);
  const Vec sign = hn::Set(tag, left_nearer ? -0.0 : 0.0);
  for (std::size_t from = 0; from < kLeafPoints; from += hn::Lanes(tag)) {
    const Vec beyond = hn::Xor(hn::Sub(hn::LoadU(tag, own + node.axis * kLeafPoints + from), cut), sign);
    const Vec so_far = hn::LoadU(tag, farther + from);
    hn::StoreU(hn::Max(so_far, beyond), tag, farther + from);
    hn::StoreU(hn::Max(so_far, hn::Neg(beyond)), tag, nearer + from);
  }
}

/// Whose radius reaches beyond these distances.
HWY_INLINE Mask reaching(const double* apart, const double* radii, bool inclusive) {
  Mask who = 0;
  for (std::size_t from = 0; from < kLeafPoints; from += hn::Lanes(Tag()))
    who |= below(hn::LoadU(Tag(), apart + from), hn::LoadU(Tag(), radii + from), inclusive, from);
  return who;
}

/// Number of the node that is this leaf, and how many points it has.
HWY_INLINE std::size_t node_of_leaf(const KdTree& tree, std::size_t leaf) {
  std::size_t node = 0;
  while (tree.nodes()[node].right != 0) {
    const std::uint32_t right = tree.nodes()[node].right;
    node = leaf < tree.nodes()[right].first_leaf ? node + 1 : right;
  }
  return node;
}

template <std::size_t kD>
void nearest_in(const KdTree& tree, std::size_t leaf, std::size_t k, double* distances) {
  const double* const points = tree.leaf(leaf);
  const std::size_t own = node_of_leaf(tree, leaf);
  Closest<kD> closest(tree, leaf, tree.nodes()[own].points, k);
  closest.look_at_own();
  Visit stack[kDeepest];
  std::size_t open = 1;
  stack[0] = {0, {}};
  while (open > 0) {
    Visit& visit = stack[open - 1];
    if (visit.node == own || reaching(visit.apart, closest.kth(), false) == 0) {
      --open;
      continue;
    }
    const KdTree::Node& node = tree.nodes()[visit.node];
    if (node.right == 0) {
      closest.look_at(tree.leaf(node.first_leaf), tree.box(visit.node));
      --open;
      continue;
    }
    // The farther child in place of its parent, the nearer one on top.
    const bool left_nearer = points[node.axis * kLeafPoints] < node.cut;  // any point of the leaf says as much
    Visit& nearer = stack[open++];
    nearer.node = left_nearer ? visit.node + 1 : node.right;
    visit.node = left_nearer ? node.right : visit.node + 1;
    part(node, points, left_nearer, visit.apart, nearer.apart);
  }
  std::copy_n(closest.kth(), kLeafPoints, distances);
}

/// A node to look at, and for whom.
struct Asking {
  std::uint32_t node;
  Mask who;
};

template <std::size_t kD>
void count_in(const KdTree& tree, std::size_t leaf, const double* radii, bool inclusive, std::uint32_t* counts) {
  const std::size_t dimensions = tree.dimensions();
  const double* const own = tree.leaf(leaf);
  std::fill_n(counts, kLeafPoints, 0U);
  const auto reaching = [&](const double* box, const auto& distances) {
    Mask who = 0;
    for (std::size_t from = 0; from < kLeafPoints; from += hn::Lanes(Tag()))
      who |= below(distances(own, box, dimensions, from), hn::LoadU(Tag(), radii + from), inclusive, from);
    return who;
  };
  // Not by name: what is always inlined cannot be pointed to.
  const auto nearest = [](const double* leaf_points, const double* box, std::size_t count, std::size_t from)
                           HWY_ATTR { return distances_from_box<kD>(leaf_points, box, count, from); };
  const auto farthest = [](const double* leaf_points, const double* box, std::size_t count, std::size_t from)
                            HWY_ATTR { return farthest_in_box<kD>(leaf_points, box, count, from); };
  Asking stack[kDeepest];
  std::size_t open = 0;
  stack[open++] = {0, (Mask{1} << kLeafPoints) - 1};
  while (open > 0) {
    const Asking asking = stack[--open];
    const KdTree::Node& node = tree.nodes()[asking.node];
    const double* const box = tree.box(asking.node);
    Mask who = asking.who & reaching(box, nearest);
    if (who == 0) continue;
    const Mask inside = who & reaching(box, farthest);
    for (Mask whole = inside; whole != 0; whole &= whole - 1) counts[__builtin_ctzll(whole)] += node.points;
    who &= ~inside;
    if (who == 0) continue;
    if (node.right != 0) {
      stack[open++] = {node.right, who};
      stack[open++] = {asking.node + 1, who};
      continue;
    }
    const double* const others = tree.leaf(node.first_leaf);
    for (; who != 0; who &= who - 1) {
      const auto i = static_cast<std::size_t>(__builtin_ctzll(who));
      const Vec radius = hn::Set(Tag(), radii[i]);
      std::size_t within = 0;
      for (std::size_t from = 0; from < kLeafPoints; from += hn::Lanes(Tag())) {
        const Vec distance = distances_to<kD>(others, own + i, dimensions, from);
        within += hn::CountTrue(Tag(), inclusive ? hn::Le(distance, radius) : hn::Lt(distance, radius));
      }
      counts[i] += static_cast<std::uint32_t>(within);
    }
  }
}

/// Calls what is compiled for so many coordinates, or for any number.
template <class Call>
HWY_INLINE void for_dimensions(std::size_t dimensions, const Call& call) {
  switch (dimensions) {
    case 1:
      return call(std::integral_constant<std::size_t, 1>());
    case 2:
      return call(std::integral_constant<std::size_t, 2>());
    case 3:
      return call(std::integral_constant<std::size_t, 3>());
    case 4:
      return call(std::integral_constant<std::size_t, 4>());
    case 5:
      return call(std::integral_constant<std::size_t, 5>());
    case 6:
      return call(std::integral_constant<std::size_t, 6>());
    default:
      return call(std::integral_constant<std::size_t, 0>());
  }
}

void nearest_simd(const KdTree& tree, std::size_t leaf, std::size_t k, double* distances) {
  for_dimensions(tree.dimensions(), [&](auto d) { nearest_in<decltype(d)::value>(tree, leaf, k, distances); });
}

void count_simd(const KdTree& tree, std::size_t leaf, const double* radii, bool inclusive, std::uint32_t* counts) {
  for_dimensions(tree.dimensions(),
                 [&](auto d) { count_in<decltype(d)::value>(tree, leaf, radii, inclusive, counts); });
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
