#include "explainee/data/derived_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace explainee::data {
namespace {

/// Weighted mean and sum of squared deviations, updated value by value (West 1979) and measured from the first value,
/// so that a large offset does no harm.
struct RunningScale {
  bool started = false;
  double first = 0;
  double weight = 0;
  double mean = 0;
  double squares = 0;

  void add(double value, double value_weight) {
    if (!std::isfinite(value) || !(value_weight > 0)) return;
    if (!started) first = value;
    started = true;
    weight += value_weight;
    const double delta = (value - first) - mean;
    mean += delta * (value_weight / weight);
    squares += value_weight * delta * ((value - first) - mean);
  }
};

}  // namespace

DerivedTable::DerivedTable(TableSource& source, std::vector<Expression> expressions)
    : source_(source), expressions_(std::move(expressions)), columns_(source.columns()) {
  for (const Expression& expression : expressions_)
    columns_.push_back({expression.text(), ColumnType::kNumber, "", true});
}

base::Result<std::unique_ptr<DerivedTable>> DerivedTable::make(TableSource& source, std::vector<Expression> expressions,
                                                               std::optional<std::size_t> weight,
                                                               const base::Control& control) {
  std::unique_ptr<DerivedTable> table(new DerivedTable(source, std::move(expressions)));
  EXPLAINEE_TRY(table->measure_scales(weight, control));
  return table;
}

base::Result<void> DerivedTable::measure_scales(std::optional<std::size_t> weight, const base::Control& control) {
  std::set<std::size_t> wanted;
  for (const Expression& expression : expressions_) {
    wanted.insert(expression.standardised().begin(), expression.standardised().end());
  }
  if (wanted.empty()) return {};
  if (weight) wanted.insert(*weight);
  const std::vector<std::size_t> columns(wanted.begin(), wanted.end());
  const auto weight_at = static_cast<std::size_t>(weight ? std::distance(wanted.begin(), wanted.find(*weight)) : 0);
  std::vector<RunningScale> scales(columns.size());
  EXPLAINEE_TRY(source_.start(columns));
  while (true) {
    if (control.cancelled()) return base::Error{base::ErrorCode::kInterrupted, "interrupted", ""};
    EXPLAINEE_ASSIGN(const bool more, source_.next(source_batch_));
    if (!more) break;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const std::span<const double> values = source_batch_.columns[i].numbers;
      for (std::size_t row = 0; row < values.size(); ++row) {
        scales[i].add(values[row], weight ? source_batch_.columns[weight_at].numbers[row] : 1.0);
      }
    }
  }
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto uses = [&](const Expression& expression) {
      const auto& own = expression.standardised();
      return std::find(own.begin(), own.end(), columns[i]) != own.end();
    };
    if (std::none_of(expressions_.begin(), expressions_.end(), uses)) continue;  // only read as the weight
    const double sd = std::sqrt(scales[i].squares / scales[i].weight);
    if (!(sd > 0)) {
      return base::Error{base::ErrorCode::kUnfitColumn,
                         fmt::format("column '{}' is constant, so z({}) has no meaning", columns_[columns[i]].name,
                                     columns_[columns[i]].name),
                         source_.name()};
    }
    for (Expression& expression : expressions_) expression.set_scale(columns[i], scales[i].first + scales[i].mean, sd);
  }
  return {};
}

base::Result<void> DerivedTable::start(std::span<const std::size_t> wanted) {
  wanted_.assign(wanted.begin(), wanted.end());
  const std::size_t plain = source_.columns().size();
  std::set<std::size_t> needed;
  for (const std::size_t index : wanted_) {
    if (index < plain) {
      needed.insert(index);
    } else {
      const auto& sources = expressions_[index - plain].sources();
      needed.insert(sources.begin(), sources.end());
    }
  }
  source_columns_.assign(needed.begin(), needed.end());
  return source_.start(source_columns_);
}

base::Result<bool> DerivedTable::next(Batch& batch) {
  EXPLAINEE_ASSIGN(const bool more, source_.next(source_batch_));
  if (!more) return false;
  const std::size_t plain = source_.columns().size();
  const auto view_of = [&](std::size_t column) -> const ColumnView& {
    const auto at = std::lower_bound(source_columns_.begin(), source_columns_.end(), column);
    return source_batch_.columns[static_cast<std::size_t>(at - source_columns_.begin())];
  };
  batch.first_row = source_batch_.first_row;
  batch.rows = source_batch_.rows;
  batch.columns.clear();
  derived_.clear();
  for (const std::size_t index : wanted_) {
    if (index < plain) {
      batch.columns.push_back(view_of(index));
      continue;
    }
    const Expression& expression = expressions_[index - plain];
    std::vector<std::span<const double>> cells;
    for (const std::size_t column : expression.sources()) cells.push_back(view_of(column).numbers);
    EXPLAINEE_ASSIGN(std::vector<double> values, expression.evaluate(cells, batch.rows));
    derived_.push_back(std::move(values));
    ColumnView view;
    view.numbers = derived_.back();
    batch.columns.push_back(view);
  }
  return true;
}

}  // namespace explainee::data
