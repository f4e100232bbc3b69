#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "explainee/base/bits.h"
#include "explainee/explain/answered.h"
#include "explainee/explain/composer.h"
#include "explainee/explain/lasso_report.h"
#include "explainee/search/budget.h"
#include "explainee/search/curve.h"
#include "explainee/search/evaluate.h"
#include "explainee/search/exact.h"
#include "explainee/search/greedy.h"

namespace explainee::explain {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// The closed-form comparison with the Lasso is made without being asked for up to this many candidates.
constexpr int kLassoBeside = 1000;

/// Two values of one set, computed along two ways, differ by less.
constexpr double kSameNats = 1e-12;

/// Where there are more sets than can simply be looked at, what stands beside the answer (alternatives, the curve) is
/// sought with this many nodes and marked unproven when they do not suffice.
constexpr std::int64_t kNodesBeside = 32;

bool many_sets(const search::Problem& problem, const search::SearchOptions& options) {
  return search::count_sets(problem, {options.sparsity, options.budget}) > search::RoutePolicy().just_scan;
}

search::SearchOptions search_options(const Composition& c) {
  search::SearchOptions options;
  options.sparsity = c.answer.sparsity;
  options.budget = c.setting.budget;
  options.top = c.options.top + 1;
  options.gap_nats = base::to_nats(c.options.gap_bits);
  options.control = c.searching;
  options.within_nats = base::to_nats(c.options.within_bits);
  options.keep_leaves = c.options.certificate;
  return options;
}

/// Which sets are meant: "of at most 3 facts", "of facts that costs at most 4".
std::string limits_of(const Composition& c) {
  const int s = c.answer.sparsity;
  std::string text = fmt::format("of at most {} fact{}", s, s == 1 ? "" : "s");
  if (!c.options.budget) return text;
  if (!c.options.sparsity) text = "of facts";
  return fmt::format("{} that costs at most {}", text, *c.options.budget);
}

std::string statement_of(const Composition& c) {
  const Certificate& certificate = c.answer.certificate;
  const std::string limits = limits_of(c);
  const std::string charged = c.problem.problem.bias_nats.empty() ? "" : " after charging for extra columns";
  if (certificate.optimal) {
    return fmt::format("no other set {} has more bits on these rows under this estimator{}{}", limits, charged,
                       c.solution.tied ? " beyond rounding; ties are listed" : "");
  }
  if (certificate.bound_nats) {
    return fmt::format("no set {} has more than {:.6g} bits on these rows under this estimator{}", limits,
                       base::to_bits(*certificate.bound_nats), charged);
  }
  return "nothing is proven about other sets";
}

void fill_certificate(Composition& c) {
  Certificate& certificate = c.answer.certificate;
  const search::Solution& solution = c.solution;
  certificate.optimal = solution.optimal;
  certificate.nodes = solution.nodes;
  const bool infinite = solution.best.value.determined > 0;
  if (!infinite && solution.bound_nats) {
    certificate.bound_nats = solution.bound_nats;
    certificate.gap_nats = std::max(0.0, *solution.bound_nats - solution.best.value.objective_nats());
  }
  certificate.statement = statement_of(c);
  c.answer.interrupted = solution.interrupted;
}

NamedSet name_set(const Setting& setting, const search::Scored& scored) {
  NamedSet named;
  for (const int index : scored.set)
    named.features.push_back(setting.candidates[static_cast<std::size_t>(index)].candidate.name);
  named.nats = scored.value.objective_nats();
  named.infinite = scored.value.determined > 0;
  return named;
}

bool better(const search::Value& a, const search::Value& b) {
  return a.determined != b.determined ? a.determined > b.determined : a.objective_nats() > b.objective_nats();
}

/// A search that was stopped before its first answer still gives one: forward selection takes a moment.
void take_quick_answer(Composition& c) {
  for (const search::Scored& quick : search::forward_path(c.problem.problem, {c.answer.sparsity, c.setting.budget})) {
    if (better(quick.value, c.solution.best.value)) c.solution.best = quick;
  }
}

/// The next best sets, as far as little effort finds them; ties of the best one stay first.
void find_alternatives(Composition& c, Finder find) {
  search::SearchOptions options = search_options(c);
  options.keep_leaves = false;
  options.most_nodes = kNodesBeside;
  const search::Solution beside = find(c.problem.problem, options);
  c.answer.alternatives_proven = beside.optimal;
  std::vector<search::Scored>& listed = c.solution.alternatives;
  const auto known = [&](const search::Set& set) {
    return set == c.solution.best.set ||
           std::any_of(listed.begin(), listed.end(), [&](const search::Scored& other) { return other.set == set; });
  };
  for (const search::Scored& scored : beside.alternatives) {
    if (static_cast<int>(listed.size()) >= c.options.top) break;
    if (!known(scored.set)) listed.push_back(scored);
  }
}

void fill_curve(Composition& c, Finder find) {
  search::SearchOptions options = search_options(c);
  options.top = 1;
  options.within_nats = 0;
  options.keep_leaves = false;
  if (many_sets(c.problem.problem, options)) options.most_nodes = kNodesBeside;
  std::vector<search::Solution> points;
  if (options.sparsity > 1) {
    options.sparsity -= 1;
    points = search::curve(c.problem.problem, options, find);
  }
  const bool cut_short = std::any_of(points.begin(), points.end(), [](const auto& point) { return point.interrupted; });
  std::vector<search::Scored> path;  // what can be had at once
  if (cut_short) path = search::forward_path(c.problem.problem, {options.sparsity, options.budget});
  points.push_back(c.solution);
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (i < path.size() && better(path[i].value, points[i].best.value)) points[i].best = path[i];
    // A set of fewer facts is also one of at most so many.
    if (i > 0 && better(points[i - 1].best.value, points[i].best.value)) points[i].best = points[i - 1].best;
    c.answer.curve.push_back({static_cast<int>(i) + 1, name_set(c.setting, points[i].best), points[i].optimal});
  }
}

/// The empty set is the best there is.
void nothing_to_choose(Composition& c) {
  c.solution.optimal = true;
  c.solution.bound_nats = 0.0;
  fill_certificate(c);
  c.answer.certificate.statement = c.answer.nothing_to_explain ? "there is nothing to explain, so no fact has any bits"
                                                               : "no candidate is open to her, so no fact has any bits";
}

/// The Lasso's set, refitted: `solution` then holds its value like that of any other set.
Result<void> choose_lasso(Composition& c) {
  const search::Problem& problem = c.problem.problem;
  if (!lasso_applies(problem)) {
    return Error{
        ErrorCode::kBadOption,
        "--method lasso needs one prediction and facts that are numbers; use --method exact or leave out text columns",
        ""};
  }
  const Eigen::VectorXd weights = lasso_weights(problem, c.options.raw_units);
  const search::LassoSolution lasso =
      c.options.lambda ? search::lasso_at(problem, weights, *c.options.lambda / (2.0 * c.total().weight))
                       : search::lasso_with_sparsity(problem, weights, c.answer.sparsity);
  if (!lasso.found) {
    return Error{ErrorCode::kUnfitColumn,
                 fmt::format("no λ gives the Lasso exactly {} features on these rows; use --lambda or another -s",
                             c.answer.sparsity),
                 ""};
  }
  c.solution.best = {lasso.set, search::evaluate(problem, lasso.set)};
  if (c.options.lambda) c.answer.sparsity = static_cast<int>(lasso.set.size());
  EXPLAINEE_TRY(check_rows(c, c.solution.best.value.rank));
  if (lasso.set.empty()) {  // so large a λ leaves nothing to compare
    c.solution.optimal = true;
    c.solution.bound_nats = 0.0;
    c.answer.lasso = report_lasso(c.setting, c.problem, c.total(), lasso, {}, c.options.raw_units);
    return {};
  }
  search::SearchOptions options = search_options(c);
  options.sparsity = c.answer.sparsity;
  options.top = 1;
  const search::Solution exact = search::find_exact(problem, options);
  c.answer.lasso = report_lasso(c.setting, c.problem, c.total(), lasso, exact.best.set, c.options.raw_units);
  c.solution.nodes = exact.nodes;
  c.solution.bound_nats = exact.bound_nats;
  c.solution.interrupted = exact.interrupted;
  c.solution.optimal = exact.optimal && exact.best.set == lasso.set;
  for (const int index : lasso.set) {
    Fact fact;
    fact.name = c.setting.candidates[static_cast<std::size_t>(index)].candidate.name;
    fact.lasso_coefficient = lasso.beta[index];
    c.answer.facts.push_back(fact);
  }
  return {};
}

}  // namespace

Finder finder(const std::string& method) { return method == "greedy" ? search::find_greedy : search::find_exact; }

Result<void> choose(Composition& c) {
  c.answer.method = c.options.method;
  if (c.answer.nothing_to_explain || c.setting.candidates.empty()) {
    nothing_to_choose(c);
    return {};
  }
  const search::Problem& problem = c.problem.problem;
  if (c.options.method == "lasso") {
    EXPLAINEE_TRY(choose_lasso(c));
    fill_certificate(c);
    return {};
  }
  const Finder find = finder(c.options.method);
  search::SearchOptions options = search_options(c);
  const bool many = many_sets(problem, options) && c.options.within_bits == 0;
  if (many) options.top = 1;
  c.solution = find(problem, options);
  if (c.solution.interrupted) take_quick_answer(c);
  c.answer.alternatives_proven = !many && c.solution.optimal;
  if (many && c.options.top > 0 && !c.solution.interrupted) find_alternatives(c, find);
  tell_the_verdict(c);
  EXPLAINEE_TRY(check_rows(c, c.solution.best.value.rank));
  fill_certificate(c);
  for (const search::Scored& scored : c.solution.alternatives)
    c.answer.alternatives.push_back(name_set(c.setting, scored));
  fill_curve(c, find);
  if (c.control.cancelled()) c.answer.interrupted = true;  // what stands beside the answer may be cut short
  const bool compare = lasso_applies(problem) && problem.size() <= kLassoBeside && !c.solution.best.set.empty();
  if (c.options.method == "exact" && compare && c.solution.best.value.determined == 0) {
    const auto size = static_cast<int>(c.solution.best.set.size());
    const search::LassoSolution lasso = search::lasso_with_sparsity(problem, lasso_weights(problem, false), size);
    c.answer.lasso = report_lasso(c.setting, c.problem, c.total(), lasso, c.solution.best.set, false);
  }
  return {};
}

Result<void> take_judged(Composition& c) {
  c.answer.method = "given";
  std::vector<Facts> judged = c.judged;
  const auto wanted = static_cast<int>(judged.size());
  // The best explanation with as many facts, among those she lacks.
  ScoreReport report;
  if (c.answer.nothing_to_explain || c.setting.candidates.empty()) {
    nothing_to_choose(c);
  } else {
    search::SearchOptions options = search_options(c);
    options.sparsity = std::min(wanted, c.problem.problem.size());
    options.top = 1;
    c.solution = finder(c.options.method)(c.problem.problem, options);
    if (c.solution.interrupted) take_quick_answer(c);
    report.best = name_set(c.setting, c.solution.best);
    c.answer.sparsity = wanted;
    c.solution.tied = false;  // ties of the best set are not listed here
    fill_certificate(c);
  }
  const search::Value best = c.solution.best.value;
  c.setting = with_candidates(c.setting, std::move(judged));
  c.problem = make_problem(c.setting, c.total());
  c.solution.best.set.clear();
  for (int i = 0; i < wanted; ++i) c.solution.best.set.push_back(i);
  c.solution.best.value = search::Value{};
  if (!c.answer.nothing_to_explain) c.solution.best.value = search::evaluate(c.problem.problem, c.solution.best.set);
  EXPLAINEE_TRY(check_rows(c, c.solution.best.value.rank));
  const search::Value& value = c.solution.best.value;
  report.lost_infinite = best.determined > value.determined;
  report.lost_nats = best.determined == value.determined ? best.objective_nats() - value.objective_nats() : 0.0;
  if (std::abs(report.lost_nats) < kSameNats) report.lost_nats = 0;
  // What was proven of the best set is told of the judged one.
  Certificate& certificate = c.answer.certificate;
  certificate.optimal = certificate.optimal && !report.lost_infinite && report.lost_nats <= 0;
  if (certificate.bound_nats) certificate.gap_nats = std::max(0.0, *certificate.bound_nats - value.objective_nats());
  if (!c.answer.nothing_to_explain && !report.best.features.empty()) certificate.statement = statement_of(c);
  c.answer.score = report;
  return {};
}

}  // namespace explainee::explain
