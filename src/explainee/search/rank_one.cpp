#include "explainee/search/rank_one.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "explainee/search/rank_one.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace explainee::search::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

void add_rank_one_simd(double* matrix, std::size_t rows, std::size_t stride, std::size_t width, const double* factor,
                       const double* line) {
  const hn::CappedTag<double, 8> tag;
  const std::size_t lanes = hn::Lanes(tag);
  for (std::size_t i = 0; i < rows; ++i) {
    if (factor[i] == 0) continue;
    double* HWY_RESTRICT row = matrix + i * stride;
    const auto weight = hn::Set(tag, factor[i]);
    for (std::size_t j = 0; j < width; j += lanes) {
      hn::Store(hn::MulAdd(weight, hn::Load(tag, line + j), hn::Load(tag, row + j)), tag, row + j);
    }
  }
}

/// Four rows at a time: each loaded line serves all four. Vectors are named one by one, since not every target has
/// arrays of them.
void add_rank_to_four(double* HWY_RESTRICT matrix, std::size_t stride, std::size_t from, std::size_t to,
                      const double* HWY_RESTRICT factor, const double* HWY_RESTRICT lines, std::size_t width,
                      std::size_t count) {
  const hn::CappedTag<double, 8> tag;
  const std::size_t lanes = hn::Lanes(tag);
  for (std::size_t j = from; j < to; j += lanes) {
    double* HWY_RESTRICT at = matrix + j;
    auto row0 = hn::Load(tag, at);
    auto row1 = hn::Load(tag, at + stride);
    auto row2 = hn::Load(tag, at + 2 * stride);
    auto row3 = hn::Load(tag, at + 3 * stride);
    for (std::size_t k = 0; k < count; ++k) {
      const auto line = hn::Load(tag, lines + k * width + j);
      row0 = hn::MulAdd(hn::Set(tag, factor[k]), line, row0);
      row1 = hn::MulAdd(hn::Set(tag, factor[count + k]), line, row1);
      row2 = hn::MulAdd(hn::Set(tag, factor[2 * count + k]), line, row2);
      row3 = hn::MulAdd(hn::Set(tag, factor[3 * count + k]), line, row3);
    }
    hn::Store(row0, tag, at);
    hn::Store(row1, tag, at + stride);
    hn::Store(row2, tag, at + 2 * stride);
    hn::Store(row3, tag, at + 3 * stride);
  }
}

void add_rank_many_simd(double* matrix, std::size_t rows, std::size_t stride, std::size_t width, const double* factor,
                        const double* lines, std::size_t count) {
  constexpr std::size_t kTile = 64;  // columns whose lines stay in the nearest cache
  const std::size_t fours = rows / 4 * 4;
  for (std::size_t from = 0; from < width; from += kTile) {
    const std::size_t to = from + kTile < width ? from + kTile : width;
    for (std::size_t i = 0; i < fours; i += 4) {
      add_rank_to_four(matrix + i * stride, stride, from, to, factor + i * count, lines, width, count);
    }
  }
  for (std::size_t i = fours; i < rows; ++i) {
    for (std::size_t k = 0; k < count; ++k) {
      add_rank_one_simd(matrix + i * stride, 1, stride, width, factor + i * count + k, lines + k * width);
    }
  }
}

void add_rows_simd(const double* matrix, std::size_t rows, std::size_t stride, std::size_t width, const double* weight,
                   double* HWY_RESTRICT out) {
  const hn::CappedTag<double, 8> tag;
  const std::size_t lanes = hn::Lanes(tag);
  for (std::size_t i = 0; i < rows; ++i) {
    if (weight[i] == 0) continue;
    const double* HWY_RESTRICT row = matrix + i * stride;
    const auto share = hn::Set(tag, weight[i]);
    for (std::size_t j = 0; j < width; j += lanes) {
      hn::Store(hn::MulAdd(share, hn::Load(tag, row + j), hn::Load(tag, out + j)), tag, out + j);
    }
  }
}

}  // namespace explainee::search::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace explainee::search {

HWY_EXPORT(add_rank_one_simd);
HWY_EXPORT(add_rank_many_simd);
HWY_EXPORT(add_rows_simd);

void add_rank_one(double* matrix, std::size_t rows, std::size_t stride, std::size_t width, const double* factor,
                  const double* line) {
  HWY_DYNAMIC_DISPATCH(add_rank_one_simd)(matrix, rows, stride, width, factor, line);
}

void add_rank_many(double* matrix, std::size_t rows, std::size_t stride, std::size_t width, const double* factor,
                   const double* lines, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(add_rank_many_simd)(matrix, rows, stride, width, factor, lines, count);
}

void add_rows(const double* matrix, std::size_t rows, std::size_t stride, std::size_t width, const double* weight,
              double* out) {
  HWY_DYNAMIC_DISPATCH(add_rows_simd)(matrix, rows, stride, width, weight, out);
}

}  // namespace explainee::search
#endif
