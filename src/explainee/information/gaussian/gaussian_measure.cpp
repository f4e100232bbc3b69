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
#include "explainee/information/tests/normality.h"
#include "explainee/information/tests/robust_wald.h"
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

/// Sums over one pass that a set needs.
struct Passing {
  std::optional<ScoreSums> scores;
  std::optional<NormalityCheck> normality;

  /// Takes a block of rows; false: no more are needed.
  bool add(const Eigen::Ref<const Eigen::MatrixXd>& rows, const Eigen::VectorXd& weights) {
    if (scores) scores->add(rows, weights);
    const bool unsure = normality && normality->add(rows, weights);
    return scores || unsure;
  }
};

/// The interval, where the set and its folds allow one; one that is told with a test contains 0 where the test does not
/// speak against it.
std::optional<Interval> interval_of(const SetToMeasure& set, const MeasuredSet& measured, double rows, int degrees) {
  InformationSpread spread;
  spread.nats = measured.nats;
  spread.corrected_nats = measured.corrected_nats;
  spread.parts = static_cast<double>(measured.searched.delete_one.size());
  if (spread.parts < 2) return std::nullopt;
  spread.variance = std::pow(jackknife_standard_error(measured.searched.delete_one), 2);
  spread.rows = rows;
  spread.degrees = degrees;
  spread.choice_variance = set.choice_variance;
  spread.person_nats = set.person_nats;
  spread.open_nats = measured.open_nats;
  std::optional<Interval> interval = information_interval(spread);
  const bool by_rows = measured.p_value && measured.test == TestBasis::kSignFlips;
  if (interval && by_rows && *measured.p_value > 1 - kLevel) interval->low = 0;
  return interval;
}

}  // namespace

base::Result<std::vector<MeasuredSet>> GaussianMeasure::measure(std::span<const SetToMeasure> sets,
                                                                const base::Control& control) {
  EXPLAINEE_ASSIGN(const std::vector<Findings> findings, look_at_rows(sets, control));
  std::vector<MeasuredSet> measured;
  measured.reserve(sets.size());
  for (std::size_t i = 0; i < sets.size(); ++i) measured.push_back(measure_one(sets[i], findings[i]));
  return measured;
}

base::Result<std::vector<GaussianMeasure::Findings>> GaussianMeasure::look_at_rows(std::span<const SetToMeasure> sets,
                                                                                   const base::Control& control) const {
  std::vector<Findings> findings(sets.size());
  const Situation& situation = material_.situation;
  // Of what lies beneath the noise there are no rows; classes have a test of their own, but for blocks of rows.
  const bool apart =
      (material_.classes && !material_.blocks) || situation.summary_noise.size() > 0 || situation.noise_free;
  if (material_.rows == nullptr || apart || situation.independent.empty()) return findings;
  const bool one = situation.independent.size() == 1 && !material_.classes;
  const bool tested = std::ranges::any_of(sets, [](const SetToMeasure& set) { return set.tested; });
  std::vector<int> blocks;
  if (tested && material_.blocks) {
    EXPLAINEE_ASSIGN(blocks, material_.rows->blocks(control));
  }
  std::vector<Passing> passing(sets.size());
  bool any = false;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    if (sets[i].facts.empty()) continue;
    if (sets[i].tested && !sets[i].p_value)
      passing[i].scores.emplace(situation, sets[i].facts, *material_.total, blocks);
    if (sets[i].in_full && one) passing[i].normality.emplace(situation, sets[i].facts, *material_.total);
    any = any || passing[i].scores || passing[i].normality;
  }
  if (!any) return findings;
  EXPLAINEE_TRY(material_.rows->visit(control, [&](const auto& rows, const Eigen::VectorXd& weights, const auto&) {
    bool more = false;
    for (Passing& each : passing) more = each.add(rows, weights) || more;
    return more;
  }));
  for (std::size_t i = 0; i < sets.size(); ++i) {
    findings[i].gaussian = passing[i].normality && passing[i].normality->passed();
    if (sets[i].tested) findings[i].p_value = sets[i].p_value;
    if (!passing[i].scores) continue;
    EXPLAINEE_ASSIGN(findings[i].p_value, robust_p_value(*passing[i].scores, material_.seed, control));
    findings[i].blocks = passing[i].scores->blocks();
  }
  return findings;
}

/// Variances that are known in part have another law.
bool GaussianMeasure::parts_are_known(const PersonProblem& problem) const {
  return problem.extra_variance > 0 || (problem.noise.array() > 0).any() || material_.situation.noise_free;
}

MeasuredSet GaussianMeasure::measure_one(const SetToMeasure& set, const Findings& findings) const {
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
  if (set.tested) {
    const bool by_rows = findings.p_value && !measured.infinite;
    measured.p_value = by_rows ? findings.p_value : test(set, *problem, value);
    measured.test = by_rows ? TestBasis::kSignFlips : TestBasis::kEqualVariances;
    measured.blocks = findings.blocks;
  }
  if (!set.in_full) return measured;
  measured.open_nats = open_nats(material_, *problem);
  searched.corrected_nats =
      value.nats - bias_nats(*problem, all, value) - fitted_bias_nats(*problem, set.facts, value.rank);
  measured.corrected_nats = searched.corrected_nats;
  if (measured.infinite || set.facts.empty()) return measured;
  const auto d = static_cast<int>(material_.situation.independent.size());
  const double rows = problem->effective_rows;
  if (rows < kFewestRowsForInterval) measured.too_few_rows = rows;
  measured.interval = interval_of(set, measured, rows, value.rank * d);
  if (findings.gaussian && rows >= kFewestRowsForInterval && !parts_are_known(*problem))
    measured.gaussian_interval = gaussian_interval_nats(value.nats, problem->degrees, value.rank, d);
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
