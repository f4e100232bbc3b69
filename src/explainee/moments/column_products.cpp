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

constexpr std::size_t kSide = 4;          ///< a block multiplies this many columns with as many
constexpr std::size_t kNearCells = 3072;  ///< doubles that stay in the nearest cache
constexpr std::size_t kNearColumns = 24;  ///< up to here the nearest cache holds all columns over some rows
constexpr std::size_t kMostLanes = 8;

/// Adds the products of columns i0…i3 with j0…j3 over `rows` rows to sixteen vectors of partial sums at `partial`.
void add_block(const double* const* i, const double* const* j, std::size_t rows, double* partial) {
  const hn::CappedTag<double, kMostLanes> tag;
  const std::size_t lanes = hn::Lanes(tag);
  auto s00 = hn::LoadU(tag, partial + 0 * lanes);
  auto s10 = hn::LoadU(tag, partial + 1 * lanes);
  auto s20 = hn::LoadU(tag, partial + 2 * lanes);
  auto s30 = hn::LoadU(tag, partial + 3 * lanes);
  auto s01 = hn::LoadU(tag, partial + 4 * lanes);
  auto s11 = hn::LoadU(tag, partial + 5 * lanes);
  auto s21 = hn::LoadU(tag, partial + 6 * lanes);
  auto s31 = hn::LoadU(tag, partial + 7 * lanes);
  auto s02 = hn::LoadU(tag, partial + 8 * lanes);
  auto s12 = hn::LoadU(tag, partial + 9 * lanes);
  auto s22 = hn::LoadU(tag, partial + 10 * lanes);
  auto s32 = hn::LoadU(tag, partial + 11 * lanes);
  auto s03 = hn::LoadU(tag, partial + 12 * lanes);
  auto s13 = hn::LoadU(tag, partial + 13 * lanes);
  auto s23 = hn::LoadU(tag, partial + 14 * lanes);
  auto s33 = hn::LoadU(tag, partial + 15 * lanes);
  for (std::size_t k = 0; k < rows; k += lanes) {
    const auto i0 = hn::LoadU(tag, i[0] + k);
    const auto i1 = hn::LoadU(tag, i[1] + k);
    const auto i2 = hn::LoadU(tag, i[2] + k);
    const auto i3 = hn::LoadU(tag, i[3] + k);
    const auto j0 = hn::LoadU(tag, j[0] + k);
    s00 = hn::MulAdd(i0, j0, s00);
    s10 = hn::MulAdd(i1, j0, s10);
    s20 = hn::MulAdd(i2, j0, s20);
    s30 = hn::MulAdd(i3, j0, s30);
    const auto j1 = hn::LoadU(tag, j[1] + k);
    s01 = hn::MulAdd(i0, j1, s01);
    s11 = hn::MulAdd(i1, j1, s11);
    s21 = hn::MulAdd(i2, j1, s21);
    s31 = hn::MulAdd(i3, j1, s31);
    const auto j2 = hn::LoadU(tag, j[2] + k);
    s02 = hn::MulAdd(i0, j2, s02);
    s12 = hn::MulAdd(i1, j2, s12);
    s22 = hn::MulAdd(i2, j2, s22);
    s32 = hn::MulAdd(i3, j2, s32);
    const auto j3 = hn::LoadU(tag, j[3] + k);
    s03 = hn::MulAdd(i0, j3, s03);
    s13 = hn::MulAdd(i1, j3, s13);
    s23 = hn::MulAdd(i2, j3, s23);
    s33 = hn::MulAdd(i3, j3, s33);
  }
  hn::StoreU(s00, tag, partial + 0 * lanes);
  hn::StoreU(s10, tag, partial + 1 * lanes);
  hn::StoreU(s20, tag, partial + 2 * lanes);
  hn::StoreU(s30, tag, partial + 3 * lanes);
  hn::StoreU(s01, tag, partial + 4 * lanes);
  hn::StoreU(s11, tag, partial + 5 * lanes);
  hn::StoreU(s21, tag, partial + 6 * lanes);
  hn::StoreU(s31, tag, partial + 7 * lanes);
  hn::StoreU(s02, tag, partial + 8 * lanes);
  hn::StoreU(s12, tag, partial + 9 * lanes);
  hn::StoreU(s22, tag, partial + 10 * lanes);
  hn::StoreU(s32, tag, partial + 11 * lanes);
  hn::StoreU(s03, tag, partial + 12 * lanes);
  hn::StoreU(s13, tag, partial + 13 * lanes);
  hn::StoreU(s23, tag, partial + 14 * lanes);
  hn::StoreU(s33, tag, partial + 15 * lanes);
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
  const std::size_t bands = (count + kSide - 1) / kSide;
  const std::size_t blocks = bands * (bands + 1) / 2;
  const std::size_t block_cells = kSide * kSide * lanes;
  const std::size_t padded = (rows + kRowsAtOnce - 1) / kRowsAtOnce * kRowsAtOnce;
  std::vector<double> partial(blocks * block_cells + bands * kSide * lanes, 0.0);
  double* const partial_sums = partial.data() + blocks * block_cells;
  const double* const roots = columns + count * stride;
  const auto column = [&](std::size_t c) { return columns + std::min(c, count - 1) * stride; };  // beyond: ignored
  // Of more columns it holds those of one block, over more rows.
  const std::size_t chunk_rows = kNearCells / (count <= kNearColumns ? kNearColumns : 2 * kSide);
  static_assert(kNearCells / kNearColumns % kRowsAtOnce == 0 && kNearCells / (2 * kSide) % kRowsAtOnce == 0);
  for (std::size_t from = 0; from < padded; from += chunk_rows) {
    const std::size_t chunk = std::min(chunk_rows, padded - from);
    double* out = partial.data();
    for (std::size_t r = 0; r < bands; ++r) {
      const double* i[kSide];
      for (std::size_t k = 0; k < kSide; ++k) i[k] = column(r * kSide + k) + from;
      for (std::size_t p = 0; p <= r; ++p, out += block_cells) {
        const double* j[kSide];
        for (std::size_t k = 0; k < kSide; ++k) j[k] = column(p * kSide + k) + from;
        add_block(i, j, chunk, out);
      }
      add_sums(i, roots + from, chunk, partial_sums + r * kSide * lanes);
    }
  }
  const double* block = partial.data();
  for (std::size_t r = 0; r < bands; ++r) {
    for (std::size_t p = 0; p <= r; ++p, block += block_cells) {
      for (std::size_t k = 0; k < kSide * kSide; ++k) {
        const std::size_t i = r * kSide + k % kSide;
        const std::size_t j = p * kSide + k / kSide;
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
