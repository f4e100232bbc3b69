#include "explainee/search/algebra/rank_one.h"

#include "explainee/search/algebra/aligned.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "explainee/search/algebra/rank_one.cpp"
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

/// Row i is padded(i + 1) long and starts where the one before ends.
void add_rank_one_below_simd(double* triangle, std::size_t rows, const double* factor, const double* line) {
  double* row = triangle;
  for (std::size_t i = 0; i < rows; ++i) {
    const std::size_t width = padded(i + 1);
    add_rank_one_simd(row, 1, width, width, factor + i, line);
    row += width;
  }
}

/// Four rows at a time: each loaded line serves all four. Vectors are named one by one, since not every target has
/// arrays of them.
void add_rank_to_four(double* HWY_RESTRICT matrix, std::size_t stride, std::size_t from, std::size_t to,
                      const double* HWY_RESTRICT factor, const Lines& lines) {
  const std::size_t count = lines.count;
  const hn::CappedTag<double, 8> tag;
  const std::size_t lanes = hn::Lanes(tag);
  for (std::size_t j = from; j < to; j += lanes) {
    double* HWY_RESTRICT at = matrix + j;
    auto row0 = hn::Load(tag, at);
    auto row1 = hn::Load(tag, at + stride);
    auto row2 = hn::Load(tag, at + 2 * stride);
    auto row3 = hn::Load(tag, at + 3 * stride);
    for (std::size_t k = 0; k < count; ++k) {
      const auto line = hn::Load(tag, lines.first + k * lines.stride + j);
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
                        const Lines& lines) {
  const std::size_t count = lines.count;
  constexpr std::size_t kTile = 64;  // columns whose lines stay in the nearest cache
  const std::size_t fours = rows / 4 * 4;
  for (std::size_t from = 0; from < width; from += kTile) {
    const std::size_t to = from + kTile < width ? from + kTile : width;
    for (std::size_t i = 0; i < fours; i += 4) {
      add_rank_to_four(matrix + i * stride, stride, from, to, factor + i * count, lines);
    }
  }
  for (std::size_t i = fours; i < rows; ++i) {
    for (std::size_t k = 0; k < count; ++k) {
      add_rank_one_simd(matrix + i * stride, 1, stride, width, factor + i * count + k, lines.first + k * lines.stride);
    }
  }
}

/// Four rows at a time: what is summed is loaded and stored once for them. Each entry's sum goes on in the same order.
void add_four_rows(const double* HWY_RESTRICT row0, const double* HWY_RESTRICT row1, const double* HWY_RESTRICT row2,
                   const double* HWY_RESTRICT row3, const double* weight, std::size_t width, double* HWY_RESTRICT out) {
  const hn::CappedTag<double, 8> tag;
  const std::size_t lanes = hn::Lanes(tag);
  std::size_t j = 0;
  for (; j + lanes <= width; j += lanes) {
    auto sum = hn::MulAdd(hn::Set(tag, weight[0]), hn::LoadU(tag, row0 + j), hn::LoadU(tag, out + j));
    sum = hn::MulAdd(hn::Set(tag, weight[1]), hn::LoadU(tag, row1 + j), sum);
    sum = hn::MulAdd(hn::Set(tag, weight[2]), hn::LoadU(tag, row2 + j), sum);
    sum = hn::MulAdd(hn::Set(tag, weight[3]), hn::LoadU(tag, row3 + j), sum);
    hn::StoreU(sum, tag, out + j);
  }
  for (; j < width; ++j) {
    out[j] += weight[0] * row0[j];
    out[j] += weight[1] * row1[j];
    out[j] += weight[2] * row2[j];
    out[j] += weight[3] * row3[j];
  }
}

void add_rows_simd(const double* matrix, std::size_t stride, std::size_t width, const std::vector<WeightedRow>& rows,
                   double* out) {
  const auto row = [&](std::size_t k) { return matrix + rows[k].row * stride; };
  std::size_t k = 0;
  for (; k + 4 <= rows.size(); k += 4) {
    const double weight[4] = {rows[k].weight, rows[k + 1].weight, rows[k + 2].weight, rows[k + 3].weight};
    add_four_rows(row(k), row(k + 1), row(k + 2), row(k + 3), weight, width, out);
  }
  for (; k < rows.size(); ++k) {
    const double* own = row(k);
    for (std::size_t j = 0; j < width; ++j) out[j] += rows[k].weight * own[j];
  }
}

}  // namespace explainee::search::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace explainee::search {

HWY_EXPORT(add_rank_one_simd);
HWY_EXPORT(add_rank_one_below_simd);
HWY_EXPORT(add_rank_many_simd);
HWY_EXPORT(add_rows_simd);

void add_rank_one(double* matrix, std::size_t rows, std::size_t stride, std::size_t width, const double* factor,
                  const double* line) {
  HWY_DYNAMIC_DISPATCH(add_rank_one_simd)(matrix, rows, stride, width, factor, line);
}

void add_rank_one_below(double* triangle, std::size_t rows, const double* factor, const double* line) {
  HWY_DYNAMIC_DISPATCH(add_rank_one_below_simd)(triangle, rows, factor, line);
}

void add_rank_many(double* matrix, std::size_t rows, std::size_t stride, std::size_t width, const double* factor,
                   const Lines& lines) {
  HWY_DYNAMIC_DISPATCH(add_rank_many_simd)(matrix, rows, stride, width, factor, lines);
}

void add_rows(const double* matrix, std::size_t stride, std::size_t width, const std::vector<WeightedRow>& rows,
              double* out) {
  HWY_DYNAMIC_DISPATCH(add_rows_simd)(matrix, stride, width, rows, out);
}

}  // namespace explainee::search
#endif
