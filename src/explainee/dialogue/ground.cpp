#include "explainee/dialogue/ground.h"

#include <algorithm>
#include <set>

#include "explainee/user/table_columns.h"

namespace explainee::dialogue {
namespace {

/// Positions in the table of all that she may reason from.
std::vector<std::size_t> feature_columns(const explain::Gathered& gathered) {
  std::set<std::string> known;
  for (const user::Holding& holding : gathered.roles.person.known) known.insert(holding.column);
  std::set<std::size_t> found;
  for (const explain::Proposal& proposal : gathered.proposals)
    found.insert(proposal.columns.begin(), proposal.columns.end());
  for (std::size_t i = 0; i < gathered.columns.size(); ++i) {
    if (known.contains(gathered.columns[i].name)) found.insert(i);
  }
  return {found.begin(), found.end()};
}

/// Turns positions among all moment columns into positions among some.
class Places {
 public:
  explicit Places(const std::vector<int>& columns) : columns_(columns) {}
  [[nodiscard]] std::vector<int> of(const std::vector<int>& all) const {
    std::vector<int> result;
    for (const int column : all) {
      const auto at = std::lower_bound(columns_.begin(), columns_.end(), column);
      result.push_back(static_cast<int>(at - columns_.begin()));
    }
    return result;
  }

 private:
  const std::vector<int>& columns_;
};

explain::VerdictTask make_task(const explain::Composition& c, const Ground& ground) {
  const Places places(ground.columns);
  explain::VerdictTask task;
  const Eigen::MatrixXd loadings = c.problem.conditioning.loadings(ground.columns, Eigen::all);
  task.covariance = ground.space.covariance - loadings * loadings.transpose();
  task.own = ground.space.covariance.diagonal();
  for (const explain::Facts& facts : c.setting.candidates) task.candidates.push_back(places.of(facts.columns));
  task.predictions = places.of(c.setting.independent);
  task.sparsity = c.answer.sparsity;
  task.bias_nats = c.problem.problem.bias_nats;
  return task;
}

}  // namespace

Ground make_ground(const explain::Composition& c) {
  Ground ground;
  const moments::Moments& moments = *c.gathered.moments;
  std::set<int> used(c.setting.predictions.begin(), c.setting.predictions.end());
  std::vector<std::vector<int>> features;
  const user::TableColumns table(moments);
  ground.shown = feature_columns(c.gathered);
  for (const std::size_t index : ground.shown) {
    const std::vector<int> parts = table.of(c.gathered.columns[index].name);
    if (parts.empty()) continue;  // a text that is the same everywhere
    used.insert(parts.begin(), parts.end());
    features.push_back(parts);
  }
  ground.columns.assign(used.begin(), used.end());
  const Places places(ground.columns);
  ground.shifts.resize(static_cast<Eigen::Index>(ground.columns.size()));
  for (std::size_t i = 0; i < ground.columns.size(); ++i)
    ground.shifts[static_cast<Eigen::Index>(i)] = moments.columns[static_cast<std::size_t>(ground.columns[i])].shift;
  const moments::Fold total = moments::select_columns(c.total(), ground.columns);
  ground.space.mean = total.mean + ground.shifts;
  ground.space.covariance = moments::covariance(total);
  for (const auto& parts : features) ground.space.features.push_back(places.of(parts));
  ground.space.predictions = places.of(c.setting.predictions);
  ground.task = make_task(c, ground);
  for (const explain::Facts& facts : c.setting.candidates) ground.candidates.push_back(facts.candidate.name);
  return ground;
}

}  // namespace explainee::dialogue
