#include "explainee/explain/compose/asker.h"

#include <algorithm>
#include <set>
#include <utility>

#include "explainee/data/name_pattern.h"
#include "explainee/explain/gather/read_rows.h"
#include "explainee/explain/rows/like_gathered.h"

namespace explainee::explain {
namespace {

using base::Result;

/// These columns in these rows, which are numbers in increasing order.
Result<RowColumns> read_cells(data::TableSource& table, const std::vector<std::size_t>& columns,
                              const std::vector<std::int64_t>& rows, const base::Control& control) {
  RowColumns read;
  for (const std::size_t at : columns) read.push_back({table.columns()[at].name, table.columns()[at].type, {}, {}});
  EXPLAINEE_TRY(read_rows(table, columns, rows, control, [&](const data::Batch& batch, std::size_t row) {
    for (std::size_t k = 0; k < read.size(); ++k) {
      if (read[k].is_text()) {
        read[k].texts.emplace_back(batch.columns[k].texts[row]);
      } else {
        read[k].numbers.push_back(batch.columns[k].numbers[row]);
      }
    }
  }));
  return read;
}

PredictedRows rows_of(const PredictedRows& real, const std::vector<std::size_t>& some) {
  PredictedRows rows;
  rows.columns = rows_at(real.columns, some);
  for (const std::size_t i : some) {
    rows.predictions.push_back(real.predictions[i]);
    rows.numbers.push_back(real.numbers[i]);
  }
  return rows;
}

/// A table with these columns in this order; what was not drawn takes part in nothing.
data::MemoryTable table_like(const std::vector<data::Column>& columns, const PredictedRows& rows,
                             const std::string& prediction) {
  data::MemoryTable table;
  for (const data::Column& column : columns) {
    const auto own = std::find_if(rows.columns.begin(), rows.columns.end(),
                                  [&](const RowColumn& drawn) { return drawn.name == column.name; });
    if (column.name == prediction) {
      table.add(column.name, rows.predictions);
    } else if (own != rows.columns.end() && own->is_text()) {
      table.add(column.name, own->texts);
    } else if (own != rows.columns.end()) {
      table.add(column.name, own->numbers);
    } else if (column.type == data::ColumnType::kText) {
      table.add(column.name, std::vector<std::string>(rows.predictions.size(), "-"));
    } else {
      table.add(column.name, std::vector<double>(rows.predictions.size(), 0.0));
    }
  }
  return table;
}

/// As the held rows are measured; a constant stays one.
Eigen::MatrixXd standardised_like(Eigen::MatrixXd columns, const Eigen::VectorXd& mean, const Eigen::VectorXd& sd) {
  columns.rowwise() -= mean.transpose();
  columns.array().rowwise() /= sd.transpose().array();
  return columns;
}

}  // namespace

/// All that the model may read: not what it predicts, nor what only names, weighs or judges rows.
Result<std::vector<std::size_t>> Asker::columns_to_draw() const {
  const request::Request& request = c_.request;
  std::set<std::string> others(request.what.prediction.begin(), request.what.prediction.end());
  others.insert({request.what.label, request.what.id, request.how.weight});
  const std::vector<data::Column>& columns = input_.table->columns();
  std::set<std::string> there;
  if (input_.asking.table != nullptr) {
    for (const data::Column& column : input_.asking.table->columns()) there.insert(column.name);
  }
  const auto& excluded = request.facts.exclude;
  std::vector<std::size_t> wanted;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const std::string& name = columns[j].name;
    // A model behind a file needs no column that takes part in nothing here.
    const bool spared = input_.asking.table != nullptr && !there.contains(name) &&
                        std::find(excluded.begin(), excluded.end(), name) != excluded.end();
    if (columns[j].unreadable.empty() && !others.contains(name) && !spared) wanted.push_back(j);
  }
  EXPLAINEE_ASSIGN(const std::size_t prediction, data::find_column(columns, request.what.prediction.front()));
  wanted.push_back(prediction);
  return wanted;
}

Result<void> Asker::read_real(const HeldRows& held) {
  EXPLAINEE_ASSIGN(const std::vector<std::size_t> columns, columns_to_draw());
  const auto cursor = input_.table->cursor();
  EXPLAINEE_ASSIGN(const RowColumns all, read_cells(*cursor, columns, held.numbers, c_.control));
  const std::vector<std::size_t> complete = complete_rows(all);
  PredictedRows real;
  real.columns = rows_at(all, complete);
  real.predictions = std::move(real.columns.back().numbers);
  real.columns.pop_back();
  place_.assign(held.numbers.size(), -1);
  for (std::size_t i = 0; i < complete.size(); ++i) {
    place_[complete[i]] = static_cast<std::ptrdiff_t>(i);
    real.numbers.push_back(held.numbers[complete[i]]);
  }
  real_ = std::move(real);
  return {};
}

Result<AskedRows> Asker::ask(const PredictedRows& real) {
  c_.control.report("asking the model", -1.0);
  const Asking& asking = input_.asking;
  if (asking.table != nullptr) return read_asked(real, *asking.table, c_.request.what.prediction.front(), c_.control);
  const DrawOptions options{static_cast<std::size_t>(c_.request.how.ask_rows),
                            static_cast<std::uint64_t>(c_.request.how.seed)};
  return asked_ ? ask_again(real, asking.model, options, c_.control)
                : ask_model(real, asking.model, options, c_.control);
}

Result<DrawnRows> Asker::measured(const HeldRows& held, const PredictedRows& rows) const {
  data::MemoryTable table = table_like(input_.table->columns(), rows, c_.request.what.prediction.front());
  EXPLAINEE_ASSIGN(const Eigen::MatrixXd raw, like_gathered(c_.gathered, table, c_.control));
  DrawnRows drawn;
  drawn.values = standardised_like(raw, held.mean, held.sd);
  for (Eigen::Index j = 0; j < drawn.values.cols(); ++j)
    if (held.values.col(j).isZero(0)) drawn.values.col(j).setZero();
  drawn.given =
      standardised_like(raw * c_.setting.summary_weights, held.given_mean, held.given_sd)(Eigen::all, held.given_of);
  drawn.targets = drawn.values(Eigen::all, c_.setting.independent);
  return drawn;
}

Result<std::shared_ptr<const DrawnRows>> Asker::like(const HeldRows& held, const std::vector<Eigen::Index>& rows) {
  const auto found = known_.find(rows);
  if (found != known_.end()) return found->second;
  if (!real_) EXPLAINEE_TRY(read_real(held));
  std::vector<std::size_t> complete;
  for (const Eigen::Index row : rows) {
    const std::ptrdiff_t place = place_[static_cast<std::size_t>(row)];
    if (place >= 0) complete.push_back(static_cast<std::size_t>(place));
  }
  std::sort(complete.begin(), complete.end());  // whatever the order in which folds have them
  EXPLAINEE_ASSIGN(const AskedRows asked, ask(rows_of(*real_, complete)));
  if (!asked_) asked_ = ModelAsked{static_cast<std::int64_t>(asked.rows.predictions.size()), 0};
  asked_->calls += asked.calls;
  EXPLAINEE_ASSIGN(DrawnRows drawn, measured(held, asked.rows));
  auto shared = std::make_shared<const DrawnRows>(std::move(drawn));
  known_.emplace(rows, shared);
  return std::shared_ptr<const DrawnRows>(std::move(shared));
}

}  // namespace explainee::explain
