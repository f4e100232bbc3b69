#include "explainee/explain/asking/draw_rows.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <utility>

#include "explainee/base/random.h"
#include "explainee/base/threads/thread_pool.h"
#include "explainee/explain/asking/pair_fit.h"
#include "explainee/explain/asking/tied_columns.h"

namespace explainee::explain {
namespace {

constexpr std::size_t kFewestRowsToDraw = 10;
constexpr double kShrunk = 0.05;              ///< of the correlations
constexpr std::size_t kRowsPerTuple = 20;     ///< texts with more values than rows over this go along with nothing
constexpr std::size_t kDrawnAtOnce = 256;     ///< rows of one task
constexpr std::uint64_t kTies = 0xd4a300000;  ///< streams from here on shuffle rows that are equal; a row has its own

/// A column, or columns that are drawn together: real rows from low to high.
struct Unit {
  std::vector<std::size_t> columns;
  std::vector<double> score;       ///< by row: what it is ordered by
  std::vector<std::size_t> order;  ///< rows by score, equal ones shuffled
  bool alone = false;              ///< goes along with nothing
  bool between = false;            ///< its values may lie between those that occur
};

/// Of each row the mean prediction of the rows with the same cells in these columns, and how many different cells there
/// are.
std::pair<std::vector<double>, std::size_t> means_by_cells(const PredictedRows& real,
                                                           const std::vector<std::size_t>& columns) {
  const std::size_t rows = real.predictions.size();
  std::vector<std::vector<int>> cells(rows);
  for (const std::size_t j : columns) {
    const OrderedColumn column = ordered(real.columns[j]);
    for (std::size_t i = 0; i < rows; ++i) cells[i].push_back(column.code[i]);
  }
  std::map<std::vector<int>, std::pair<double, double>> sums;
  for (std::size_t i = 0; i < rows; ++i) {
    auto& [sum, count] = sums[cells[i]];
    sum += real.predictions[i];
    count += 1;
  }
  std::vector<double> means;
  for (std::size_t i = 0; i < rows; ++i) means.push_back(sums[cells[i]].first / sums[cells[i]].second);
  return {std::move(means), sums.size()};
}

/// The number column with most different values, more than two; none among texts and 0/1 columns.
const RowColumn* leader(const PredictedRows& real, const Unit& unit) {
  const RowColumn* best = nullptr;
  int most = unit.columns.size() == 1 ? 0 : 2;
  for (const std::size_t j : unit.columns) {
    const RowColumn& column = real.columns[j];
    if (column.is_text()) continue;
    const int values = ordered(column).values;
    if (values <= most) continue;
    most = values;
    best = &column;
  }
  return best;
}

/// At least half of the values occur once, and some are no whole numbers.
bool is_continuous(const RowColumn& column) {
  const bool whole = std::all_of(column.numbers.begin(), column.numbers.end(),
                                 [](double value) { return value == std::floor(value); });
  return !whole && 2 * static_cast<std::size_t>(ordered(column).values) >= column.rows();
}

Unit make_unit(const PredictedRows& real, std::vector<std::size_t> columns, std::uint64_t seed, std::uint64_t number) {
  Unit unit;
  unit.columns = std::move(columns);
  const std::size_t rows = real.predictions.size();
  if (const RowColumn* number_column = leader(real, unit)) {
    unit.score = number_column->numbers;
    unit.between = unit.columns.size() == 1 && is_continuous(*number_column);
  } else {
    auto [means, values] = means_by_cells(real, unit.columns);
    unit.score = std::move(means);
    unit.alone = values > rows / kRowsPerTuple && values > 2;
  }
  unit.order.resize(rows);
  std::iota(unit.order.begin(), unit.order.end(), std::size_t{0});
  base::Random random(seed, kTies + number);
  random.shuffle(std::span<std::size_t>(unit.order));
  std::stable_sort(unit.order.begin(), unit.order.end(),
                   [&](std::size_t a, std::size_t b) { return unit.score[a] < unit.score[b]; });
  return unit;
}

/// Of the scores that rows are ordered by, standardised. Zeros where nothing varies.
Eigen::VectorXd normal_scores(const Unit& unit) {
  const std::vector<double> list = ordered({"", data::ColumnType::kNumber, unit.score, {}}).score;
  Eigen::VectorXd scores = Eigen::Map<const Eigen::VectorXd>(list.data(), static_cast<Eigen::Index>(list.size()));
  scores.array() -= scores.mean();
  const double length = scores.norm();
  return length > 1e-9 ? Eigen::VectorXd(scores / length) : Eigen::VectorXd(Eigen::VectorXd::Zero(scores.size()));
}

/// The factor of the shrunk correlations.
Eigen::MatrixXd correlation_factor(const std::vector<Unit>& units) {
  const auto size = static_cast<Eigen::Index>(units.size());
  const auto rows = static_cast<Eigen::Index>(units.front().order.size());
  Eigen::MatrixXd scores = Eigen::MatrixXd::Zero(rows, size);
  for (Eigen::Index k = 0; k < size; ++k) {
    const Unit& unit = units[static_cast<std::size_t>(k)];
    if (!unit.alone) scores.col(k) = normal_scores(unit);
  }
  Eigen::MatrixXd correlations = (1 - kShrunk) * (scores.transpose() * scores);
  correlations.diagonal().setOnes();
  return correlations.llt().matrixL();
}

/// Puts the cells of a unit into a drawn row, given the share of rows that lie below it.
void put_cells(const PredictedRows& real, const Unit& unit, double share, std::size_t row, RowColumns& drawn) {
  const auto rows = static_cast<double>(unit.order.size());
  if (unit.between) {
    const double at = std::clamp(share * rows - 0.5, 0.0, rows - 1);
    const auto low = static_cast<std::size_t>(at);
    const std::size_t high = std::min(low + 1, unit.order.size() - 1);
    const double part = at - static_cast<double>(low);
    const double below = unit.score[unit.order[low]];
    drawn[unit.columns.front()].numbers[row] = below + part * (unit.score[unit.order[high]] - below);
    return;
  }
  const std::size_t from = unit.order[std::min(static_cast<std::size_t>(share * rows), unit.order.size() - 1)];
  for (const std::size_t j : unit.columns) {
    if (real.columns[j].is_text()) {
      drawn[j].texts[row] = real.columns[j].texts[from];
    } else {
      drawn[j].numbers[row] = real.columns[j].numbers[from];
    }
  }
}

RowColumns empty_rows(const RowColumns& like, std::size_t rows) {
  RowColumns columns;
  for (const RowColumn& column : like) {
    columns.push_back({column.name, column.type, {}, {}});
    columns.back().numbers.resize(column.is_text() ? 0 : rows);
    columns.back().texts.resize(column.is_text() ? rows : 0);
  }
  return columns;
}

}  // namespace

base::Result<RowColumns> draw_rows(const PredictedRows& real, const DrawOptions& options,
                                   const base::Control& control) {
  if (real.predictions.size() < kFewestRowsToDraw || real.columns.empty()) {
    return base::Error{base::ErrorCode::kTooFewRows,
                       base::say("rows like these need at least {} complete rows and one column beside the prediction; "
                                 "there are {} rows and {} columns",
                                 kFewestRowsToDraw, real.predictions.size(), real.columns.size())};
  }
  std::vector<Unit> units;
  for (std::vector<std::size_t>& columns : tied_columns(real.columns, options.seed, control))
    units.push_back(make_unit(real, std::move(columns), options.seed, units.size()));
  if (control.cancelled()) return base::interrupted();
  const Eigen::MatrixXd factor = correlation_factor(units);
  RowColumns drawn = empty_rows(real.columns, options.rows);
  base::ThreadPool threads(control.threads);
  threads.run((options.rows + kDrawnAtOnce - 1) / kDrawnAtOnce, [&](std::size_t part) {
    Eigen::VectorXd own(static_cast<Eigen::Index>(units.size()));
    for (std::size_t row = part * kDrawnAtOnce; row < std::min(options.rows, (part + 1) * kDrawnAtOnce); ++row) {
      if (control.cancelled()) return;
      base::Random random(options.seed, row + 1);
      for (double& number : own) number = random.normal();
      const Eigen::VectorXd latent = factor.triangularView<Eigen::Lower>() * own;
      for (std::size_t k = 0; k < units.size(); ++k) {
        const double share = 0.5 * std::erfc(-latent[static_cast<Eigen::Index>(k)] / std::numbers::sqrt2);
        put_cells(real, units[k], share, row, drawn);
      }
    }
  });
  if (control.cancelled()) return base::interrupted();
  return drawn;
}

}  // namespace explainee::explain
