#include "explainee/search/algebra/gram_rows.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "explainee/search/algebra/gram_rows.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace explainee::search::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

double one_product(const double* HWY_RESTRICT row, std::size_t size, const double* HWY_RESTRICT vector) {
  const hn::CappedTag<double, 8> tag;
  const std::size_t lanes = hn::Lanes(tag);
  auto sum0 = hn::Zero(tag);
  auto sum1 = hn::Zero(tag);
  auto sum2 = hn::Zero(tag);
  auto sum3 = hn::Zero(tag);
  std::size_t l = 0;
  for (; l + 4 * lanes <= size; l += 4 * lanes) {
    sum0 = hn::MulAdd(hn::LoadU(tag, row + l), hn::LoadU(tag, vector + l), sum0);
    sum1 = hn::MulAdd(hn::LoadU(tag, row + l + lanes), hn::LoadU(tag, vector + l + lanes), sum1);
    sum2 = hn::MulAdd(hn::LoadU(tag, row + l + 2 * lanes), hn::LoadU(tag, vector + l + 2 * lanes), sum2);
    sum3 = hn::MulAdd(hn::LoadU(tag, row + l + 3 * lanes), hn::LoadU(tag, vector + l + 3 * lanes), sum3);
  }
  double sum = hn::GetLane(hn::SumOfLanes(tag, hn::Add(hn::Add(sum0, sum1), hn::Add(sum2, sum3))));
  for (; l < size; ++l) sum += row[l] * vector[l];
  return sum;
}

/// Four vectors at a time, so that the row is loaded once for all of them.
void four_products(const double* HWY_RESTRICT row, std::size_t size, const double* HWY_RESTRICT vectors,
                   std::size_t stride, double* HWY_RESTRICT out) {
  const hn::CappedTag<double, 8> tag;
  const std::size_t lanes = hn::Lanes(tag);
  auto sum0 = hn::Zero(tag);
  auto sum1 = hn::Zero(tag);
  auto sum2 = hn::Zero(tag);
  auto sum3 = hn::Zero(tag);
  std::size_t l = 0;
  for (; l + lanes <= size; l += lanes) {
    const auto at = hn::LoadU(tag, row + l);
    sum0 = hn::MulAdd(at, hn::LoadU(tag, vectors + l), sum0);
    sum1 = hn::MulAdd(at, hn::LoadU(tag, vectors + stride + l), sum1);
    sum2 = hn::MulAdd(at, hn::LoadU(tag, vectors + 2 * stride + l), sum2);
    sum3 = hn::MulAdd(at, hn::LoadU(tag, vectors + 3 * stride + l), sum3);
  }
  out[0] = hn::GetLane(hn::SumOfLanes(tag, sum0));
  out[1] = hn::GetLane(hn::SumOfLanes(tag, sum1));
  out[2] = hn::GetLane(hn::SumOfLanes(tag, sum2));
  out[3] = hn::GetLane(hn::SumOfLanes(tag, sum3));
  for (; l < size; ++l) {
    for (std::size_t k = 0; k < 4; ++k) out[k] += row[l] * vectors[k * stride + l];
  }
}

void row_products_simd(const double* row, std::size_t size, const double* vectors, std::size_t stride,
                       std::size_t count, double* out) {
  std::size_t k = 0;
  for (; k + 4 <= count; k += 4) four_products(row, size, vectors + k * stride, stride, out + k);
  for (; k < count; ++k) out[k] = one_product(row, size, vectors + k * stride);
}

std::size_t large_correlations_simd(const CorrelationRow& row, std::size_t from, std::size_t to, double threshold,
                                    double* out) {
  const hn::CappedTag<double, 8> tag;
  const std::size_t lanes = hn::Lanes(tag);
  const auto own = hn::Set(tag, row.own);
  const auto least = hn::Set(tag, threshold);
  std::size_t found = 0;
  std::size_t l = from;
  for (; l + lanes <= to; l += lanes) {
    auto c = hn::Mul(hn::Mul(hn::LoadU(tag, row.row + l), hn::LoadU(tag, row.unit + l)), own);
    for (std::size_t k = 0; k < row.count; ++k) {
      c = hn::NegMulAdd(hn::Set(tag, row.loading[k]), hn::LoadU(tag, row.factors + k * row.stride + l), c);
    }
    c = hn::Abs(c);
    const auto large = hn::Gt(c, least);
    if (!hn::AllFalse(tag, large)) found += hn::CompressStore(c, large, tag, out + found);
  }
  for (; l < to; ++l) {
    double c = row.row[l] * row.unit[l] * row.own;
    for (std::size_t k = 0; k < row.count; ++k) c -= row.loading[k] * row.factors[k * row.stride + l];
    c = c < 0 ? -c : c;
    if (c > threshold) out[found++] = c;
  }
  return found;
}

std::size_t large_products_simd(const float* HWY_RESTRICT row, const float* HWY_RESTRICT weight, std::size_t size,
                                float threshold, float* HWY_RESTRICT out) {
  const hn::CappedTag<float, 16> tag;
  const std::size_t lanes = hn::Lanes(tag);
  const auto least = hn::Set(tag, threshold);
  std::size_t found = 0;
  for (std::size_t l = 0; l < size; l += lanes) {
    const auto product = hn::Mul(hn::LoadU(tag, row + l), hn::LoadU(tag, weight + l));
    const auto large = hn::Gt(product, least);
    if (!hn::AllFalse(tag, large)) found += hn::CompressStore(product, large, tag, out + found);
  }
  return found;
}

void add_double_row_simd(const double* HWY_RESTRICT row, std::size_t size, double weight, double* HWY_RESTRICT out) {
  const hn::CappedTag<double, 8> tag;
  const std::size_t lanes = hn::Lanes(tag);
  const auto times = hn::Set(tag, weight);
  std::size_t l = 0;
  for (; l + lanes <= size; l += lanes) {
    hn::StoreU(hn::MulAdd(times, hn::LoadU(tag, row + l), hn::LoadU(tag, out + l)), tag, out + l);
  }
  for (; l < size; ++l) out[l] += weight * row[l];
}

void add_row_simd(const float* HWY_RESTRICT row, std::size_t size, float weight, float* HWY_RESTRICT out) {
  const hn::CappedTag<float, 16> tag;
  const std::size_t lanes = hn::Lanes(tag);
  const auto times = hn::Set(tag, weight);
  for (std::size_t l = 0; l < size; l += lanes) {
    hn::StoreU(hn::MulAdd(times, hn::LoadU(tag, row + l), hn::LoadU(tag, out + l)), tag, out + l);
  }
}

}  // namespace explainee::search::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace explainee::search {

HWY_EXPORT(row_products_simd);
HWY_EXPORT(large_correlations_simd);
HWY_EXPORT(large_products_simd);
HWY_EXPORT(add_double_row_simd);
HWY_EXPORT(add_row_simd);

void row_products(const double* row, std::size_t size, const double* vectors, std::size_t stride, std::size_t count,
                  double* out) {
  HWY_DYNAMIC_DISPATCH(row_products_simd)(row, size, vectors, stride, count, out);
}

std::size_t large_correlations(const CorrelationRow& row, std::size_t from, std::size_t to, double threshold,
                               double* out) {
  return HWY_DYNAMIC_DISPATCH(large_correlations_simd)(row, from, to, threshold, out);
}

std::size_t large_products(const float* row, const float* weight, std::size_t size, float threshold, float* out) {
  return HWY_DYNAMIC_DISPATCH(large_products_simd)(row, weight, size, threshold, out);
}

void add_row(const double* row, std::size_t size, double weight, double* out) {
  HWY_DYNAMIC_DISPATCH(add_double_row_simd)(row, size, weight, out);
}

void add_row(const float* row, std::size_t size, float weight, float* out) {
  HWY_DYNAMIC_DISPATCH(add_row_simd)(row, size, weight, out);
}

}  // namespace explainee::search
#endif
