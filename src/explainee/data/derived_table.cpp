#include "explainee/data/derived_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "explainee/data/running_scale.h"

namespace explainee::data {
base::Result<std::vector<ColumnScale>> measure_scales(TableSource& source, const std::vector<Expression>& expressions,
                                                      std::optional<std::size_t> weight, const base::Control& control) {
  std::set<std::size_t> wanted;
  for (const Expression& expression : expressions) {
    wanted.insert(expression.standardised().begin(), expression.standardised().end());
  }
  std::vector<ColumnScale> measured;
  if (wanted.empty()) return measured;
  if (weight) wanted.insert(*weight);
  const std::vector<std::size_t> columns(wanted.begin(), wanted.end());
  const auto weight_at = static_cast<std::size_t>(weight ? std::distance(wanted.begin(), wanted.find(*weight)) : 0);
  std::vector<RunningScale> scales(columns.size());
  EXPLAINEE_TRY(source.start(columns));
  Batch batch;
  while (true) {
    if (control.cancelled()) return base::interrupted();
    EXPLAINEE_ASSIGN(const bool more, source.next(batch));
    if (!more) break;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const std::span<const double> values = batch.columns[i].numbers;
      for (std::size_t row = 0; row < values.size(); ++row) {
        const double own = weight ? batch.columns[weight_at].numbers[row] : 1.0;
        if (std::isfinite(values[row]) && own > 0) scales[i].add(values[row], own);
      }
    }
  }
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto uses = [&](const Expression& expression) {
      const auto& own = expression.standardised();
      return std::find(own.begin(), own.end(), columns[i]) != own.end();
    };
    if (std::none_of(expressions.begin(), expressions.end(), uses)) continue;  // only read as the weight
    const double sd = scales[i].sd();
    if (!(sd > 0)) {
      return base::Error{base::ErrorCode::kUnfitColumn,
                         fmt::format("column '{}' is constant, so z({}) has no meaning",
                                     source.columns()[columns[i]].name, source.columns()[columns[i]].name),
                         source.name()};
    }
    measured.push_back({source.columns()[columns[i]].name, scales[i].mean(), sd});
  }
  return measured;
}

std::unique_ptr<ExtendedTable> derive(TableSource& source, std::vector<Expression> expressions,
                                      const std::vector<ColumnScale>& scales) {
  std::vector<AddedColumn> added;
  for (Expression& expression : expressions) {
    for (const std::size_t column : expression.standardised()) {
      for (const ColumnScale& scale : scales) {
        if (scale.column == source.columns()[column].name) expression.set_scale(column, scale.mean, scale.sd);
      }
    }
    AddedColumn column{{expression.text(), ColumnType::kNumber, "", true}, expression.sources()};
    column.numbers = [formula = std::make_shared<Expression>(std::move(expression))](
                         AddedColumn::Cells cells, std::span<double> out) -> base::Result<void> {
      EXPLAINEE_ASSIGN(const std::vector<double> values, formula->evaluate(cells, out.size()));
      std::copy(values.begin(), values.end(), out.begin());
      return {};
    };
    added.push_back(std::move(column));
  }
  return std::make_unique<ExtendedTable>(source, std::move(added));
}

}  // namespace explainee::data
