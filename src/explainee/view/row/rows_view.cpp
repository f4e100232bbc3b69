#include "explainee/view/row/rows_view.h"

#include <utility>

#include "explainee/view/numbers/picture_numbers.h"

namespace explainee::view {
namespace {

/// The same figures, facts largest first.
RowFigures sorted(const RowFigures& figures) {
  std::vector<double> amounts;
  for (const RowPart& part : figures.parts) amounts.push_back(part.amount);
  RowFigures result = figures;
  result.parts.clear();
  for (const std::size_t i : largest_first(amounts)) result.parts.push_back(figures.parts[i]);
  return result;
}

bool is_end(const Step& step) { return step.kind == StepKind::kStart || step.kind == StepKind::kEnd; }

}  // namespace

RowsView rows_view(std::span<const RowFigures> rows, const RowWords& words) {
  RowsView view;
  std::vector<double> steps;
  std::vector<double> totals;
  for (const RowFigures& figures : rows) {
    view.rows.push_back(row_view(sorted(figures), words));
    for (const Step& step : view.rows.back().steps) {
      totals.push_back(step.to);
      if (!is_end(step)) steps.push_back(step.to - step.from);
    }
  }
  const PictureNumbers numbers(steps, totals);
  for (RowView& row : view.rows) {
    for (Step& step : row.steps)
      step.text = is_end(step) ? numbers.text(step.to) : numbers.text(step.to - step.from, true);
  }
  view.unit = numbers.unit();
  return view;
}

}  // namespace explainee::view
