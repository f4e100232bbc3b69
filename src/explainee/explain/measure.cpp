#include <algorithm>
#include <cmath>

#include "explainee/base/bits.h"
#include "explainee/explain/bias.h"
#include "explainee/explain/composer.h"
#include "explainee/explain/honesty.h"
#include "explainee/information/gaussian_interval.h"
#include "explainee/information/independence.h"
#include "explainee/information/jackknife.h"
#include "explainee/search/evaluate.h"

namespace explainee::explain {
namespace {

/// With more candidates honest figures are computed only when asked for.
constexpr std::size_t kManyCandidates = 200;

std::optional<Interval> ends(const std::optional<information::Interval>& interval) {
  if (!interval) return std::nullopt;
  return Interval{interval->low, interval->high};
}

std::vector<Facts> named(const std::vector<Facts>& candidates, const std::vector<std::string>& names) {
  std::vector<Facts> found;
  for (const std::string& name : names) {
    for (const Facts& facts : candidates) {
      if (facts.candidate.name == name) found.push_back(facts);
    }
  }
  return found;
}

std::vector<Facts> chosen(const Composition& c) {
  std::vector<Facts> set;
  for (const int index : c.solution.best.set) set.push_back(c.setting.candidates[static_cast<std::size_t>(index)]);
  return set;
}

void measure_chosen(Composition& c) {
  Information& info = c.answer.information;
  const search::Value& value = c.solution.best.value;
  const int d = static_cast<int>(c.setting.independent.size());
  info.nats = value.nats;
  info.infinite = value.determined > 0;
  info.objective_nats = value.objective_nats();
  if (const double within = c.setting.draws.within(c.total()); within > 0) {
    const double floor = within + c.setting.resolution_variance;
    info.of_nats = std::max(0.0, 0.5 * std::log(c.problem.problem.target(0, 0) / floor));
  }
  const double bias = bias_nats(c.problem, c.solution.best.set, value);
  info.corrected_nats = value.nats - bias;
  c.delete_one = delete_one_nats(c.setting, chosen(c));
  if (info.infinite || c.solution.best.set.empty()) return;
  info.interval_nats = ends(information::jackknife_interval({value.nats, c.delete_one}));
  const bool known_parts = c.problem.extra_variance > 0 || (c.problem.noise.array() > 0).any() || c.answer.noise_free;
  if (known_parts) return;  // variances that are known in part have another law
  info.gaussian_interval_nats = ends(information::gaussian_interval_nats(value.nats, c.problem.degrees, value.rank, d));
}

void mark_alternatives(Composition& c) {
  for (NamedSet& other : c.answer.alternatives) {
    const std::vector<Facts> facts = named(c.setting.candidates, other.features);
    const std::vector<double> values = delete_one_nats(c.setting, facts);
    const Information& info = c.answer.information;
    if (info.infinite || other.infinite) {
      if (info.infinite && other.infinite) other.indistinguishable = true;
      continue;
    }
    // The objective's charge does not change from fold to fold, so the plug-in difference is tested with it taken off.
    const double charge = info.nats - info.objective_nats;
    search::Set all;
    for (std::size_t i = 0; i < facts.size(); ++i) all.push_back(static_cast<int>(i));
    const PersonProblem problem = make_problem(with_candidates(c.setting, facts), c.total());
    const search::Value value = search::evaluate(problem.problem, all);
    std::vector<double> first = c.delete_one;
    std::vector<double> second = values;
    for (double& nats : first) nats -= charge;
    for (double& nats : second) nats -= value.nats - other.nats;
    other.indistinguishable = information::difference_covers_zero({info.objective_nats, first}, {other.nats, second});
  }
}

void measure_procedure(Composition& c) {
  if (c.setting.candidates.size() > kManyCandidates && !c.options.honest) return;
  if (c.solution.best.set.empty() || c.answer.information.infinite || c.answer.method == "lasso") return;
  const Honesty honesty = measure_honesty(c.setting, c.solution.best.set, c.answer.sparsity, c.solution.best.value.rank,
                                          static_cast<std::uint64_t>(c.options.seed), c.searching);
  Information& info = c.answer.information;
  info.honest_nats = honesty.honest_nats;
  info.honest_method = honesty.method;
  info.stability = honesty.stability;
  for (std::size_t i = 0; i < honesty.feature_stability.size(); ++i) {
    const std::string& name = c.setting.candidates[static_cast<std::size_t>(c.solution.best.set[i])].candidate.name;
    for (Fact& fact : c.answer.facts) {
      if (fact.name == name) fact.stability = honesty.feature_stability[i];
    }
  }
  if (honesty.too_few_rows) {
    c.answer.warnings.push_back(
        {"too_few_rows_for_folds", "the folds are too small for honest_bits; more rows or fewer facts would allow it"});
  }
}

/// How many facts somebody would be told to whom all candidates are open.
int most_for_anybody(const Composition& c) {
  const bool cut = !c.answer.score && c.answer.sparsity >= static_cast<int>(c.open.size());
  return cut && !c.options.next ? std::max(c.answer.sparsity, c.options.sparsity.value_or(kDefaultSparsity))
                                : c.answer.sparsity;
}

/// The best set for nobody among these candidates, at most so many, and what it tells this person.
std::optional<NamedSet> best_for_nobody(const Composition& c, const std::vector<Facts>& candidates, int wanted) {
  Setting nobody = without_summary(with_candidates(c.setting, candidates));
  nobody.independent = open_predictions(nobody, c.total());
  if (candidates.empty() || nobody.independent.empty()) return std::nullopt;
  search::SearchOptions options;
  const int most = c.options.budget && !c.options.sparsity ? static_cast<int>(candidates.size()) : wanted;
  options.sparsity = std::min(std::max(1, most), static_cast<int>(candidates.size()));
  options.budget = c.setting.budget;
  options.control = c.searching;
  options.gap_nats = base::to_nats(c.options.gap_bits);
  const Finder find = finder(c.options.method);
  // For nobody in particular the answer itself is the impersonal one.
  const bool same = c.summary.columns.empty() && !c.answer.score && c.options.method != "lasso" &&
                    candidates.size() == c.setting.candidates.size();
  search::Solution solution = c.solution;
  if (!same) {
    const std::optional<PersonProblem> problem = make_problem(nobody, c.total(), c.searching);
    if (problem) solution = find(problem->problem, options);
    if (!problem || solution.interrupted) return std::nullopt;  // whatever was found is not known to be the best
  }
  NamedSet result;
  std::vector<Facts> set;
  for (const int index : solution.best.set) {
    const Facts& facts = candidates[static_cast<std::size_t>(index)];
    result.features.push_back(facts.candidate.name);
    const bool open = facts.hers || std::any_of(c.open.begin(), c.open.end(), [&](const Facts& other) {
                        return other.candidate.name == facts.candidate.name;
                      });
    if (open) set.push_back(facts);  // the others tell her nothing
  }
  if (c.answer.nothing_to_explain) return result;
  search::Set all;
  for (std::size_t i = 0; i < set.size(); ++i) all.push_back(static_cast<int>(i));
  const PersonProblem hers = make_problem(with_candidates(c.setting, set), c.total());
  const search::Value value = search::evaluate(hers.problem, all);
  result.nats = value.objective_nats();
  result.infinite = value.determined > 0;
  return result;
}

/// The test is of the facts and the mean prediction themselves: noise in how facts are shown and the spread of draws
/// have no part in whether they tell anything.
void test_judged(Composition& c) {
  Setting exact = c.setting;
  bool noisy = !exact.draws.columns.empty();
  exact.draws = {};
  for (Facts& facts : exact.candidates) {
    noisy = noisy || facts.shown_with.variance() > 0;
    facts.shown_with = {};
  }
  const search::Value value =
      noisy ? search::evaluate(make_problem(exact, c.total()).problem, c.solution.best.set) : c.solution.best.value;
  const double nats = value.determined > 0 ? std::numeric_limits<double>::infinity() : value.nats;
  c.answer.information.p_value = information::independence_p_value(nats, c.problem.degrees, value.rank,
                                                                   static_cast<int>(c.setting.independent.size()));
}

}  // namespace

void measure_information(Composition& c) {
  if (c.answer.nothing_to_explain) return;
  measure_chosen(c);
  if (c.answer.score) {
    test_judged(c);
    return;
  }
  mark_alternatives(c);
  measure_procedure(c);
}

void add_impersonal(Composition& c) {
  c.answer.impersonal_all = best_for_nobody(c, c.everyone, most_for_anybody(c));
  c.answer.impersonal_unknown = best_for_nobody(c, c.open, c.answer.sparsity);
}

}  // namespace explainee::explain
