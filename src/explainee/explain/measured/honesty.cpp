#include "explainee/explain/measured/honesty.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "explainee/base/random.h"
#include "explainee/base/threads/thread_pool.h"
#include "explainee/information/gaussian/set_bias.h"
#include "explainee/search/exact.h"
#include "explainee/search/greedy.h"
#include "explainee/search/problem/budget.h"
#include "explainee/search/problem/evaluate.h"

namespace explainee::explain {
namespace {

constexpr double kMostSets = 1e6;
constexpr int kHalves = 50;
constexpr int kStabilityHalves = 20;
constexpr double kRowsToSpare = 5;

std::vector<std::size_t> filled_folds(const Setting& setting) {
  std::vector<std::size_t> filled;
  for (std::size_t i = 0; i < setting.folds.size(); ++i) {
    if (setting.folds[i].weight > 0) filled.push_back(i);
  }
  return filled;
}

search::Solution choose(const Setting& setting, const moments::Fold& rows, int sparsity, const base::Control& control) {
  const PersonProblem problem = make_problem(setting, rows);
  search::SearchOptions options;
  options.sparsity = sparsity;
  options.budget = setting.budget;
  options.control.cancel = control.cancel;
  options.control.deadline = control.deadline;
  const bool exact = few_sets(problem.problem, options);
  return exact ? search::find_exact(problem.problem, options) : search::find_greedy(problem.problem, options);
}

/// Corrected information of a set, with coefficients refitted on these rows; none when infinite or too few rows.
std::optional<double> corrected_nats(const Setting& setting, const moments::Fold& rows, const search::Set& set) {
  if (setting.summary_noise.size() > 0 && set.size() < setting.candidates.size()) {
    // On few rows all candidates together would leave nothing open of u, so that no noise would fit.
    std::vector<Candidate> chosen;
    for (const int index : set) chosen.push_back(setting.candidates[static_cast<std::size_t>(index)]);
    search::Set all(set.size());
    std::iota(all.begin(), all.end(), 0);
    return corrected_nats(with_candidates(setting, std::move(chosen)), rows, all);
  }
  const PersonProblem problem = make_problem(setting, rows);
  const search::Value value = search::evaluate(problem.problem, set);
  if (value.determined > 0) return std::nullopt;
  const double bias = information::bias_nats(problem, set, value);
  if (!std::isfinite(bias)) return std::nullopt;
  return value.nats - bias;
}

/// Folds joined into g groups of neighbours.
std::vector<moments::Fold> join_folds(const Setting& setting, const std::vector<std::size_t>& filled,
                                      std::size_t groups) {
  std::vector<moments::Fold> joined(groups, moments::empty_fold(static_cast<int>(setting.folds.front().mean.size())));
  for (std::size_t i = 0; i < filled.size(); ++i)
    moments::add_fold(joined[i * groups / filled.size()], setting.folds[filled[i]]);
  return joined;
}

std::optional<double> honest_mean(const Setting& setting, const std::vector<moments::Fold>& groups, int sparsity,
                                  const base::Control& control) {
  std::vector<std::optional<double>> values(groups.size());
  base::ThreadPool pool(control.threads);
  pool.run(groups.size(), [&](std::size_t held) {
    if (control.should_stop()) return;
    std::vector<bool> keep(groups.size(), true);
    keep[held] = false;
    const search::Solution solution = choose(setting, moments::sum_folds(groups, keep), sparsity, control);
    if (solution.interrupted) return;
    values[held] = corrected_nats(setting, groups[held], solution.best.set);
  });
  double sum = 0;
  double weight = 0;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (!values[i]) return std::nullopt;
    sum += groups[i].weight * *values[i];
    weight += groups[i].weight;
  }
  return sum / weight;
}

/// With the largest number of groups that can all carry the regression, also what is chosen without them.
std::optional<double> honest_with_most_groups(const Setting& setting, const std::vector<std::size_t>& filled,
                                              int sparsity, double needed, const base::Control& control) {
  // Taking noise out of u on few rows is unsteady and flatters the facts, so then two halves have to do.
  const bool noise_taken_out = setting.summary_noise.size() > 0;
  for (const std::size_t groups : {20U, 10U, 5U, 4U, 2U}) {
    if (groups > filled.size() || (noise_taken_out && groups > 2)) continue;
    const std::vector<moments::Fold> joined = join_folds(setting, filled, groups);
    const bool enough = std::all_of(joined.begin(), joined.end(),
                                    [&](const moments::Fold& fold) { return moments::effective_rows(fold) >= needed; });
    if (!enough) continue;
    if (const auto mean = honest_mean(setting, joined, sparsity, control)) return mean;
  }
  return std::nullopt;
}

/// Random halves of the folds.
std::vector<std::vector<bool>> draw_halves(const Setting& setting, const std::vector<std::size_t>& filled,
                                           std::uint64_t seed) {
  std::vector<std::vector<bool>> halves(kHalves, std::vector<bool>(setting.folds.size(), false));
  for (int half = 0; half < kHalves; ++half) {
    std::vector<std::size_t> order = filled;
    base::Random random(seed, static_cast<std::uint64_t>(half) + 1);
    random.shuffle(std::span<std::size_t>(order));
    for (std::size_t i = 0; i < order.size() / 2; ++i) halves[static_cast<std::size_t>(half)][order[i]] = true;
  }
  return halves;
}

/// What is chosen on each half; empty when stopped, or where one of them has too few rows.
std::vector<search::Solution> choose_on_halves(const Setting& setting, const std::vector<std::size_t>& filled,
                                               int sparsity, double needed, std::uint64_t seed,
                                               const base::Control& control) {
  const std::vector<std::vector<bool>> halves = draw_halves(setting, filled, seed);
  std::vector<search::Solution> solutions(kHalves);
  std::vector<char> usable(kHalves, 0);
  base::ThreadPool pool(control.threads);
  pool.run(kHalves, [&](std::size_t half) {
    if (control.should_stop()) return;
    const moments::Fold rows = moments::sum_folds(setting.folds, halves[half]);
    if (moments::effective_rows(rows) < needed) return;
    solutions[half] = choose(setting, rows, sparsity, control);
    usable[half] = solutions[half].interrupted ? 0 : 1;
  });
  if (std::find(usable.begin(), usable.end(), 0) != usable.end()) solutions.clear();
  return solutions;
}

void count_stability(const std::vector<search::Solution>& solutions, const search::Set& chosen, Honesty& honesty) {
  double same = 0;
  honesty.feature_stability.assign(chosen.size(), 0.0);
  for (int half = 0; half < kStabilityHalves; ++half) {
    const search::Set& set = solutions[static_cast<std::size_t>(half)].best.set;
    same += set == chosen ? 1 : 0;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      if (std::find(set.begin(), set.end(), chosen[i]) != set.end()) honesty.feature_stability[i] += 1;
    }
  }
  for (double& share : honesty.feature_stability) share /= kStabilityHalves;
  honesty.stability = same / kStabilityHalves;
}

/// Half of the variance of what the halves choose: they have half the rows.
std::optional<double> choice_variance(const std::vector<search::Solution>& solutions) {
  double sum = 0;
  double squares = 0;
  for (const search::Solution& solution : solutions) {
    if (solution.best.value.determined > 0 || !std::isfinite(solution.best.value.nats)) return std::nullopt;
    sum += solution.best.value.nats;
    squares += solution.best.value.nats * solution.best.value.nats;
  }
  const auto count = static_cast<double>(solutions.size());
  return std::max(0.0, squares - sum * sum / count) / (count - 1) / 2;
}

}  // namespace

bool few_sets(const search::Problem& problem, const search::SearchOptions& options) {
  if (options.budget != search::kAnyCost)
    return search::count_sets(problem, search::narrowed(problem, {options.sparsity, options.budget})) <= kMostSets;
  double sets = 1;
  for (int i = 0; i < options.sparsity && sets <= kMostSets; ++i)
    sets *= static_cast<double>(problem.size() - i) / (i + 1);
  return sets <= kMostSets;
}

Honesty measure_choice(const Setting& setting, const search::Set& chosen, int sparsity, int rank, std::uint64_t seed,
                       const base::Control& control) {
  Honesty honesty;
  const std::vector<std::size_t> filled = filled_folds(setting);
  if (filled.size() < 2) return honesty;
  const PersonProblem problem = make_problem(setting, moments::sum_folds(setting.folds));
  const double needed = rows_needed(setting, problem, rank, kRowsToSpare);
  const std::vector<search::Solution> solutions = choose_on_halves(setting, filled, sparsity, needed, seed, control);
  if (solutions.empty()) return honesty;
  count_stability(solutions, chosen, honesty);
  honesty.choice_variance = choice_variance(solutions);
  return honesty;
}

Honesty measure_honesty(const Setting& setting, const search::Set& chosen, int sparsity, int rank, std::uint64_t seed,
                        const base::Control& control) {
  Honesty honesty = measure_choice(setting, chosen, sparsity, rank, seed, control);
  const std::vector<std::size_t> filled = filled_folds(setting);
  if (filled.size() < 2) return honesty;
  const PersonProblem problem = make_problem(setting, moments::sum_folds(setting.folds));
  const double needed = rows_needed(setting, problem, rank, kRowsToSpare);
  honesty.honest_nats = honest_with_most_groups(setting, filled, sparsity, needed, control);
  honesty.too_few_rows = !honesty.honest_nats && !control.should_stop();
  search::SearchOptions options;
  options.sparsity = sparsity;
  options.budget = setting.budget;
  if (honesty.honest_nats) honesty.method = few_sets(problem.problem, options) ? "exact" : "greedy";
  return honesty;
}

}  // namespace explainee::explain
