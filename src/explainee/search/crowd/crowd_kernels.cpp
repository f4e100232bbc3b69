#include "explainee/search/crowd/crowd_kernels.h"

#include <algorithm>
#include <cmath>

#include "explainee/search/algebra/aligned.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "explainee/search/crowd/crowd_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace explainee::search::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<double, 8>;
using Vec = hn::Vec<Tag>;

constexpr std::size_t kTile = 4;  ///< vectors of four members at a time

/// Rows [at, at + vectors) of four products.
template <std::size_t kVectors>
HWY_INLINE void multiply_tile(const double* HWY_RESTRICT matrix, std::size_t size, std::size_t stride,
                              const double* const* in, double* const* out) {
  const Tag tag;
  const std::size_t lanes = hn::Lanes(tag);
  Vec sum[kVectors][4];
  for (std::size_t v = 0; v < kVectors; ++v) {
    for (auto& part : sum[v]) part = hn::Zero(tag);
  }
  for (std::size_t k = 0; k < size; ++k) {
    Vec line[kVectors];
    for (std::size_t v = 0; v < kVectors; ++v) line[v] = hn::Load(tag, matrix + k * stride + v * lanes);
    for (std::size_t u = 0; u < 4; ++u) {
      const Vec factor = hn::Set(tag, in[u][k]);
      for (std::size_t v = 0; v < kVectors; ++v) sum[v][u] = hn::MulAdd(factor, line[v], sum[v][u]);
    }
  }
  for (std::size_t u = 0; u < 4; ++u) {
    for (std::size_t v = 0; v < kVectors; ++v) hn::Store(sum[v][u], tag, out[u] + v * lanes);
  }
}

void multiply_many_simd(const double* matrix, std::size_t size, std::size_t stride, const double* in, std::size_t count,
                        double* out) {
  const std::size_t lanes = hn::Lanes(Tag());
  for (std::size_t first = 0; first < count; first += 4) {
    const double* from[4];
    double* to[4];
    for (std::size_t u = 0; u < 4; ++u) {  // the last one stands in for those that are missing
      const std::size_t own = std::min(first + u, count - 1);
      from[u] = in + own * stride;
      to[u] = out + own * stride;
    }
    std::size_t at = 0;
    const auto move_on = [&](std::size_t step) {
      at += step;
      for (double*& place : to) place += step;
    };
    while (at + kTile * lanes <= stride) {
      multiply_tile<kTile>(matrix + at, size, stride, from, to);
      move_on(kTile * lanes);
    }
    while (at < stride) {
      multiply_tile<1>(matrix + at, size, stride, from, to);
      move_on(lanes);
    }
  }
}

double dot_simd(const double* HWY_RESTRICT a, const double* HWY_RESTRICT b, std::size_t stride) {
  const Tag tag;
  Vec sum = hn::Zero(tag);
  for (std::size_t j = 0; j < stride; j += hn::Lanes(tag))
    sum = hn::MulAdd(hn::Load(tag, a + j), hn::Load(tag, b + j), sum);
  return hn::GetLane(hn::SumOfLanes(tag, sum));
}

double sum_abs_simd(const double* HWY_RESTRICT a, std::size_t stride) {
  const Tag tag;
  Vec sum = hn::Zero(tag);
  for (std::size_t j = 0; j < stride; j += hn::Lanes(tag)) sum = hn::Add(sum, hn::Abs(hn::Load(tag, a + j)));
  return hn::GetLane(hn::SumOfLanes(tag, sum));
}

void combine_simd(const double* a, double scale, const double* rows, const double* weight, std::size_t count,
                  std::size_t stride, double* out) {
  const Tag tag;
  for (std::size_t j = 0; j < stride; j += hn::Lanes(tag)) {
    Vec sum = hn::Mul(hn::Load(tag, a + j), hn::Set(tag, scale));
    for (std::size_t k = 0; k < count; ++k) {
      sum = hn::NegMulAdd(hn::Set(tag, weight[k]), hn::Load(tag, rows + k * stride + j), sum);
    }
    hn::Store(sum, tag, out + j);
  }
}

void add_level_simd(ClimbColumns& columns, double score) {
  const Tag tag;
  const double* HWY_RESTRICT level = columns.levels + columns.count * columns.stride;
  const Vec t = hn::Set(tag, score);
  for (std::size_t j = 0; j < columns.stride; j += hn::Lanes(tag)) {
    const Vec w = hn::Load(tag, level + j);
    hn::Store(hn::NegMulAdd(t, w, hn::Load(tag, columns.cross + j)), tag, columns.cross + j);
    hn::Store(hn::NegMulAdd(w, w, hn::Load(tag, columns.variance + j)), tag, columns.variance + j);
  }
  columns.residual -= score * score;
  ++columns.count;
}

double add_column_simd(ClimbColumns& columns, int column) {
  const Tag tag;
  const auto own = static_cast<std::size_t>(column);
  const double inverse = 1 / std::sqrt(columns.variance[own]);
  const double score = columns.cross[own] * inverse;
  const double* HWY_RESTRICT line = columns.gram + own * columns.stride;
  double* HWY_RESTRICT level = columns.levels + columns.count * columns.stride;
  const Vec scale = hn::Set(tag, inverse);
  const Vec t = hn::Set(tag, score);
  for (std::size_t j = 0; j < columns.stride; j += hn::Lanes(tag)) {
    Vec w = hn::Load(tag, line + j);
    for (std::size_t k = 0; k < columns.count; ++k) {
      const double* HWY_RESTRICT before = columns.levels + k * columns.stride;
      w = hn::NegMulAdd(hn::Set(tag, before[own]), hn::Load(tag, before + j), w);
    }
    w = hn::Mul(w, scale);
    hn::Store(w, tag, level + j);
    hn::Store(hn::NegMulAdd(t, w, hn::Load(tag, columns.cross + j)), tag, columns.cross + j);
    hn::Store(hn::NegMulAdd(w, w, hn::Load(tag, columns.variance + j)), tag, columns.variance + j);
  }
  columns.open[own] = 0;
  columns.residual -= score * score;
  ++columns.count;
  return score;
}

int best_column_simd(const ClimbColumns& columns, double least) {
  const Tag tag;
  const std::size_t lanes = hn::Lanes(tag);
  Vec top = hn::Set(tag, -1.0);  // r² and g of the best of each lane: no division but one
  Vec below = hn::Set(tag, 1.0);
  Vec where = hn::Set(tag, -1.0);
  Vec index = hn::Iota(tag, 0);
  const Vec step = hn::Set(tag, static_cast<double>(lanes));
  const Vec low = hn::Set(tag, least);
  for (std::size_t j = 0; j < columns.stride; j += lanes) {
    const Vec r = hn::Load(tag, columns.cross + j);
    const Vec g = hn::Load(tag, columns.variance + j);
    const auto open = hn::And(hn::Gt(hn::Load(tag, columns.open + j), hn::Zero(tag)), hn::Gt(g, low));
    const Vec square = hn::Mul(r, r);
    const auto better = hn::And(open, hn::Gt(hn::Mul(square, below), hn::Mul(top, g)));
    top = hn::IfThenElse(better, square, top);
    below = hn::IfThenElse(better, g, below);
    where = hn::IfThenElse(better, index, where);
    index = hn::Add(index, step);
  }
  const Vec gain = hn::Div(top, below);
  const Vec most = hn::MaxOfLanes(tag, gain);
  if (!(hn::GetLane(most) >= 0)) return -1;
  const Vec at = hn::IfThenElse(hn::Eq(gain, most), where, hn::Set(tag, 1e300));
  return static_cast<int>(hn::GetLane(hn::MinOfLanes(tag, at)));
}

std::size_t keep_state_simd(const ClimbColumns& columns, double* HWY_RESTRICT cross, double* HWY_RESTRICT variance,
                            double* HWY_RESTRICT open) {
  const Tag tag;
  std::size_t count = 0;
  for (std::size_t j = 0; j < columns.stride; j += hn::Lanes(tag)) {
    const Vec flag = hn::Load(tag, columns.open + j);
    const auto there = hn::Gt(flag, hn::Zero(tag));
    hn::Store(hn::IfThenElseZero(there, hn::Load(tag, columns.cross + j)), tag, cross + j);
    hn::Store(hn::Load(tag, columns.variance + j), tag, variance + j);
    hn::Store(flag, tag, open + j);
    count += hn::CountTrue(tag, there);
  }
  return count;
}

Closeness close_determined_simd(ClimbColumns& columns, double from, double to) {
  const Tag tag;
  const Vec low = hn::Set(tag, from);
  const Vec high = hn::Set(tag, to);
  auto delicate = hn::Lt(low, low);
  auto some = delicate;
  for (std::size_t j = 0; j < columns.stride; j += hn::Lanes(tag)) {
    const Vec g = hn::Load(tag, columns.variance + j);
    const Vec flag = hn::Load(tag, columns.open + j);
    const auto open = hn::And(hn::Gt(flag, hn::Zero(tag)), hn::Gt(g, low));
    hn::Store(hn::IfThenElseZero(open, flag), tag, columns.open + j);
    delicate = hn::Or(delicate, hn::And(open, hn::Lt(g, high)));
    some = hn::Or(some, open);
  }
  return {!hn::AllFalse(tag, delicate), !hn::AllFalse(tag, some)};
}

bool swap_matters_simd(const ClimbColumns& columns, const SwapRow& row, double from, double to) {
  const Tag tag;
  const Vec slope = hn::Set(tag, row.slope);
  const Vec spread = hn::Set(tag, row.spread);
  const Vec needed = hn::Set(tag, row.needed);
  const Vec low = hn::Set(tag, from);
  const Vec high = hn::Set(tag, to);
  auto matters = hn::Lt(low, low);
  for (std::size_t j = 0; j < columns.stride; j += hn::Lanes(tag)) {
    Vec u = hn::Zero(tag);
    for (std::size_t k = 0; k < row.count; ++k) {
      u = hn::MulAdd(hn::Set(tag, row.weight[k]), hn::Load(tag, row.levels + k * columns.stride + j), u);
    }
    const Vec cross = hn::MulAdd(u, slope, hn::Load(tag, columns.cross + j));
    const Vec variance = hn::MulAdd(hn::Mul(u, u), spread, hn::Load(tag, columns.variance + j));
    const auto open = hn::And(hn::Gt(hn::Load(tag, columns.open + j), hn::Zero(tag)), hn::Gt(variance, low));
    const auto gains = hn::Not(hn::Lt(hn::Mul(cross, cross), hn::Mul(needed, variance)));
    matters = hn::Or(matters, hn::And(open, hn::Or(gains, hn::Lt(variance, high))));
  }
  return !hn::AllFalse(tag, matters);
}

double weigh_simd(const WeighColumns& columns, double theta, double delta, double error, std::size_t stride,
                  double* HWY_RESTRICT gain) {
  const Tag tag;
  const Vec b = hn::Set(tag, 1 - theta);
  const Vec d = hn::Set(tag, theta * delta);
  const Vec add = hn::Set(tag, error);
  const Vec inverse = hn::Set(tag, 1 / delta);
  Vec square = hn::Zero(tag);
  for (std::size_t j = 0; j < stride; j += hn::Lanes(tag)) {
    const Vec g = hn::Mul(hn::Load(tag, columns.gamma + j), hn::Load(tag, columns.inside + j));
    const Vec w = hn::Add(hn::Abs(hn::MulAdd(d, g, hn::Mul(b, hn::Load(tag, columns.seen + j)))), add);
    hn::Store(hn::Mul(hn::Mul(w, w), inverse), tag, gain + j);
    square = hn::MulAdd(g, g, square);
  }
  return hn::GetLane(hn::SumOfLanes(tag, square));
}

}  // namespace explainee::search::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace explainee::search {

HWY_EXPORT(multiply_many_simd);
HWY_EXPORT(dot_simd);
HWY_EXPORT(sum_abs_simd);
HWY_EXPORT(combine_simd);
HWY_EXPORT(add_level_simd);
HWY_EXPORT(add_column_simd);
HWY_EXPORT(best_column_simd);
HWY_EXPORT(keep_state_simd);
HWY_EXPORT(close_determined_simd);
HWY_EXPORT(swap_matters_simd);
HWY_EXPORT(weigh_simd);

void multiply_many(const double* matrix, std::size_t size, std::size_t stride, const double* in, std::size_t count,
                   double* out) {
  if (count > 0) HWY_DYNAMIC_DISPATCH(multiply_many_simd)(matrix, size, stride, in, count, out);
}

double dot(const double* a, const double* b, std::size_t stride) {
  return HWY_DYNAMIC_DISPATCH(dot_simd)(a, b, stride);
}

double sum_abs(const double* a, std::size_t stride) { return HWY_DYNAMIC_DISPATCH(sum_abs_simd)(a, stride); }

void combine(const double* a, double scale, const double* rows, const double* weight, std::size_t count,
             std::size_t stride, double* out) {
  HWY_DYNAMIC_DISPATCH(combine_simd)(a, scale, rows, weight, count, stride, out);
}

void add_level(ClimbColumns& columns, double score) { HWY_DYNAMIC_DISPATCH(add_level_simd)(columns, score); }

double add_column(ClimbColumns& columns, int column) { return HWY_DYNAMIC_DISPATCH(add_column_simd)(columns, column); }

int best_column(const ClimbColumns& columns, double least) {
  return HWY_DYNAMIC_DISPATCH(best_column_simd)(columns, least);
}

std::size_t keep_state(const ClimbColumns& columns, double* cross, double* variance, double* open) {
  return HWY_DYNAMIC_DISPATCH(keep_state_simd)(columns, cross, variance, open);
}

Closeness close_determined(ClimbColumns& columns, double from, double to) {
  return HWY_DYNAMIC_DISPATCH(close_determined_simd)(columns, from, to);
}

bool swap_matters(const ClimbColumns& columns, const SwapRow& row, double from, double to) {
  return HWY_DYNAMIC_DISPATCH(swap_matters_simd)(columns, row, from, to);
}

double weigh(const WeighColumns& columns, double theta, double delta, double error, std::size_t stride, double* gain) {
  return HWY_DYNAMIC_DISPATCH(weigh_simd)(columns, theta, delta, error, stride, gain);
}

}  // namespace explainee::search
#endif
