#include "explainee/search/pair_scan.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "explainee/search/pair_scan.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace explainee::search {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

std::size_t scan_rows(const PairScan& scan, std::size_t from, std::size_t to) {
  const hn::CappedTag<double, 8> tag;
  const std::size_t lanes = hn::Lanes(tag);
  for (std::size_t i = from; i < to; ++i) {
    const double* HWY_RESTRICT row = scan.matrix + i * scan.stride;
    const auto level = hn::Set(tag, scan.level[i]);
    const auto slope = hn::Set(tag, scan.slope[i]);
    const auto inverse = hn::Set(tag, scan.inverse[i]);
    const auto threshold = hn::Set(tag, scan.threshold[i]);
    auto most = hn::Set(tag, scan.margin[i]);
    const auto least = most;
    for (std::size_t j = 0; j < i; j += lanes) {
      const auto m = hn::NegMulAdd(level, hn::Load(tag, scan.level + j), hn::Load(tag, row + j));
      const auto x = hn::NegMulAdd(slope, m, hn::Load(tag, scan.cross + j));
      const auto y = hn::NegMulAdd(hn::Mul(inverse, m), m, hn::Load(tag, scan.variance + j));
      most = hn::Max(most, hn::NegMulAdd(threshold, y, hn::Mul(x, x)));
    }
    if (!hn::AllTrue(tag, hn::Le(most, least))) return i;
  }
  return to;
}

}  // namespace HWY_NAMESPACE
}  // namespace explainee::search
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace explainee::search {

HWY_EXPORT(scan_rows);

std::size_t first_row_above(const PairScan& scan, std::size_t from, std::size_t to) {
  return HWY_DYNAMIC_DISPATCH(scan_rows)(scan, from, to);
}

}  // namespace explainee::search
#endif
