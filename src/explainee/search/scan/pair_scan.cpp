#include "explainee/search/scan/pair_scan.h"

#include <cmath>
#include <limits>

#include "explainee/base/tolerances.h"
#include "explainee/search/algebra/aligned.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "explainee/search/scan/pair_scan.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace explainee::search::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// The thresholds are lowered by this share: it covers the rounding of x² and y for every second column whose own pivot
/// is above kDetermined, the smallest that counts.
constexpr double kLoose = 1e-3;
/// Share of threshold·kDetermined that x² − threshold·y must exceed, so that columns without rank (x = y = 0) do not.
constexpr double kShut = 2.5e-4;

bool prepare_rows_simd(const ScanColumns& columns, const ScanGoal& goal, std::size_t from, std::size_t to,
                       const ScanRows& rows) {
  const hn::CappedTag<double, 8> tag;
  const std::size_t lanes = hn::Lanes(tag);
  const auto zero = hn::Zero(tag);
  const auto infinity = hn::Set(tag, std::numeric_limits<double>::infinity());
  const auto before = hn::Set(tag, columns.residual);
  const auto least = hn::Set(tag, goal.least_gain);
  auto some = hn::Lt(zero, zero);
  for (std::size_t i = from / kPad * kPad; i < to; i += lanes) {
    const auto variance = hn::Load(tag, columns.variance + i);
    const auto scale = hn::Load(tag, columns.scale + i);
    const auto cross = hn::Load(tag, columns.cross + i);
    const auto adds = hn::Gt(variance, hn::Mul(hn::Set(tag, base::kDetermined), scale));
    const auto inverse = hn::Div(hn::Set(tag, 1.0), hn::IfThenElse(adds, variance, hn::Set(tag, 1.0)));
    const auto slope = hn::Mul(cross, inverse);
    const auto gain = hn::Mul(cross, slope);
    const auto residual = hn::Sub(before, gain);
    const auto before_stretch = hn::Set(tag, columns.stretch);
    const auto own_stretch = hn::Mul(scale, inverse);
    const auto stretch = goal.multiply ? hn::Mul(before_stretch, hn::Max(own_stretch, hn::Set(tag, 1.0)))
                                       : hn::Max(before_stretch, own_stretch);
    const auto slack = hn::Mul(hn::Set(tag, goal.rounding), stretch);
    const auto reaches =
        hn::And(hn::Le(residual, hn::Add(hn::Set(tag, goal.first), slack)), hn::Ge(hn::Add(gain, slack), least));
    some = hn::Or(some, hn::And(adds, reaches));
    const auto open = hn::And(adds, hn::Gt(residual, hn::Set(tag, goal.settled)));
    const auto needed = hn::Max(hn::Sub(residual, hn::Set(tag, goal.second)), least);
    const auto threshold = hn::Sub(hn::Mul(hn::Set(tag, 1 - kLoose), needed), slack);
    // Without a positive threshold rounding could hide a hit: such a row is looked at in any case.
    const auto margin = hn::IfThenElse(hn::Gt(threshold, zero),
                                       hn::Mul(hn::Set(tag, kShut * base::kDetermined), threshold), hn::Neg(infinity));
    hn::Store(hn::IfThenElseZero(open, slope), tag, rows.slope + i);
    hn::Store(hn::IfThenElseZero(open, inverse), tag, rows.inverse + i);
    hn::Store(residual, tag, rows.residual + i);
    hn::Store(slack, tag, rows.slack + i);
    hn::Store(hn::IfThenElseZero(open, threshold), tag, rows.threshold + i);
    hn::Store(hn::IfThenElse(open, margin, infinity), tag, rows.margin + i);
  }
  return !hn::AllFalse(tag, some);
}

std::size_t first_row_above_simd(const ScanColumns& columns, const ScanRows& rows, std::size_t from, std::size_t to) {
  const hn::CappedTag<double, 8> tag;
  const std::size_t lanes = hn::Lanes(tag);
  for (std::size_t i = from; i < to; ++i) {
    const double* HWY_RESTRICT line = columns.matrix + (i - columns.first_row) * columns.stride;
    const auto level = hn::Set(tag, columns.level[i]);
    const auto slope = hn::Set(tag, rows.slope[i]);
    const auto inverse = hn::Set(tag, rows.inverse[i]);
    const auto threshold = hn::Set(tag, rows.threshold[i]);
    const auto least = hn::Set(tag, rows.margin[i]);
    auto most = least;
    for (std::size_t j = 0; j < i; j += lanes) {
      const auto m = hn::NegMulAdd(level, hn::Load(tag, columns.level + j), hn::Load(tag, line + j));
      const auto x = hn::NegMulAdd(slope, m, hn::Load(tag, columns.cross + j));
      const auto y = hn::NegMulAdd(hn::Mul(inverse, m), m, hn::Load(tag, columns.variance + j));
      most = hn::Max(most, hn::NegMulAdd(threshold, y, hn::Mul(x, x)));
    }
    if (!hn::AllTrue(tag, hn::Le(most, least))) return i;
  }
  return to;
}

void condition_simd(const ScanColumns& columns, std::size_t size, double* HWY_RESTRICT level,
                    double* HWY_RESTRICT cross, double* HWY_RESTRICT variance) {
  const hn::CappedTag<double, 8> tag;
  const std::size_t lanes = hn::Lanes(tag);
  const double root = 1 / std::sqrt(columns.variance[size]);
  const double* HWY_RESTRICT line = columns.matrix + size * columns.stride;
  const auto inverse = hn::Set(tag, root);
  const auto score = hn::Set(tag, columns.cross[size] * root);
  for (std::size_t j = 0; j < size; j += lanes) {
    const auto entry = hn::Mul(hn::Load(tag, line + j), inverse);
    hn::Store(entry, tag, level + j);
    hn::Store(hn::NegMulAdd(score, entry, hn::Load(tag, columns.cross + j)), tag, cross + j);
    hn::Store(hn::NegMulAdd(entry, entry, hn::Load(tag, columns.variance + j)), tag, variance + j);
  }
}

void subtract_level_simd(const ScanColumns& columns, const double* HWY_RESTRICT level, std::size_t size,
                         double* HWY_RESTRICT matrix) {
  const hn::CappedTag<double, 8> tag;
  const std::size_t lanes = hn::Lanes(tag);
  const std::size_t width = padded(size);
  for (std::size_t i = 0; i < size; ++i) {
    const double* HWY_RESTRICT line = columns.matrix + i * columns.stride;
    const auto entry = hn::Set(tag, level[i]);
    for (std::size_t j = 0; j < width; j += lanes) {
      hn::Store(hn::NegMulAdd(entry, hn::Load(tag, level + j), hn::Load(tag, line + j)), tag, matrix + i * width + j);
    }
  }
}

}  // namespace explainee::search::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace explainee::search {

HWY_EXPORT(prepare_rows_simd);
HWY_EXPORT(first_row_above_simd);
HWY_EXPORT(condition_simd);
HWY_EXPORT(subtract_level_simd);

bool prepare_rows(const ScanColumns& columns, const ScanGoal& goal, std::size_t from, std::size_t to,
                  const ScanRows& rows) {
  return HWY_DYNAMIC_DISPATCH(prepare_rows_simd)(columns, goal, from, to, rows);
}

std::size_t first_row_above(const ScanColumns& columns, const ScanRows& rows, std::size_t from, std::size_t to) {
  return HWY_DYNAMIC_DISPATCH(first_row_above_simd)(columns, rows, from, to);
}

void condition(const ScanColumns& columns, std::size_t size, double* level, double* cross, double* variance) {
  HWY_DYNAMIC_DISPATCH(condition_simd)(columns, size, level, cross, variance);
}

void subtract_level(const ScanColumns& columns, const double* level, std::size_t size, double* matrix) {
  HWY_DYNAMIC_DISPATCH(subtract_level_simd)(columns, level, size, matrix);
}

}  // namespace explainee::search
#endif
