#include "explainee/explain/local/neighbourhood.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "explainee/data/running_scale.h"
#include "explainee/explain/gather/read_rows.h"

namespace explainee::explain {
namespace {

using base::Result;

/// What two random rows differ by in a standardised number column, squared, on average.
constexpr double kUsualSquare = 2;

/// The first rows looked at, in units of the rows wanted; more are looked at when these do not do.
constexpr double kFirstLook = 4;

/// Σw and Σw² of the kernel 1 − d²/h² over the nearest rows, from sums that do not depend on h.
struct KernelSums {
  double w = 0, wd = 0;              ///< Σv, Σv·d²
  double vv = 0, vvd = 0, vvdd = 0;  ///< Σv², Σv²·d², Σv²·d⁴

  void add(double weight, double square) {
    w += weight;
    wd += weight * square;
    vv += weight * weight;
    vvd += weight * weight * square;
    vvdd += weight * weight * square * square;
  }
  [[nodiscard]] double effective(double square_width) const {
    const double sum = w - wd / square_width;
    const double squares = vv - 2 * vvd / square_width + vvdd / (square_width * square_width);
    return squares > 0 ? sum * sum / squares : 0;
  }
};

/// Where between two widths the kernel is worth as many rows as wanted; it is worth less at `low`, not less at `high`.
double halve(const KernelSums& sums, double low, double high, double wanted) {
  constexpr int kSteps = 60;
  for (int step = 0; step < kSteps && low < high; ++step) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    (sums.effective(middle) < wanted ? low : high) = middle;
  }
  return high;
}

/// Standard deviations, or nothing for a constant column.
bool standardise(std::vector<double>& values, const std::vector<double>& weights) {
  data::RunningScale scale;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (weights[i] > 0) scale.add(values[i], weights[i]);
  }
  const double sd = scale.sd();
  if (!(sd > 0)) return false;
  for (double& value : values) value = (value - scale.mean()) / sd;
  return true;
}

/// The squared distance of differing texts, 0 when all are the same.
double text_square(const std::vector<int>& codes, const std::vector<double>& weights) {
  std::map<int, double> shares;
  double total = 0;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    shares[codes[i]] += weights[i];
    total += weights[i];
  }
  double alike = 0;
  for (const auto& [code, share] : shares) alike += (share / total) * (share / total);
  return shares.size() > 1 ? kUsualSquare / (1 - alike) : 0;
}

}  // namespace

Result<Metric> measure_metric(data::TableSource& table, const std::vector<std::size_t>& columns,
                              const std::vector<std::int64_t>& rows, const std::vector<double>& weights,
                              const base::Control& control) {
  std::vector<std::vector<double>> numbers(columns.size());
  std::vector<std::vector<int>> texts(columns.size());
  std::vector<std::map<std::string, int, std::less<>>> codes(columns.size());
  EXPLAINEE_TRY(read_rows(table, columns, rows, control, [&](const data::Batch& batch, std::size_t row) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (table.columns()[columns[i]].type == data::ColumnType::kNumber) {
        numbers[i].push_back(batch.columns[i].numbers[row]);
        continue;
      }
      const std::string_view text = batch.columns[i].texts[row];
      auto found = codes[i].find(text);
      if (found == codes[i].end()) found = codes[i].emplace(text, static_cast<int>(codes[i].size())).first;
      texts[i].push_back(found->second);
    }
  }));
  Metric metric;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const data::Column& column = table.columns()[columns[i]];
    if (column.type == data::ColumnType::kNumber) {
      if (!standardise(numbers[i], weights)) continue;
      metric.numbers.push_back(std::move(numbers[i]));
    } else {
      const double square = text_square(texts[i], weights);
      if (!(square > 0)) continue;
      metric.texts.push_back(std::move(texts[i]));
      metric.text_squares.push_back(square);
    }
    metric.columns.push_back(column.name);
  }
  return metric;
}

void NeighbourFinder::measure_distances(std::size_t at) {
  squares_.assign(weights_.size(), 0.0);
  for (const std::vector<double>& column : metric_.numbers) {
    const double here = column[at];
    for (std::size_t i = 0; i < squares_.size(); ++i) squares_[i] += (column[i] - here) * (column[i] - here);
  }
  for (std::size_t t = 0; t < metric_.texts.size(); ++t) {
    const std::vector<int>& column = metric_.texts[t];
    for (std::size_t i = 0; i < squares_.size(); ++i) {
      if (column[i] != column[at]) squares_[i] += metric_.text_squares[t];
    }
  }
}

/// Squared width of the narrowest kernel worth the rows wanted. Leaves the nearest rows, nearest first, in `near_`.
std::optional<double> NeighbourFinder::find_square_width(double wanted) {
  near_.clear();
  for (std::size_t i = 0; i < squares_.size(); ++i) {
    if (weights_[i] > 0) near_.push_back({squares_[i], static_cast<std::uint32_t>(i)});
  }
  const auto nearer = [](const Near& a, const Near& b) {
    return a.square != b.square ? a.square < b.square : a.row < b.row;
  };
  KernelSums sums;
  auto sorted = std::min(near_.size(), static_cast<std::size_t>(kFirstLook * wanted));
  std::size_t next = 0;
  double width = 0;  // the last one tried
  while (true) {
    const auto first = near_.begin() + static_cast<std::ptrdiff_t>(next);
    const auto last = near_.begin() + static_cast<std::ptrdiff_t>(sorted);
    if (last != near_.end()) std::nth_element(first, last, near_.end(), nearer);
    std::sort(first, last, nearer);
    for (; next < sorted; ++next) {
      const double square = near_[next].square;
      if (square > width) {  // all nearer ones are in the sums
        if (sums.w > 0 && sums.effective(square) >= wanted) return halve(sums, width, square, wanted);
        width = square;
      }
      sums.add(weights_[near_[next].row], square);
    }
    if (sorted == near_.size()) break;
    sorted = std::min(near_.size(), 2 * sorted);
  }
  // Wider than the farthest row, all rows count; ever wider kernels make them count alike.
  const double all_alike = sums.vv > 0 ? sums.w * sums.w / sums.vv : 0;
  if (all_alike < wanted) return std::nullopt;
  double high = std::max(2 * width, 1.0);
  while (sums.effective(high) < wanted && std::isfinite(high)) high *= 2;
  return std::isfinite(high) ? std::optional<double>(halve(sums, width, high, wanted)) : std::nullopt;
}

std::optional<Neighbourhood> NeighbourFinder::find(std::size_t at, double wanted) {
  measure_distances(at);
  const std::optional<double> square_width = find_square_width(wanted);
  if (!square_width) return std::nullopt;
  Neighbourhood found;
  found.width = std::sqrt(*square_width);
  double sum = 0;
  double squares = 0;
  for (std::size_t i = 0; i < squares_.size(); ++i) {
    const double weight = weights_[i] * (1 - squares_[i] / *square_width);
    if (!(weight > 0)) continue;
    found.rows.push_back(static_cast<std::uint32_t>(i));
    found.weights.push_back(weight);
    sum += weight;
    squares += weight * weight;
  }
  found.effective_rows = sum * sum / squares;
  return found;
}

}  // namespace explainee::explain
