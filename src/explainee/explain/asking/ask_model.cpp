#include "explainee/explain/asking/ask_model.h"

#include <cmath>
#include <limits>
#include <map>

#include "explainee/base/tolerances.h"
#include "explainee/data/name_pattern.h"
#include "explainee/explain/asking/csv_text.h"

namespace explainee::explain {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

double standard_deviation(const std::vector<double>& values) {
  double mean = 0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size()));
}

/// The two predictions are the same up to how numbers are written.
bool same_prediction(double said, double known, double sd) {
  return std::abs(said - known) <=
         base::kReproduces * sd + 4 * std::numeric_limits<double>::epsilon() * std::abs(known);
}

/// One answer for each row, all of them numbers.
Result<std::vector<double>> answers_of(const Model& model, const RowColumns& rows) {
  EXPLAINEE_ASSIGN(std::vector<double> answers, model(rows));
  if (answers.size() != rows_of(rows)) {
    return Error{ErrorCode::kUnfitColumn, base::say("the model gave {} predictions for {} rows; one a row is needed",
                                                    answers.size(), rows_of(rows))};
  }
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (std::isfinite(answers[i])) continue;
    return Error{ErrorCode::kUnfitColumn,
                 base::say("the model's prediction for row {} of {} is no finite number", i, answers.size())};
  }
  return answers;
}

/// The model must be the one behind the table's predictions.
Result<void> check_reproduces(const PredictedRows& real, const std::vector<double>& said) {
  const double sd = standard_deviation(real.predictions);
  for (std::size_t i = 0; i < said.size(); ++i) {
    if (same_prediction(said[i], real.predictions[i], sd)) continue;
    return Error{
        ErrorCode::kUnfitColumn,
        base::say("the model that is asked is not the one behind the table: for row {} it says {:.9g} where the table "
                  "has {:.9g}; ask the model that made the predictions, with the columns as the table has them",
                  real.numbers.empty() ? static_cast<std::int64_t>(i) : real.numbers[i], said[i], real.predictions[i])};
  }
  return {};
}

/// The cells of a row, to find the same one again.
std::vector<std::string> cells_of(const RowColumns& columns, std::size_t row) {
  std::vector<std::string> cells;
  for (const RowColumn& column : columns)
    cells.push_back(column.is_text() ? column.texts[row] : number_text(column.numbers[row]));
  return cells;
}

/// Counts the rows that are real rows in every cell; an error where one of them has another prediction.
Result<std::size_t> count_reproduced(const PredictedRows& real, const PredictedRows& asked, const std::string& file) {
  std::map<std::vector<std::string>, std::size_t> place;
  for (std::size_t i = 0; i < real.predictions.size(); ++i) place.emplace(cells_of(real.columns, i), i);
  const double sd = standard_deviation(real.predictions);
  std::size_t count = 0;
  for (std::size_t i = 0; i < asked.predictions.size(); ++i) {
    const auto same = place.find(cells_of(asked.columns, i));
    if (same == place.end()) continue;
    const double known = real.predictions[same->second];
    if (!same_prediction(asked.predictions[i], known, sd)) {
      return Error{ErrorCode::kUnfitColumn,
                   base::say("row {} is also in the data, with another prediction ({:.9g} here, {:.9g} there); let the "
                             "model that made the data's predictions fill in these",
                             i, asked.predictions[i], known),
                   file};
    }
    ++count;
  }
  return count;
}

/// The positions of the real rows' columns in the table, then of the prediction.
Result<std::vector<std::size_t>> positions_in(const RowColumns& columns, const data::TableSource& table,
                                              std::string_view prediction) {
  std::vector<std::size_t> wanted;
  for (const RowColumn& column : columns) {
    EXPLAINEE_ASSIGN(const std::size_t at, data::find_column(table.columns(), column.name));
    if (table.columns()[at].type != column.type) {
      return Error{ErrorCode::kUnfitColumn,
                   base::say("column '{}' holds {} here and {} in the data", column.name,
                             column.is_text() ? "numbers" : "texts", column.is_text() ? "texts" : "numbers"),
                   table.name()};
    }
    wanted.push_back(at);
  }
  EXPLAINEE_ASSIGN(const std::size_t at, data::find_column(table.columns(), prediction));
  if (table.columns()[at].type != data::ColumnType::kNumber)
    return Error{ErrorCode::kUnfitColumn, base::say("the prediction '{}' holds texts; numbers are needed", prediction),
                 table.name()};
  wanted.push_back(at);
  return wanted;
}

}  // namespace

Result<AskedRows> ask_model(const PredictedRows& real, const Model& model, const DrawOptions& options,
                            const base::Control& control) {
  EXPLAINEE_ASSIGN(const std::vector<double> said, answers_of(model, real.columns));
  EXPLAINEE_TRY(check_reproduces(real, said));
  EXPLAINEE_ASSIGN(AskedRows asked, ask_again(real, model, options, control));
  ++asked.calls;
  asked.reproduced = said.size();
  asked.rows_asked += said.size();
  return asked;
}

Result<AskedRows> ask_again(const PredictedRows& real, const Model& model, const DrawOptions& options,
                            const base::Control& control) {
  AskedRows asked;
  EXPLAINEE_ASSIGN(asked.rows.columns, draw_rows(real, options, control));
  EXPLAINEE_ASSIGN(asked.rows.predictions, answers_of(model, asked.rows.columns));
  asked.calls = 1;
  asked.rows_asked = asked.rows.predictions.size();
  return asked;
}

Result<AskedRows> read_asked(const PredictedRows& real, data::TableSource& table, std::string_view prediction,
                             const base::Control& control) {
  EXPLAINEE_ASSIGN(const std::vector<std::size_t> wanted, positions_in(real.columns, table, prediction));
  AskedRows asked;
  EXPLAINEE_ASSIGN(asked.rows.columns, read_columns(table, wanted, control));
  const std::size_t complete = complete_rows(asked.rows.columns).size();
  const std::size_t rows = rows_of(asked.rows.columns);
  if (complete < rows || rows == 0) {
    const base::Message why =
        rows == 0
            ? base::say("there are no rows")
            : base::say("{} of {} rows have a missing or infinite cell; the model's predictions are needed for all",
                        rows - complete, rows);
    return Error{ErrorCode::kMissingCell, why, table.name()};
  }
  asked.rows.predictions = std::move(asked.rows.columns.back().numbers);
  asked.rows.columns.pop_back();
  EXPLAINEE_ASSIGN(asked.reproduced, count_reproduced(real, asked.rows, table.name()));
  return asked;
}

}  // namespace explainee::explain
