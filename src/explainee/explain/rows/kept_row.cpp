#include "explainee/explain/rows/kept_row.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "explainee/base/bits.h"
#include "explainee/data/table_sink.h"
#include "explainee/explain/rows/explain_rows.h"
#include "explainee/explain/rows/fact_values.h"

namespace explainee::explain {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// Keeps one of the rows that are written.
class RowPicker final : public data::TableSink {
 public:
  /// `numbered`: the first column holds the numbers of the rows; else they are counted.
  RowPicker(std::int64_t number, bool numbered) : number_(number), numbered_(numbered) {}

  base::Result<void> write(std::span<const data::ColumnView> columns) override {
    const std::size_t rows = columns.empty() ? 0 : std::max(columns[0].numbers.size(), columns[0].texts.size());
    for (std::size_t row = 0; row < rows; ++row, ++counted_) {
      last_ = numbered_ ? static_cast<std::int64_t>(columns[0].numbers[row]) : counted_;
      if (last_ != number_) continue;
      found_ = true;
      for (const data::ColumnView& column : columns) {
        numbers_.push_back(column.texts.empty() ? column.numbers[row] : std::nan(""));
        texts_.emplace_back(column.texts.empty() ? "" : column.texts[row]);
      }
    }
    return {};
  }
  base::Result<void> finish() override { return {}; }

  [[nodiscard]] bool found() const { return found_; }
  [[nodiscard]] std::int64_t last() const { return last_; }
  [[nodiscard]] double number(std::size_t column) const { return numbers_[column]; }
  [[nodiscard]] const std::string& text(std::size_t column) const { return texts_[column]; }

 private:
  std::int64_t number_;
  bool numbered_;
  std::int64_t counted_ = 0;
  std::int64_t last_ = -1;
  bool found_ = false;
  std::vector<double> numbers_;
  std::vector<std::string> texts_;
};

Error not_there(const data::TableSource& table, std::int64_t number, std::int64_t last) {
  if (last > number)
    return {ErrorCode::kMissingCell,
            fmt::format("row {} was dropped because a cell is missing or infinite; choose another row", number),
            table.where(number)};
  base::Subject subject(table.name());
  subject.option = base::option("row", number);
  return {ErrorCode::kBadOption, fmt::format("the last row that can be used is row {}; rows count from 0", last),
          std::move(subject)};
}

/// What each fact is in the row.
std::vector<Contribution> parts_of(const Explainer& explainer, const RowPicker& values) {
  std::vector<Contribution> parts;
  for (std::size_t fact = 0; fact < explainer.facts.size(); ++fact) {
    Contribution part;
    part.name = explainer.facts[fact].name;
    part.shown = explainer.facts[fact].shown;
    part.level = values.text(fact);
    if (!std::isnan(values.number(fact))) part.value = values.number(fact);
    parts.push_back(std::move(part));
  }
  std::size_t at = explainer.facts.size();
  for (const ShownSource& source : shown_sources(explainer))
    parts[source.fact].sources.emplace_back(source.column, values.number(at++));
  return parts;
}

}  // namespace

Result<RowExplanation> explain_kept_row(const Explainer& explainer, data::TableSource& table, std::int64_t number,
                                        const std::string& id, const base::Control& control) {
  RowPicker figures(number, true);
  EXPLAINEE_TRY(explain_rows(explainer, table, &figures, control, id));
  if (!figures.found()) return not_there(table, number, figures.last());
  RowPicker values(number, false);
  EXPLAINEE_TRY(read_facts(explainer, table, values, control));
  if (!values.found()) return Error{ErrorCode::kUnreadableFile, "the table changed while it was read", table.name()};
  RowExplanation row;
  row.index = number;
  std::size_t at = 1;
  if (!id.empty()) row.id = figures.text(at++);
  row.contributions = parts_of(explainer, values);
  for (std::size_t k = 0; k < explainer.predictions.size(); ++k) {
    row.prediction.push_back(figures.number(at++));
    row.expected.push_back(figures.number(at++));
    for (Contribution& part : row.contributions) part.contribution.push_back(figures.number(at++));
    row.remainder.push_back(figures.number(at++));
  }
  if (!std::isnan(figures.number(at))) row.surprise_removed_nats = base::to_nats(figures.number(at));
  return row;
}

}  // namespace explainee::explain
