#include "explainee/view/row/explained_row.h"

#include <fmt/format.h>

#include <cmath>

#include "explainee/base/printable/printable.h"
#include "explainee/view/names/part_value.h"
#include "explainee/view/numbers/number_text.h"

namespace explainee::view {
namespace {

/// The stored value as people know it; as it is stored where it is shown bent.
double shown_value(const PlainNames& names, const std::string& column, double stored) {
  return names.shown(column, stored).value_or(stored);
}

RowFigures figures_of(const explain::Explanation& e, const PlainNames& names, std::size_t k) {
  const explain::RowExplanation& row = *e.row;
  const std::string& column = e.predictions[k];
  const double slope = names.slope(column).value_or(1);
  RowFigures figures;
  figures.expected = shown_value(names, column, row.expected[k]);
  figures.prediction = shown_value(names, column, row.prediction[k]);
  figures.rest = slope * row.remainder[k];
  for (const explain::Contribution& part : row.contributions)
    figures.parts.push_back({part_label(part, names), part_value(part, names), slope * part.contribution[k]});
  return figures;
}

}  // namespace

std::string row_name(const explain::RowExplanation& row, const std::string& id_column, const PlainNames& names) {
  if (row.id.empty()) return fmt::format("row {}", row.index);
  return fmt::format("{} {}", names.name(id_column), base::printable(row.id));
}

std::string row_name(const explain::Explanation& e, const PlainNames& names) {
  return row_name(*e.row, e.request.what.id, names);
}

std::string in_row(const explain::Explanation& e, const PlainNames& names) {
  return (e.row->id.empty() ? "In " : "For ") + row_name(e, names);
}

std::string says_text(const explain::Explanation& e) {
  return e.request.what.versus.empty() ? "the model says" : "the difference is";
}

std::string moved_text(const explain::Explanation& e, const PlainNames& names, double stored, std::size_t k) {
  const double slope = names.slope(e.predictions[k]).value_or(1);
  return signed_at_scale(slope * stored, std::abs(slope) * e.uncertainty.before[k]);
}

std::vector<RowView> explained_row(const explain::Explanation& e, const PlainNames& names) {
  std::vector<RowView> rows;
  if (!e.row) return rows;
  for (std::size_t k = 0; k < e.row->prediction.size(); ++k) {
    RowView row = row_view(figures_of(e, names, k), {.end = says_text(e)});
    row.name = row_name(e, names);
    const double scale = std::abs(names.slope(e.predictions[k]).value_or(1)) * e.uncertainty.before[k];
    for (Step& step : row.steps) step.text = signed_at_scale(step.amount, scale);
    row.steps.front().text = names.value(e.predictions[k], e.row->expected[k]);
    row.steps.back().text = names.value(e.predictions[k], e.row->prediction[k]);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace explainee::view
