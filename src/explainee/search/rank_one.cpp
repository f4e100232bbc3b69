#include "explainee/search/rank_one.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "explainee/search/rank_one.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace explainee::search {
namespace HWY_NAMESPACE {

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

}  // namespace HWY_NAMESPACE
}  // namespace explainee::search
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace explainee::search {

HWY_EXPORT(add_rank_one_simd);
HWY_EXPORT(add_rows_simd);

void add_rank_one(double* matrix, std::size_t rows, std::size_t stride, std::size_t width, const double* factor,
                  const double* line) {
  HWY_DYNAMIC_DISPATCH(add_rank_one_simd)(matrix, rows, stride, width, factor, line);
}

void add_rows(const double* matrix, std::size_t rows, std::size_t stride, std::size_t width, const double* weight,
              double* out) {
  HWY_DYNAMIC_DISPATCH(add_rows_simd)(matrix, rows, stride, width, weight, out);
}

}  // namespace explainee::search
#endif
