#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "explainee/base/bits.h"
#include "explainee/base/tolerances.h"
#include "explainee/explain/answers/answered.h"
#include "explainee/explain/compose/composer.h"
#include "explainee/explain/compose/refine.h"
#include "explainee/explain/compose/work_limit.h"
#include "explainee/explain/measured/lasso_report.h"
#include "explainee/request/records/words.h"
#include "explainee/search/curve.h"
#include "explainee/search/exact.h"
#include "explainee/search/greedy.h"
#include "explainee/search/problem/budget.h"
#include "explainee/search/problem/evaluate.h"

namespace explainee::explain {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using ClaimKind = information::Claim::Kind;

/// The closed-form comparison with the Lasso is made without being asked for up to this many candidates.
constexpr int kLassoBeside = 1000;

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
  options.top = c.request.how.top + 1;
  options.gap_nats = base::to_nats(c.request.how.gap_bits);
  options.control = c.searching;
  options.most_steps = most_steps(c.request.how);
  options.within_nats = base::to_nats(c.request.how.within_bits);
  options.keep_leaves = c.request.how.certificate;
  return options;
}

/// What the search proved; of the best set it found.
void fill_claim(Composition& c) {
  information::Claim& claim = c.answer.claim;
  const search::Solution& solution = c.solution;
  claim.most_facts = c.answer.sparsity;
  claim.budget = c.request.facts.budget;
  if (c.request.facts.budget && !c.request.facts.sparsity) claim.most_facts.reset();
  claim.charged_for_columns = !c.problem.problem.bias_nats.empty();
  claim.settled = solution.best.value.determined;
  claim.directions = open_directions(c.setting);
  claim.ties = solution.tied;
  claim.nodes = solution.nodes;
  const bool infinite = solution.best.value.determined > 0;
  if (!infinite && solution.bound_nats) {
    claim.bound_nats = solution.bound_nats;
    claim.gap_nats = std::max(0.0, *solution.bound_nats - solution.best.value.objective_nats());
  }
  claim.kind = solution.optimal   ? ClaimKind::kBestOfAll
               : claim.bound_nats ? ClaimKind::kBoundOnly
                                  : ClaimKind::kNothingProven;
  c.answer.interrupted = solution.interrupted;
  c.answer.out_of_work = solution.out_of_work;
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
void find_alternatives(Composition& c, Finder find, search::SharedPreparation& shared) {
  search::SearchOptions options = search_options(c);
  options.shared = &shared;
  options.keep_leaves = false;
  options.most_nodes = kNodesBeside;
  options.most_steps = most_steps(c.request.how, kWorkAlternatives);
  const search::Solution beside = find(c.problem.problem, options);
  c.answer.alternatives_proven = beside.optimal;
  std::vector<search::Scored>& listed = c.solution.alternatives;
  const auto known = [&](const search::Set& set) {
    return set == c.solution.best.set ||
           std::any_of(listed.begin(), listed.end(), [&](const search::Scored& other) { return other.set == set; });
  };
  for (const search::Scored& scored : beside.alternatives) {
    if (static_cast<int>(listed.size()) >= c.request.how.top) break;
    if (!known(scored.set)) listed.push_back(scored);
  }
}

/// The best sets of fewer facts, up to one less than the answer may have.
std::vector<search::Solution> find_curve(const Composition& c, Finder find, search::SharedPreparation& shared) {
  search::SearchOptions options = search_options(c);
  options.shared = &shared;
  options.top = 1;
  options.within_nats = 0;
  options.keep_leaves = false;
  if (many_sets(c.problem.problem, options)) options.most_nodes = kNodesBeside;
  if (options.sparsity <= 1) return {};
  options.sparsity -= 1;
  options.most_steps = most_steps(c.request.how, kWorkCurve / options.sparsity);
  return search::curve(c.problem.problem, options, find);
}

void fill_curve(Composition& c, std::vector<search::Solution> points) {
  const bool cut_short = std::any_of(points.begin(), points.end(), [](const auto& point) { return point.interrupted; });
  std::vector<search::Scored> path;  // what can be had at once
  if (cut_short) path = search::forward_path(c.problem.problem, {static_cast<int>(points.size()), c.setting.budget});
  points.push_back(c.solution);
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (i < path.size() && better(path[i].value, points[i].best.value)) points[i].best = path[i];
    // A set of fewer facts is also one of at most so many.
    if (i > 0 && better(points[i - 1].best.value, points[i].best.value)) points[i].best = points[i - 1].best;
    c.curve.push_back({static_cast<int>(i) + 1, list_set(c.setting, c.problem, points[i].best.set), points[i].optimal});
  }
}

/// The answer, its alternatives and the curve, with the digits that the rows have.
Result<void> refine_found(Composition& c, std::vector<search::Solution>& curve) {
  const auto top = static_cast<std::size_t>(c.request.how.top);
  std::vector<Found> found;
  if (!c.told)  // else it was not chosen by its bits
    found.push_back({&c.solution, c.answer.sparsity, top, base::to_nats(c.request.how.within_bits)});
  for (std::size_t i = 0; i < curve.size(); ++i) found.push_back({&curve[i], static_cast<int>(i) + 1});
  EXPLAINEE_TRY(refine(c, c.setting, c.problem, found, c.request.how.method == request::Method::kExact));
  // Ties that the rows told apart are alternatives like others.
  auto& listed = c.solution.alternatives;
  if (c.fine != nullptr && !c.solution.tied && c.request.how.within_bits == 0 && listed.size() > top)
    listed.resize(top);
  return {};
}

/// The empty set is the best there is.
void nothing_to_choose(Composition& c) {
  c.solution.optimal = true;
  c.solution.bound_nats = 0.0;
  fill_claim(c);
  c.answer.claim.kind = c.answer.nothing_to_explain ? ClaimKind::kNothingToExplain : ClaimKind::kNoCandidate;
}

/// The Lasso's set, refitted: `solution` then holds its value like that of any other set.
Result<void> choose_lasso(Composition& c) {
  const search::Problem& problem = c.problem.problem;
  if (!lasso_applies(problem)) {
    return Error{ErrorCode::kBadOption,
                 base::say("{} needs one prediction and facts that are numbers; use {} or leave out text columns",
                           base::option("method", "lasso"), base::option("method", "exact"))};
  }
  const Eigen::VectorXd weights = lasso_weights(problem, c.request.how.raw_units);
  const search::LassoSolution lasso =
      c.request.how.lambda ? search::lasso_at(problem, weights, *c.request.how.lambda / (2.0 * c.total().weight))
                           : search::lasso_with_sparsity(problem, weights, c.answer.sparsity);
  if (!lasso.found) {
    return Error{ErrorCode::kUnfitColumn,
                 base::say("no λ gives the Lasso exactly {} features on these rows; use {} or another {}",
                           c.answer.sparsity, base::option("lambda"), base::option("sparsity"))};
  }
  c.solution.best = {lasso.set, search::evaluate(problem, lasso.set)};
  if (c.request.how.lambda) c.answer.sparsity = static_cast<int>(lasso.set.size());
  EXPLAINEE_TRY(check_rows(c, c.solution.best.value.rank));
  if (lasso.set.empty()) {  // so large a λ leaves nothing to compare
    c.solution.optimal = true;
    c.solution.bound_nats = 0.0;
    c.answer.lasso = report_lasso(c.setting, c.problem, c.total(), lasso, {}, c.request.how.raw_units);
    return {};
  }
  search::SearchOptions options = search_options(c);
  options.sparsity = c.answer.sparsity;
  options.top = 1;
  const search::Solution exact = search::find_exact(problem, options);
  c.answer.lasso = report_lasso(c.setting, c.problem, c.total(), lasso, exact.best.set, c.request.how.raw_units);
  c.solution.nodes = exact.nodes;
  c.solution.bound_nats = exact.bound_nats;
  c.solution.interrupted = exact.interrupted;
  c.solution.out_of_work = exact.out_of_work;
  c.solution.optimal = exact.optimal && exact.best.set == lasso.set;
  for (const int index : lasso.set) {
    Fact fact;
    fact.name = c.setting.candidates[static_cast<std::size_t>(index)].description.name;
    fact.lasso_coefficient = lasso.beta[index];
    c.answer.facts.push_back(fact);
  }
  return {};
}

}  // namespace

namespace {

/// The facts that rows left out prefer; what was proven of the best set is then a bound.
void take_preferred(Composition& c) {
  search::Set set;
  for (std::size_t k = 0; k < c.setting.candidates.size(); ++k) {
    const std::string& name = c.setting.candidates[k].description.name;
    if (std::find(c.preferred.begin(), c.preferred.end(), name) != c.preferred.end())
      set.push_back(static_cast<int>(k));
  }
  if (set.empty() || set == c.solution.best.set) return;
  auto& others = c.solution.alternatives;
  std::erase_if(others, [&](const search::Scored& other) { return other.set == set; });
  if (c.request.how.top > 0) others.insert(others.begin(), c.solution.best);
  c.solution.best = {set, search::evaluate(c.problem.problem, set)};
  c.solution.optimal = false;
  c.solution.tied = false;
  c.told = set;
}

/// The best set stands beside an answer that tells nothing.
void tell_nothing(Composition& c) {
  if (c.solution.best.set.empty()) return;
  c.answer.unsupported = named_set(list_set(c.setting, c.problem, c.solution.best.set));
  c.answer.unsupported->nats = c.solution.best.value.objective_nats();  // as it was searched: it is not measured
  c.solution.best = {};
  c.solution.alternatives.clear();
  c.alternatives.clear();
  c.curve.clear();
  c.answer.lasso.reset();
  c.answer.claim.kind = ClaimKind::kNothingSupported;
}

[[nodiscard]] Result<void> choose_set(Composition& c);

}  // namespace

Finder finder(request::Method method) {
  return method == request::Method::kGreedy ? search::find_greedy : search::find_exact;
}

Result<void> choose(Composition& c) {
  c.answer.method = request::word_of(c.request.how.method);
  const bool decided = c.answer.support && c.answer.support->decided;
  if (decided && c.answer.support->facts > 0) c.answer.sparsity = std::min(c.answer.sparsity, c.answer.support->facts);
  EXPLAINEE_TRY(choose_set(c));
  if (decided && c.answer.support->facts == 0) tell_nothing(c);
  return {};
}

namespace {

Result<void> choose_set(Composition& c) {
  if (c.answer.nothing_to_explain || c.setting.candidates.empty()) {
    nothing_to_choose(c);
    return {};
  }
  const search::Problem& problem = c.problem.problem;
  if (c.request.how.method == request::Method::kLasso) {
    EXPLAINEE_TRY(choose_lasso(c));
    fill_claim(c);
    return {};
  }
  const Finder find = finder(c.request.how.method);
  search::SearchOptions options = search_options(c);
  search::SharedPreparation shared;  // of the answer, its alternatives and the curve
  options.shared = &shared;
  const bool many = many_sets(problem, options) && c.request.how.within_bits == 0;
  if (many) options.top = 1;
  c.solution = find(problem, options);
  if (c.solution.interrupted) take_quick_answer(c);
  c.answer.alternatives_proven = !many && c.solution.optimal;
  if (many && c.request.how.top > 0 && !c.solution.interrupted) find_alternatives(c, find, shared);
  tell_the_verdict(c);
  if (!c.preferred.empty()) take_preferred(c);
  EXPLAINEE_TRY(check_rows(c, c.solution.best.value.rank));
  std::vector<search::Solution> curve = find_curve(c, find, shared);
  EXPLAINEE_TRY(refine_found(c, curve));
  fill_claim(c);
  for (const search::Scored& scored : c.solution.alternatives)
    c.alternatives.push_back(list_set(c.setting, c.problem, scored.set));
  fill_curve(c, std::move(curve));
  if (c.control.cancelled()) c.answer.interrupted = true;  // what stands beside the answer may be cut short
  const bool compare = lasso_applies(problem) && problem.size() <= kLassoBeside && !c.solution.best.set.empty();
  if (c.request.how.method == request::Method::kExact && compare && c.solution.best.value.determined == 0) {
    const auto size = static_cast<int>(c.solution.best.set.size());
    const search::LassoSolution lasso = search::lasso_with_sparsity(problem, lasso_weights(problem, false), size);
    c.answer.lasso = report_lasso(c.setting, c.problem, c.total(), lasso, c.solution.best.set, false);
  }
  return {};
}

}  // namespace

Result<void> take_judged(Composition& c) {
  c.answer.method = "given";
  std::vector<Candidate> judged = c.judged;
  const auto wanted = static_cast<int>(judged.size());
  c.best.emplace();  // the best explanation with as many facts, among those she lacks
  if (c.answer.nothing_to_explain || c.setting.candidates.empty()) {
    nothing_to_choose(c);
  } else {
    search::SearchOptions options = search_options(c);
    options.sparsity = std::min(wanted, c.problem.problem.size());
    options.top = 1;
    c.solution = finder(c.request.how.method)(c.problem.problem, options);
    if (c.solution.interrupted) take_quick_answer(c);
    const Found found{&c.solution, options.sparsity};
    EXPLAINEE_TRY(refine(c, c.setting, c.problem, {found}, c.request.how.method == request::Method::kExact));
    c.best = list_set(c.setting, c.problem, c.solution.best.set);
    c.answer.sparsity = wanted;
    c.solution.tied = false;  // ties of the best set are not listed here
    fill_claim(c);
  }
  const search::Value best = c.solution.best.value;
  c.setting = with_candidates(c.setting, std::move(judged));
  c.problem = std::move(*make_problem(c.setting, c.total(), {}, c.fine_summary()));
  c.solution.best.set.clear();
  for (int i = 0; i < wanted; ++i) c.solution.best.set.push_back(i);
  c.solution.best.value = search::Value{};
  if (!c.answer.nothing_to_explain) {
    search::Solution judged_set;
    judged_set.best = {c.solution.best.set, search::evaluate(c.problem.problem, c.solution.best.set)};
    EXPLAINEE_TRY(refine(c, c.setting, c.problem, {{&judged_set, wanted}}, false));
    c.solution.best.value = judged_set.best.value;
  }
  EXPLAINEE_TRY(check_rows(c, c.solution.best.value.rank));
  const search::Value& value = c.solution.best.value;
  c.lost.infinite = best.determined > value.determined;
  c.lost.nats = best.determined == value.determined ? best.objective_nats() - value.objective_nats() : 0.0;
  if (std::abs(c.lost.nats) < base::kSameNats) c.lost.nats = 0;
  // What was proven of the best set is told of the judged one.
  information::Claim& claim = c.answer.claim;
  claim.settled = value.determined;
  claim.directions = open_directions(c.setting);
  if (claim.kind == ClaimKind::kBestOfAll && (c.lost.infinite || c.lost.nats > 0))
    claim.kind = claim.bound_nats ? ClaimKind::kBoundOnly : ClaimKind::kNothingProven;
  if (claim.bound_nats) claim.gap_nats = std::max(0.0, *claim.bound_nats - value.objective_nats());
  if (claim.kind != ClaimKind::kNoCandidate) claim.charged_for_columns = !c.problem.problem.bias_nats.empty();
  return {};
}

}  // namespace explainee::explain
