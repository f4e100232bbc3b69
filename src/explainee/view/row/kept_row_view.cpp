#include "explainee/view/row/kept_row_view.h"

#include <map>

#include "explainee/view/names/part_value.h"
#include "explainee/view/numbers/number_text.h"
#include "explainee/view/row/explained_row.h"

namespace explainee::view {
namespace {

PlainNames names_of(const explain::Explainer& explainer) {
  std::map<std::string, family::Description> said;
  for (const family::Description& fact : explainer.facts) {
    if (!fact.saying.empty()) said.emplace(fact.name, fact);
  }
  return PlainNames().with_facts(said);
}

}  // namespace

std::vector<RowView> kept_row_view(const explain::Explainer& explainer, const explain::RowExplanation& row,
                                   const std::string& id, const explain::RowsSummary& rows) {
  const PlainNames names = names_of(explainer);
  std::vector<RowView> views;
  for (std::size_t k = 0; k < explainer.predictions.size(); ++k) {
    RowFigures figures{row.expected[k], {}, row.remainder[k], row.prediction[k]};
    for (const explain::Contribution& part : row.contributions)
      figures.parts.push_back({part_label(part, names), part_value(part, names), part.contribution[k]});
    RowView view = row_view(figures, {});
    view.name = row_name(row, id, names);
    if (explainer.predictions.size() > 1) view.name += ", " + names.name(explainer.predictions[k]);
    const double scale = rows.before[static_cast<Eigen::Index>(k)];
    for (Step& step : view.steps) step.text = signed_at_scale(step.amount, scale);
    view.steps.front().text = names.value(explainer.predictions[k], row.expected[k]);
    view.steps.back().text = names.value(explainer.predictions[k], row.prediction[k]);
    views.push_back(std::move(view));
  }
  return views;
}

}  // namespace explainee::view
