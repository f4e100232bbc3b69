#include "explainee/explain/asking/pair_fit.h"

#include <algorithm>
#include <boost/math/special_functions/erf.hpp>
#include <numbers>
#include <numeric>

namespace explainee::explain {
namespace {

constexpr std::size_t kBeside = 2;  ///< rows on each side of a number

/// What the neighbours leave of a column, and what there is of it.
struct Left {
  double by_mean = 0;
  double by_line = 0;
  double all = 0;
};

/// The line through the rows beside place `at` (but not there), at that place, and no further from their values than
/// these from each other; `mean` where there is no line.
double on_line(const std::vector<double>& deviations, const OrderedColumn& by, std::size_t at, double mean) {
  const std::size_t from = at - std::min(at, kBeside);
  const std::size_t to = std::min(deviations.size(), at + kBeside + 1);
  double x = 0;
  double xx = 0;
  double xy = 0;
  double low = deviations[at > from ? from : to - 1];
  double high = low;
  for (std::size_t k = from; k < to; ++k) {
    if (k == at) continue;
    x += (by.value[k] - by.value[at]) / static_cast<double>(to - from - 1);
    low = std::min(low, deviations[k]);
    high = std::max(high, deviations[k]);
  }
  for (std::size_t k = from; k < to; ++k) {
    const double apart = by.value[k] - by.value[at] - x;
    xx += k == at ? 0 : apart * apart;
    xy += k == at ? 0 : apart * (deviations[k] - mean);
  }
  if (!(xx > 0)) return mean;
  return std::clamp(mean - x * xy / xx, low - (high - low), high + (high - low));
}

/// Adds what the neighbours in `by` leave of these values, one per row.
void add_left(const std::vector<double>& values, const OrderedColumn& by, Left& left) {
  const std::size_t rows = values.size();
  double mean = 0;
  for (const double value : values) mean += value / static_cast<double>(rows);
  std::vector<double> deviations(rows);  // in the order
  std::vector<double> sums(rows + 1, 0);
  for (std::size_t at = 0; at < rows; ++at) {
    deviations[at] = values[by.order[at]] - mean;
    sums[at + 1] = sums[at] + deviations[at];
  }
  for (std::size_t at = 0; at < rows; ++at) {
    const std::size_t beside = by.text ? 0 : kBeside;
    const std::size_t from = std::min(by.from[at], at - std::min(at, beside));
    const std::size_t to = std::max(by.to[at], std::min(rows, at + beside + 1));
    const double own = deviations[at];
    const auto others = static_cast<double>(to - from) - 1;
    const double told = others > 0 ? (sums[to] - sums[from] - own) / others : 0;
    const bool single = !by.text && by.to[at] - by.from[at] == 1 && to - from > 2;
    const double line = single ? on_line(deviations, by, at, told) : told;
    left.by_mean += (own - told) * (own - told);
    left.by_line += (own - line) * (own - line);
    left.all += own * own;
  }
}

}  // namespace

OrderedColumn ordered(const RowColumn& column) {
  OrderedColumn result;
  const std::size_t rows = column.rows();
  result.text = column.is_text();
  result.order.resize(rows);
  std::iota(result.order.begin(), result.order.end(), std::size_t{0});
  const auto less = [&](std::size_t a, std::size_t b) {
    return column.is_text() ? column.texts[a] < column.texts[b] : column.numbers[a] < column.numbers[b];
  };
  std::stable_sort(result.order.begin(), result.order.end(), less);
  result.from.resize(rows);
  result.to.resize(rows);
  result.code.resize(rows);
  if (!result.text) result.score.resize(rows);
  for (std::size_t from = 0; from < rows;) {
    std::size_t to = from + 1;
    while (to < rows && !less(result.order[from], result.order[to])) ++to;
    const double rank = (static_cast<double>(from + to) + 1) / 2;
    const double score = -std::numbers::sqrt2 * boost::math::erfc_inv(2 * rank / (static_cast<double>(rows) + 1));
    for (std::size_t at = from; at < to; ++at) {
      if (!result.text) {
        result.value.push_back(column.numbers[result.order[at]]);
        result.score[result.order[at]] = score;
      }
      result.from[at] = from;
      result.to[at] = to;
      result.code[result.order[at]] = result.values;
    }
    ++result.values;
    from = to;
  }
  return result;
}

double told_by(const OrderedColumn& column, const OrderedColumn& by) {
  Left left;
  if (!column.text) {
    add_left(column.score, by, left);
  } else {
    std::vector<double> indicator(column.code.size());
    for (int value = 0; value < column.values; ++value) {
      for (std::size_t i = 0; i < indicator.size(); ++i) indicator[i] = column.code[i] == value ? 1 : 0;
      add_left(indicator, by, left);
    }
  }
  return left.all > 0 ? 1 - std::min(left.by_mean, left.by_line) / left.all : 0;
}

}  // namespace explainee::explain
