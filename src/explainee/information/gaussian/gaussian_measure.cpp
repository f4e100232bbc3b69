#include "explainee/information/gaussian/gaussian_measure.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "explainee/information/fine/fine_fit.h"
#include "explainee/information/gaussian/gaussian_interval.h"
#include "explainee/information/gaussian/independence.h"
#include "explainee/information/gaussian/set_bias.h"
#include "explainee/information/jackknife.h"
#include "explainee/search/problem/evaluate.h"

namespace explainee::information {
namespace {

search::Set all_of(std::size_t facts) {
  search::Set all(facts);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

/// Of draws: what a single one leaves open of itself can never be told.
std::optional<double> open_nats(const Material& material, const PersonProblem& problem) {
  const double within = material.situation.draws.within(*material.total);
  if (!(within > 0)) return std::nullopt;
  const double floor = within + material.situation.resolution_variance;
  return std::max(0.0, 0.5 * std::log(problem.problem.target(0, 0) / floor));
}

}  // namespace

base::Result<std::vector<MeasuredSet>> GaussianMeasure::measure(std::span<const SetToMeasure> sets,
                                                                const base::Control& /*control*/) {
  std::vector<MeasuredSet> measured;
  measured.reserve(sets.size());
  for (const SetToMeasure& set : sets) measured.push_back(measure_one(set));
  return measured;
}

MeasuredSet GaussianMeasure::measure_one(const SetToMeasure& set) const {
  std::shared_ptr<const PersonProblem> problem = set.problem;
  if (problem == nullptr)
    problem = std::make_shared<const PersonProblem>(make_problem(material_.situation, set.facts, *material_.total));
  const search::Set all = all_of(set.facts.size());
  const search::Value value =
      set.fine != nullptr ? fine_fit(material_.situation, set.facts, *problem, *material_.total, *set.fine).value
                          : search::evaluate(problem->problem, all);
  MeasuredSet measured;
  Searched& searched = measured.searched;
  searched = {value.nats, value.charge_nats, value.determined > 0, 0.0, {}};
  measured.nats = searched.nats;
  measured.infinite = searched.infinite;
  measured.compared_nats = searched.objective_nats();
  measured.claim = set.claim;
  if (set.by_folds) searched.delete_one = delete_one_nats(material_.situation, set.facts);
  if (set.tested) measured.p_value = test(set, *problem, value);
  if (!set.in_full) return measured;
  measured.open_nats = open_nats(material_, *problem);
  searched.corrected_nats = value.nats - bias_nats(*problem, all, value);
  measured.corrected_nats = searched.corrected_nats;
  if (measured.infinite || set.facts.empty()) return measured;
  measured.interval = jackknife_interval({value.nats, searched.delete_one});
  const bool known_parts =
      problem->extra_variance > 0 || (problem->noise.array() > 0).any() || material_.situation.noise_free;
  if (!known_parts) {  // variances that are known in part have another law
    const auto d = static_cast<int>(material_.situation.independent.size());
    measured.gaussian_interval = gaussian_interval_nats(value.nats, problem->degrees, value.rank, d);
  }
  return measured;
}

/// The test is of the facts and the mean prediction themselves: noise in how facts are shown and the spread of draws
/// have no part in whether they tell anything.
std::optional<double> GaussianMeasure::test(const SetToMeasure& set, const PersonProblem& problem,
                                            const search::Value& plain) const {
  Situation exact = material_.situation;
  bool noisy = !exact.draws.columns.empty();
  exact.draws = {};
  std::vector<FactColumns> facts = set.facts;
  for (FactColumns& fact : facts) {
    noisy = noisy || fact.noise_variance > 0;
    fact.noise_variance = 0;
  }
  const search::Set all = all_of(facts.size());
  const search::Value value =
      noisy ? search::evaluate(make_problem(exact, facts, *material_.total).problem, all) : plain;
  const double nats = value.determined > 0 ? std::numeric_limits<double>::infinity() : value.nats;
  return independence_p_value(nats, problem.degrees, value.rank, static_cast<int>(exact.independent.size()));
}

std::vector<double> delete_one_nats(const Situation& situation, std::span<const FactColumns> facts) {
  const std::vector<int> used = columns_in_use(situation, facts);
  Situation small = on_columns(situation, used);
  const std::vector<FactColumns> own = on_columns(facts, used);
  std::vector<moments::Fold> folds;
  for (const moments::Fold& fold : situation.folds) {
    if (fold.weight > 0) folds.push_back(moments::select_columns(fold, used));
  }
  small.folds = folds;
  const search::Set all = all_of(facts.size());
  std::vector<double> values;
  for (std::size_t left = 0; left < folds.size(); ++left) {
    std::vector<bool> keep(folds.size(), true);
    keep[left] = false;
    const PersonProblem problem = make_problem(small, own, moments::sum_folds(folds, keep));
    const search::Value value = search::evaluate(problem.problem, all);
    values.push_back(value.determined > 0 ? std::numeric_limits<double>::infinity() : value.nats);
  }
  return values;
}

}  // namespace explainee::information
