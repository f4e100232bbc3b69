#include "explainee/information/learner/binned_columns.h"

#include <algorithm>
#include <numeric>

namespace explainee::information {
namespace {

/// The last value of every bin but the last one.
std::vector<double> ends_of_bins(std::vector<double> sorted, int most_bins) {
  std::sort(sorted.begin(), sorted.end());
  std::vector<double> distinct;
  std::vector<std::size_t> up_to;  // rows with at most this value
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (distinct.empty() || sorted[i] != distinct.back()) {
      distinct.push_back(sorted[i]);
      up_to.push_back(0);
    }
    up_to.back() = i + 1;
  }
  std::vector<double> ends;
  const auto most = static_cast<std::size_t>(most_bins);
  std::size_t begun = 0;  // rows in the bins that are closed
  for (std::size_t k = 0; k + 1 < distinct.size(); ++k) {
    const std::size_t bins_left = most - ends.size();
    // A cut at 0 is kept wherever bins are: signs mean something.
    const bool changes_sign = distinct[k] < 0 && distinct[k + 1] >= 0;
    const bool all_fit = distinct.size() - k <= bins_left;
    const bool full = (up_to[k] - begun) * bins_left >= sorted.size() - begun;
    if (bins_left == 1) break;
    if (!all_fit && !full && !changes_sign) continue;
    ends.push_back(distinct[k]);
    begun = up_to[k];
  }
  return ends;
}

}  // namespace

BinnedColumns::BinnedColumns(std::span<const LearnerColumn> columns) {
  if (!columns.empty()) rows_ = static_cast<int>(columns.front().values.size());
  columns_.reserve(columns.size());
  for (const LearnerColumn& column : columns)
    columns_.push_back(column.levels == 0 ? binned_numbers(column.values)
                                          : binned_levels(column.values, column.levels));
}

BinnedColumns::Column BinnedColumns::binned_numbers(std::span<const double> values) {
  Column column;
  column.values.assign(values.begin(), values.end());
  const std::vector<double> ends = ends_of_bins(column.values, kMostBins);
  column.bins = static_cast<int>(ends.size()) + 1;
  column.codes.reserve(values.size());
  for (const double value : values)
    column.codes.push_back(static_cast<std::uint8_t>(std::lower_bound(ends.begin(), ends.end(), value) - ends.begin()));
  return column;
}

BinnedColumns::Column BinnedColumns::binned_levels(std::span<const double> values, int levels) {
  std::vector<int> count(static_cast<std::size_t>(levels), 0);
  for (const double value : values) ++count[static_cast<std::size_t>(value)];
  std::vector<int> order(count.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return count[static_cast<std::size_t>(a)] > count[static_cast<std::size_t>(b)];
  });
  std::vector<std::uint8_t> bin(count.size());
  for (std::size_t k = 0; k < order.size(); ++k)
    bin[static_cast<std::size_t>(order[k])] = static_cast<std::uint8_t>(std::min<std::size_t>(k, kMostBins - 1));
  Column column;
  column.unordered = true;
  column.bins = std::clamp(levels, 1, kMostBins);
  column.codes.reserve(values.size());
  for (const double value : values) column.codes.push_back(bin[static_cast<std::size_t>(value)]);
  return column;
}

}  // namespace explainee::information
