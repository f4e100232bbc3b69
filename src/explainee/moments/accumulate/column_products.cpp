#include "explainee/moments/accumulate/column_products.h"

#include <algorithm>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "explainee/moments/accumulate/column_products.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace explainee::moments::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kSide = 4;          ///< a block multiplies this many columns with as many
constexpr std::size_t kNearCells = 3072;  ///< doubles that stay in the nearest cache
constexpr std::size_t kNearColumns = 24;  ///< up to here the nearest cache holds all columns over some rows
constexpr std::size_t kMostAtOnce = 8;

/// Sums are named one by one, since not every target has arrays of vectors.
template <class Tag, class Vector>
HWY_INLINE void load_four(Tag tag, const double* from, Vector& s0, Vector& s1, Vector& s2, Vector& s3) {
  const std::size_t lanes = hn::Lanes(tag);
  s0 = hn::LoadU(tag, from);
  s1 = hn::LoadU(tag, from + lanes);
  s2 = hn::LoadU(tag, from + 2 * lanes);
  s3 = hn::LoadU(tag, from + 3 * lanes);
}

template <class Tag, class Vector>
HWY_INLINE void store_four(Tag tag, Vector s0, Vector s1, Vector s2, Vector s3, double* to) {
  const std::size_t lanes = hn::Lanes(tag);
  hn::StoreU(s0, tag, to);
  hn::StoreU(s1, tag, to + lanes);
  hn::StoreU(s2, tag, to + 2 * lanes);
  hn::StoreU(s3, tag, to + 3 * lanes);
}

/// Adds the products of columns i0…i3 with j0…j3 over `rows` rows to sixteen vectors of partial sums at `partial`.
void add_block(const double* const* i, const double* const* j, std::size_t rows, double* partial) {
  const hn::CappedTag<double, kMostAtOnce> tag;
  const std::size_t lanes = hn::Lanes(tag);
  hn::Vec<decltype(tag)> s00, s10, s20, s30, s01, s11, s21, s31, s02, s12, s22, s32, s03, s13, s23, s33;
  load_four(tag, partial, s00, s10, s20, s30);
  load_four(tag, partial + 4 * lanes, s01, s11, s21, s31);
  load_four(tag, partial + 8 * lanes, s02, s12, s22, s32);
  load_four(tag, partial + 12 * lanes, s03, s13, s23, s33);
  for (std::size_t k = 0; k < rows; k += lanes) {
    const auto i0 = hn::LoadU(tag, i[0] + k);
    const auto i1 = hn::LoadU(tag, i[1] + k);
    const auto i2 = hn::LoadU(tag, i[2] + k);
    const auto i3 = hn::LoadU(tag, i[3] + k);
    const auto add = [&](const double* column, auto& s0, auto& s1, auto& s2, auto& s3) HWY_ATTR {
      const auto own = hn::LoadU(tag, column + k);
      s0 = hn::MulAdd(i0, own, s0);
      s1 = hn::MulAdd(i1, own, s1);
      s2 = hn::MulAdd(i2, own, s2);
      s3 = hn::MulAdd(i3, own, s3);
    };
    add(j[0], s00, s10, s20, s30);
    add(j[1], s01, s11, s21, s31);
    add(j[2], s02, s12, s22, s32);
    add(j[3], s03, s13, s23, s33);
  }
  store_four(tag, s00, s10, s20, s30, partial);
  store_four(tag, s01, s11, s21, s31, partial + 4 * lanes);
  store_four(tag, s02, s12, s22, s32, partial + 8 * lanes);
  store_four(tag, s03, s13, s23, s33, partial + 12 * lanes);
}

/// Adds the products of columns i0…i3 with the roots to four vectors of partial sums.
void add_sums(const double* const* i, const double* roots, std::size_t rows, double* partial) {
  const hn::CappedTag<double, kMostAtOnce> tag;
  const std::size_t lanes = hn::Lanes(tag);
  hn::Vec<decltype(tag)> s0, s1, s2, s3;
  load_four(tag, partial, s0, s1, s2, s3);
  for (std::size_t k = 0; k < rows; k += lanes) {
    const auto root = hn::LoadU(tag, roots + k);
    s0 = hn::MulAdd(hn::LoadU(tag, i[0] + k), root, s0);
    s1 = hn::MulAdd(hn::LoadU(tag, i[1] + k), root, s1);
    s2 = hn::MulAdd(hn::LoadU(tag, i[2] + k), root, s2);
    s3 = hn::MulAdd(hn::LoadU(tag, i[3] + k), root, s3);
  }
  store_four(tag, s0, s1, s2, s3, partial);
}

double total(const double* partial) {
  const hn::CappedTag<double, kMostAtOnce> tag;
  double sum = 0;
  for (std::size_t lane = 0; lane < hn::Lanes(tag); ++lane) sum += partial[lane];
  return sum;
}

void column_products_simd(const double* columns, std::size_t stride, std::size_t count, std::size_t rows,
                          double* products, std::size_t leading) {
  const std::size_t lanes = hn::Lanes(hn::CappedTag<double, kMostAtOnce>());
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
