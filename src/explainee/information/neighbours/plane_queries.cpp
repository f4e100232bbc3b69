#include "explainee/information/neighbours/plane_queries.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "explainee/information/neighbours/plane_queries.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace explainee::information::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Ranks = hn::CappedTag<std::uint32_t, 16>;

HWY_INLINE hn::Mask<Ranks> among(hn::Vec<Ranks> place, const Places& places) {
  const Ranks tag;
  return hn::Lt(hn::Sub(place, hn::Set(tag, places.first)), hn::Set(tag, places.count()));
}

/// Of some points of a column, those that are along.
HWY_INLINE std::size_t in_column(const std::uint32_t* points_along, std::size_t count, const Places& along) {
  const Ranks tag;
  std::size_t sum = 0;
  for (std::size_t i = 0; i < count; i += hn::Lanes(tag))
    sum += hn::CountTrue(tag, hn::And(among(hn::LoadU(tag, points_along + i), along), hn::FirstN(tag, count - i)));
  return sum;
}

/// Of some points of a row, those that are in the rectangle.
HWY_INLINE std::size_t in_row(const std::uint32_t* points_across, const std::uint32_t* points_along, std::size_t count,
                              const Places& across, const Places& along) {
  const Ranks tag;
  std::size_t sum = 0;
  for (std::size_t i = 0; i < count; i += hn::Lanes(tag)) {
    const auto in_both =
        hn::And(among(hn::LoadU(tag, points_across + i), across), among(hn::LoadU(tag, points_along + i), along));
    sum += hn::CountTrue(tag, hn::And(in_both, hn::FirstN(tag, count - i)));
  }
  return sum;
}

HWY_INLINE std::size_t points_of(const Plane& plane, const Places& across, const Places& along) {
  if (across.count() == 0 || along.count() == 0) return 0;
  const unsigned shift = plane.shift();
  const std::size_t top = across.first >> shift;
  const std::size_t bottom = (across.last - 1) >> shift;
  const std::size_t left = along.first >> shift;
  const std::size_t right = (along.last - 1) >> shift;
  const auto edge_row = [&](std::size_t row) HWY_ATTR {
    const std::size_t from = (row << shift) + plane.before(row + 1, left) - plane.before(row, left);
    const std::size_t to = (row << shift) + plane.before(row + 1, right + 1) - plane.before(row, right + 1);
    return in_row(plane.rows_across() + from, plane.rows_along() + from, to - from, across, along);
  };
  const auto edge_column = [&](std::size_t column) HWY_ATTR {
    const std::size_t from = (column << shift) + plane.before(top + 1, column + 1) - plane.before(top + 1, column);
    const std::size_t to = (column << shift) + plane.before(bottom, column + 1) - plane.before(bottom, column);
    return in_column(plane.columns_along() + from, to - from, along);
  };
  std::size_t sum = edge_row(top);
  if (bottom == top) return sum;
  sum += edge_row(bottom);
  if (bottom == top + 1) return sum;
  sum += edge_column(left);
  if (right == left) return sum;
  sum += edge_column(right);
  return sum + plane.before(bottom, right) - plane.before(bottom, left + 1) - plane.before(top + 1, right) +
         plane.before(top + 1, left + 1);
}

void points_simd(const Plane& plane, const Places* across, const Places* along, std::size_t count,
                 std::uint32_t* points) {
  for (std::size_t i = 0; i < count; ++i) points[i] = static_cast<std::uint32_t>(points_of(plane, across[i], along[i]));
}

}  // namespace explainee::information::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace explainee::information {

HWY_EXPORT(points_simd);

void points_within(const Plane& plane, const Places* across, const Places* along, std::size_t count,
                   std::uint32_t* points) {
  HWY_DYNAMIC_DISPATCH(points_simd)(plane, across, along, count, points);
}

}  // namespace explainee::information
#endif
