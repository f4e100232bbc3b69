#include "explainee/moments/column_products.h"

#include <algorithm>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "explainee/moments/column_products.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace explainee::moments::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kHeight = 4;       ///< columns i of one block
constexpr std::size_t kWidth = 2;        ///< columns j of one block
constexpr std::size_t kChunkRows = 128;  ///< rows of all columns that stay in the nearest cache
constexpr std::size_t kMostLanes = 8;

/// Adds the products of columns i0…i3 with j0, j1 over `rows` rows to eight vectors of partial sums at `partial`.
void add_block(const double* const* i, const double* const* j, std::size_t rows, double* partial) {
  const hn::CappedTag<double, kMostLanes> tag;
  const std::size_t lanes = hn::Lanes(tag);
  auto s00 = hn::LoadU(tag, partial);
  auto s10 = hn::LoadU(tag, partial + lanes);
  auto s20 = hn::LoadU(tag, partial + 2 * lanes);
  auto s30 = hn::LoadU(tag, partial + 3 * lanes);
  auto s01 = hn::LoadU(tag, partial + 4 * lanes);
  auto s11 = hn::LoadU(tag, partial + 5 * lanes);
  auto s21 = hn::LoadU(tag, partial + 6 * lanes);
  auto s31 = hn::LoadU(tag, partial + 7 * lanes);
  for (std::size_t k = 0; k < rows; k += lanes) {
    const auto j0 = hn::LoadU(tag, j[0] + k);
    const auto j1 = hn::LoadU(tag, j[1] + k);
    const auto i0 = hn::LoadU(tag, i[0] + k);
    const auto i1 = hn::LoadU(tag, i[1] + k);
    const auto i2 = hn::LoadU(tag, i[2] + k);
    const auto i3 = hn::LoadU(tag, i[3] + k);
    s00 = hn::MulAdd(i0, j0, s00);
    s01 = hn::MulAdd(i0, j1, s01);
    s10 = hn::MulAdd(i1, j0, s10);
    s11 = hn::MulAdd(i1, j1, s11);
    s20 = hn::MulAdd(i2, j0, s20);
    s21 = hn::MulAdd(i2, j1, s21);
    s30 = hn::MulAdd(i3, j0, s30);
    s31 = hn::MulAdd(i3, j1, s31);
  }
  hn::StoreU(s00, tag, partial);
  hn::StoreU(s10, tag, partial + lanes);
  hn::StoreU(s20, tag, partial + 2 * lanes);
  hn::StoreU(s30, tag, partial + 3 * lanes);
  hn::StoreU(s01, tag, partial + 4 * lanes);
  hn::StoreU(s11, tag, partial + 5 * lanes);
  hn::StoreU(s21, tag, partial + 6 * lanes);
  hn::StoreU(s31, tag, partial + 7 * lanes);
}

/// Adds the products of columns i0…i3 with the roots to four vectors of partial sums.
void add_sums(const double* const* i, const double* roots, std::size_t rows, double* partial) {
  const hn::CappedTag<double, kMostLanes> tag;
  const std::size_t lanes = hn::Lanes(tag);
  auto s0 = hn::LoadU(tag, partial);
  auto s1 = hn::LoadU(tag, partial + lanes);
  auto s2 = hn::LoadU(tag, partial + 2 * lanes);
  auto s3 = hn::LoadU(tag, partial + 3 * lanes);
  for (std::size_t k = 0; k < rows; k += lanes) {
    const auto root = hn::LoadU(tag, roots + k);
    s0 = hn::MulAdd(hn::LoadU(tag, i[0] + k), root, s0);
    s1 = hn::MulAdd(hn::LoadU(tag, i[1] + k), root, s1);
    s2 = hn::MulAdd(hn::LoadU(tag, i[2] + k), root, s2);
    s3 = hn::MulAdd(hn::LoadU(tag, i[3] + k), root, s3);
  }
  hn::StoreU(s0, tag, partial);
  hn::StoreU(s1, tag, partial + lanes);
  hn::StoreU(s2, tag, partial + 2 * lanes);
  hn::StoreU(s3, tag, partial + 3 * lanes);
}

double total(const double* partial) {
  const hn::CappedTag<double, kMostLanes> tag;
  double sum = 0;
  for (std::size_t lane = 0; lane < hn::Lanes(tag); ++lane) sum += partial[lane];
  return sum;
}

void column_products_simd(const double* columns, std::size_t stride, std::size_t count, std::size_t rows,
                          double* products, std::size_t leading) {
  const std::size_t lanes = hn::Lanes(hn::CappedTag<double, kMostLanes>());
  const std::size_t heights = (count + kHeight - 1) / kHeight;
  const std::size_t blocks = heights * (heights + 1);  // height r meets the widths 0 … 2r+1
  const std::size_t block_cells = kHeight * kWidth * lanes;
  const std::size_t padded = (rows + kRowsAtOnce - 1) / kRowsAtOnce * kRowsAtOnce;
  std::vector<double> partial(blocks * block_cells + heights * kHeight * lanes, 0.0);
  double* const partial_sums = partial.data() + blocks * block_cells;
  const double* const roots = columns + count * stride;
  const auto column = [&](std::size_t c) { return columns + std::min(c, count - 1) * stride; };  // beyond: ignored
  for (std::size_t from = 0; from < padded; from += kChunkRows) {
    const std::size_t chunk = std::min(kChunkRows, padded - from);
    double* out = partial.data();
    for (std::size_t r = 0; r < heights; ++r) {
      const double* i[kHeight];
      for (std::size_t k = 0; k < kHeight; ++k) i[k] = column(r * kHeight + k) + from;
      for (std::size_t p = 0; p < 2 * (r + 1); ++p, out += block_cells) {
        const double* j[kWidth] = {column(p * kWidth) + from, column(p * kWidth + 1) + from};
        add_block(i, j, chunk, out);
      }
      add_sums(i, roots + from, chunk, partial_sums + r * kHeight * lanes);
    }
  }
  const double* block = partial.data();
  for (std::size_t r = 0; r < heights; ++r) {
    for (std::size_t p = 0; p < 2 * (r + 1); ++p, block += block_cells) {
      for (std::size_t k = 0; k < kHeight * kWidth; ++k) {
        const std::size_t i = r * kHeight + k % kHeight;
        const std::size_t j = p * kWidth + k / kHeight;
        if (i < count && j <= i) products[j * leading + i] = total(block + k * lanes);
      }
    }
  }
  for (std::size_t c = 0; c < count; ++c) products[c * leading + count] = total(partial_sums + c * lanes);
}

}  // namespace explainee::moments::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace explainee::moments {

HWY_EXPORT(column_products_simd);

void column_products(const double* columns, std::size_t stride, std::size_t count, std::size_t rows, double* products,
                     std::size_t leading) {
  HWY_DYNAMIC_DISPATCH(column_products_simd)(columns, stride, count, rows, products, leading);
}

}  // namespace explainee::moments
#endif
