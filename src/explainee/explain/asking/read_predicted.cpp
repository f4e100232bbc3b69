#include "explainee/explain/asking/read_predicted.h"

#include <algorithm>
#include <map>
#include <utility>

#include "explainee/data/name_pattern.h"

namespace explainee::explain {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// 1 where the text is the most frequent one, the first among equals; else 0.
std::vector<double> is_most_frequent(const std::vector<std::string>& texts) {
  std::map<std::string, std::size_t> count;
  for (const std::string& text : texts) ++count[text];
  const auto most =
      std::max_element(count.begin(), count.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  std::vector<double> indicator;
  for (const std::string& text : texts) indicator.push_back(text == most->first ? 1 : 0);
  return indicator;
}

/// The columns to read, the first prediction last.
Result<std::vector<std::size_t>> columns_to_read(const data::TableSource& table, const PredictedColumns& columns) {
  EXPLAINEE_ASSIGN(const std::vector<std::size_t> predictions,
                   data::resolve_names(table.columns(), columns.prediction));
  EXPLAINEE_ASSIGN(const std::vector<std::size_t> excluded, data::resolve_names(table.columns(), columns.exclude));
  if (predictions.empty())
    return Error{ErrorCode::kBadOption,
                 base::say("name the column with the predictions: {}", base::option("prediction")), table.name()};
  std::vector<std::size_t> wanted;
  for (std::size_t j = 0; j < table.columns().size(); ++j) {
    const auto in = [j](const std::vector<std::size_t>& list) {
      return std::find(list.begin(), list.end(), j) != list.end();
    };
    if (!in(predictions) && !in(excluded)) wanted.push_back(j);
  }
  wanted.push_back(predictions.front());
  for (const std::size_t j : wanted) {
    const data::Column& column = table.columns()[j];
    if (column.unreadable.empty()) continue;
    return Error{ErrorCode::kUnfitColumn,
                 base::say("column '{}' is of type {}, which is neither numbers nor text; leave it out with {}",
                           column.name, column.unreadable, base::option("exclude")),
                 table.name()};
  }
  return wanted;
}

}  // namespace

Result<ReadPredicted> read_predicted(data::TableSource& table, const PredictedColumns& columns,
                                     const base::Control& control) {
  EXPLAINEE_ASSIGN(const std::vector<std::size_t> wanted, columns_to_read(table, columns));
  EXPLAINEE_ASSIGN(const RowColumns all, read_columns(table, wanted, control));
  const std::vector<std::size_t> complete = complete_rows(all);
  ReadPredicted read;
  read.left_out = rows_of(all) - complete.size();
  read.rows.columns = rows_at(all, complete);
  RowColumn prediction = std::move(read.rows.columns.back());
  read.rows.columns.pop_back();
  read.rows.predictions = prediction.is_text() ? is_most_frequent(prediction.texts) : std::move(prediction.numbers);
  return read;
}

}  // namespace explainee::explain
