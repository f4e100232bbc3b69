#include "explainee/dialogue/fixed_data.h"

#include <set>

#include "explainee/explain/answers/answered.h"
#include "explainee/person/table_columns.h"

namespace explainee::dialogue {

FixedData make_fixed_data(const explain::Composition& c) {
  FixedData fixed;
  const moments::Moments& moments = *c.gathered.moments;
  std::set<int> used(c.setting.predictions.begin(), c.setting.predictions.end());
  std::vector<std::vector<int>> features;
  const person::TableColumns table(moments);
  fixed.shown = c.gathered.reasons;
  for (const std::size_t index : fixed.shown) {
    const std::vector<int> parts = table.of(c.gathered.columns[index].name);
    if (parts.empty()) continue;  // a text that is the same everywhere
    used.insert(parts.begin(), parts.end());
    features.push_back(parts);
  }
  fixed.columns.assign(used.begin(), used.end());
  fixed.shifts.resize(static_cast<Eigen::Index>(fixed.columns.size()));
  for (std::size_t i = 0; i < fixed.columns.size(); ++i)
    fixed.shifts[static_cast<Eigen::Index>(i)] = moments.columns[static_cast<std::size_t>(fixed.columns[i])].shift;
  const moments::Fold total = moments::select_columns(c.total(), fixed.columns);
  fixed.space.mean = total.mean + fixed.shifts;
  fixed.space.covariance = moments::covariance(total);
  for (const auto& parts : features) fixed.space.features.push_back(explain::positions_among(fixed.columns, parts));
  fixed.space.predictions = explain::positions_among(fixed.columns, c.setting.predictions);
  fixed.task = explain::verdict_task(c, c.problem, fixed.space.covariance, fixed.columns);
  for (const explain::Candidate& facts : c.setting.candidates) fixed.candidates.push_back(facts.description.name);
  return fixed;
}

}  // namespace explainee::dialogue
