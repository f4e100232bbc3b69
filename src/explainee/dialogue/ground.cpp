#include "explainee/dialogue/ground.h"

#include <set>

#include "explainee/explain/answered.h"
#include "explainee/user/table_columns.h"

namespace explainee::dialogue {

Ground make_ground(const explain::Composition& c) {
  Ground ground;
  const moments::Moments& moments = *c.gathered.moments;
  std::set<int> used(c.setting.predictions.begin(), c.setting.predictions.end());
  std::vector<std::vector<int>> features;
  const user::TableColumns table(moments);
  ground.shown = c.gathered.reasons;
  for (const std::size_t index : ground.shown) {
    const std::vector<int> parts = table.of(c.gathered.columns[index].name);
    if (parts.empty()) continue;  // a text that is the same everywhere
    used.insert(parts.begin(), parts.end());
    features.push_back(parts);
  }
  ground.columns.assign(used.begin(), used.end());
  ground.shifts.resize(static_cast<Eigen::Index>(ground.columns.size()));
  for (std::size_t i = 0; i < ground.columns.size(); ++i)
    ground.shifts[static_cast<Eigen::Index>(i)] = moments.columns[static_cast<std::size_t>(ground.columns[i])].shift;
  const moments::Fold total = moments::select_columns(c.total(), ground.columns);
  ground.space.mean = total.mean + ground.shifts;
  ground.space.covariance = moments::covariance(total);
  for (const auto& parts : features) ground.space.features.push_back(explain::positions_among(ground.columns, parts));
  ground.space.predictions = explain::positions_among(ground.columns, c.setting.predictions);
  ground.task = explain::verdict_task(c, c.problem, ground.space.covariance, ground.columns);
  for (const explain::Facts& facts : c.setting.candidates) ground.candidates.push_back(facts.candidate.name);
  return ground;
}

}  // namespace explainee::dialogue
