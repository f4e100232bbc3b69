#include "explainee/explain/compose/setting.h"

#include <algorithm>
#include <utility>

namespace explainee::explain {

std::vector<information::FactColumns> columns_of(const std::vector<Candidate>& candidates) {
  std::vector<information::FactColumns> columns;
  columns.reserve(candidates.size());
  for (const Candidate& fact : candidates)
    columns.push_back({fact.columns, fact.shown_with.variance(), fact.cost, fact.description.shape.degrees - 1});
  return columns;
}

int open_directions(const Setting& setting) { return std::max(1, static_cast<int>(setting.independent.size())); }

double rows_needed(const Setting& setting, const PersonProblem& problem, int columns, double spare) {
  return problem.conditioning.rank() + columns + open_directions(setting) + spare;
}

PersonProblem make_problem(const Setting& setting, const moments::Fold& rows) {
  return information::make_problem(setting, columns_of(setting.candidates), rows);
}

std::optional<PersonProblem> make_problem(const Setting& setting, const moments::Fold& rows,
                                          const base::Control& control, const person::Conditioning* given) {
  return information::make_problem(setting, columns_of(setting.candidates), rows, control, given);
}

Setting without_summary(const Setting& setting) {
  Setting nobody = setting;
  nobody.summary_weights.resize(setting.summary_weights.rows(), 0);
  nobody.summary_noise.resize(0, 0);
  return nobody;
}

Setting with_candidates(const Setting& setting, std::vector<Candidate> candidates) {
  Setting other = setting;
  other.candidates = std::move(candidates);
  return other;
}

}  // namespace explainee::explain
