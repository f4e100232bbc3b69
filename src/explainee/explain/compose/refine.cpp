#include "explainee/explain/compose/refine.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "explainee/base/tolerances.h"
#include "explainee/explain/measured/material.h"
#include "explainee/information/fine/doubt.h"
#include "explainee/information/fine/fine_conditioning.h"
#include "explainee/information/fine/fine_fit.h"
#include "explainee/information/fine/fine_sets.h"
#include "explainee/search/problem/assess.h"
#include "explainee/search/problem/best_sets.h"

namespace explainee::explain {
namespace {

using base::Result;

/// Products of so many columns with each other are summed from the rows at most.
constexpr std::size_t kMostFineColumns = 200;

std::vector<information::FactColumns> facts_in(const Setting& setting, const search::Set& set) {
  std::vector<Candidate> facts;
  for (const int index : set) facts.push_back(setting.candidates[static_cast<std::size_t>(index)]);
  return columns_of(facts);
}

/// The moment columns that these sets need, the first ones' first, as many as can be had.
std::vector<int> columns_to_read(const information::Situation& situation,
                                 const std::vector<std::vector<information::FactColumns>>& sets) {
  std::vector<int> columns;
  for (const auto& facts : sets) {
    const std::vector<int> needed = information::columns_in_use(situation, facts);
    std::vector<int> more;
    std::set_union(columns.begin(), columns.end(), needed.begin(), needed.end(), std::back_inserter(more));
    if (more.size() <= kMostFineColumns) columns = std::move(more);
  }
  return columns;
}

/// Reads what these sets need, as far as that can be had.
Result<void> read_finely(Composition& c, const information::Situation& situation,
                         const std::vector<std::vector<information::FactColumns>>& sets) {
  if (sets.empty() || c.gathered.table == nullptr || information::takes_noise_out(situation)) return {};
  GatheredRows rows(c.gathered);
  // Others may hold what was read before.
  auto fine = c.fine != nullptr ? std::make_shared<information::FineMoments>(*c.fine)
                                : std::make_shared<information::FineMoments>();
  const Result<void> read = fine->read(rows, columns_to_read(situation, sets), c.control);
  if (read.ok()) {
    c.fine = std::move(fine);
    return {};
  }
  if (read.error().code != base::ErrorCode::kInterrupted) return read;
  c.answer.interrupted = true;  // what the moments say stands
  return {};
}

bool was_read(const Composition& c, const information::Situation& situation,
              const std::vector<information::FactColumns>& facts) {
  return c.fine != nullptr && c.fine->has(information::columns_in_use(situation, facts));
}

/// One set of a solution.
struct Refined {
  search::Scored scored;
  double tie_nats = 0;
};

bool ahead(const Refined& a, const Refined& b) {
  if (a.scored.value.determined != b.scored.value.determined)
    return a.scored.value.determined > b.scored.value.determined;
  return a.scored.value.objective_nats() > b.scored.value.objective_nats();
}

bool ties(const Refined& a, const Refined& b) {
  return a.scored.value.determined == b.scored.value.determined &&
         std::abs(a.scored.value.objective_nats() - b.scored.value.objective_nats()) <=
             std::max(a.tie_nats, b.tie_nats);
}

/// Best first, within a tie the one with fewer facts, then lower indices; how many tie with the best.
std::size_t rank(std::vector<Refined>& sets) {
  std::stable_sort(sets.begin(), sets.end(), ahead);
  const auto end = std::stable_partition(sets.begin(), sets.end(),
                                         [leader = sets.front()](const Refined& other) { return ties(leader, other); });
  std::sort(sets.begin(), end,
            [](const Refined& a, const Refined& b) { return search::preferred(a.scored.set, b.scored.set); });
  return static_cast<std::size_t>(end - sets.begin());
}

void list(const std::vector<Refined>& sets, std::size_t count, search::Solution& solution) {
  solution.best = sets.front().scored;
  solution.alternatives.clear();
  for (std::size_t i = 1; i < std::min(count, sets.size()); ++i) solution.alternatives.push_back(sets[i].scored);
}

double most_nats(const std::vector<Refined>& sets, std::size_t tied) {
  double most = sets.front().scored.value.objective_nats();
  for (std::size_t i = 0; i < tied; ++i) most = std::max(most, sets[i].scored.value.objective_nats());
  return most;
}

/// Ranks sets by what the rows say. What was proven holds for all sets that are not among them: none of those came
/// within rounding of the best.
void rank_anew(search::Solution& solution, std::vector<Refined> sets) {
  const search::Value before = solution.best.value;
  const std::size_t tied = rank(sets);
  // As many as are ever listed tied: others may, too.
  solution.tied = tied > 1 || (solution.tied && sets.size() > search::BestSets::kMostTies);
  list(sets, sets.size(), solution);
  const search::Value& best = solution.best.value;
  const double most = most_nats(sets, tied);
  if (best.determined < before.determined) {  // what seemed settled is not: others were never compared by their bits
    solution.optimal = false;
    solution.bound_nats.reset();
    solution.proof = nullptr;
  } else if (best.determined > 0) {
    solution.bound_nats.reset();
  } else if (solution.bound_nats) {
    // An open gap stays as wide as it was.
    solution.bound_nats = solution.optimal ? most : most + (*solution.bound_nats - before.objective_nats());
  }
}

/// Of all sets, those that this search looked for.
void take_best(const Found& found, const std::vector<information::FineSet>& all) {
  search::Solution& solution = *found.solution;
  std::vector<Refined> sets;
  for (const information::FineSet& one : all) {
    if (static_cast<int>(one.set.size()) <= found.sparsity)
      sets.push_back({{one.set, one.worth.value}, one.worth.tie_nats});
  }
  solution.optimal = true;
  solution.interrupted = solution.out_of_work = solution.tied = solution.capped = false;
  solution.alternatives.clear();
  solution.best = {};
  solution.bound_nats = 0.0;
  if (sets.empty()) return;
  const std::size_t tied = rank(sets);
  const double most = most_nats(sets, tied);
  std::size_t count = 1 + std::max(found.top, std::min(tied - 1, search::BestSets::kMostTies));
  const search::Value& best = sets.front().scored.value;
  const auto near = [&](const Refined& one) {
    return one.scored.value.determined == best.determined &&
           one.scored.value.objective_nats() >= best.objective_nats() - found.within_nats;
  };
  while (found.within_nats > 0 && count < sets.size() && near(sets[count])) ++count;
  solution.capped = found.within_nats > 0 && count > search::BestSets::kMostWithin;
  list(sets, std::min(count, std::max(found.top, search::BestSets::kMostWithin)), solution);
  solution.tied = tied > 1;
  if (best.determined > 0) {
    solution.bound_nats.reset();
  } else {
    solution.bound_nats = most;
  }
}

using DoubtOf = std::function<double(const search::Set&)>;

std::vector<search::Scored> all_of(const search::Solution& solution) {
  std::vector<search::Scored> all = {solution.best};
  all.insert(all.end(), solution.alternatives.begin(), solution.alternatives.end());
  return all;
}

/// The sets of one solution, from the rows where they were read and the moments lack digits.
void refine_listed(const Composition& c, const Setting& setting, const PersonProblem& problem, const DoubtOf& doubt_of,
                   search::Solution& solution) {
  std::vector<Refined> sets;
  bool changed = false;
  for (const search::Scored& scored : all_of(solution)) {
    const auto facts = facts_in(setting, scored.set);
    if (!(doubt_of(scored.set) > base::kSureNats) || !was_read(c, setting, facts)) {
      sets.push_back({scored, search::assess(problem.problem, scored.set).tie_nats});
      continue;
    }
    const information::FineFit fit = information::fine_fit(setting, facts, problem, c.total(), *c.fine);
    sets.push_back({{scored.set, fit.value}, fit.tie_nats + fit.doubt_nats});
    changed = true;
  }
  if (changed) rank_anew(solution, std::move(sets));
}

}  // namespace

Result<void> condition_finely(Composition& c) {
  if (c.gathered.table == nullptr || !information::is_unsteady(c.setting, c.total())) return {};
  GatheredRows rows(c.gathered);
  EXPLAINEE_ASSIGN(c.fine_u, information::fine_conditioning(c.setting, c.total(), rows, c.control));
  return {};
}

Result<void> refine(Composition& c, const Setting& setting, const PersonProblem& problem,
                    const std::vector<Found>& found, bool exact) {
  if (setting.independent.empty() || problem.columns.empty()) return {};
  const information::Doubt doubt(setting, problem.conditioning, c.total(), c.fine_u.has_value());
  const DoubtOf doubt_of = [&](const search::Set& set) {
    return doubt.nats(facts_in(setting, set), problem.extra_variance);
  };
  std::vector<std::vector<information::FactColumns>> wanted;
  int most = 1;
  for (const Found& one : found) {
    most = std::max(most, one.sparsity);
    for (const search::Scored& scored : all_of(*one.solution)) {
      if (doubt_of(scored.set) > base::kSureNats) wanted.push_back(facts_in(setting, scored.set));
    }
  }
  if (wanted.empty()) return {};
  const std::vector<information::FactColumns> all = columns_of(setting.candidates);
  const bool every = exact && information::few_enough(problem, most, setting.budget);
  if (every) wanted.insert(wanted.begin(), all);
  EXPLAINEE_TRY(read_finely(c, setting, wanted));
  if (every && was_read(c, setting, all)) {
    const std::vector<information::FineSet> sets =
        information::fine_sets(setting, all, problem, c.total(), *c.fine, most, setting.budget, c.searching);
    if (!c.searching.cancelled()) {
      for (const Found& one : found) take_best(one, sets);
      return {};
    }
  }
  for (const Found& one : found) {
    if (exact) c.unranked_nats = std::max(c.unranked_nats, doubt_of(one.solution->best.set));
    refine_listed(c, setting, problem, doubt_of, *one.solution);
  }
  return {};
}

Result<void> refine(Composition& c, const std::vector<ListedSet*>& sets) {
  if (c.answer.nothing_to_explain) return {};
  const information::Doubt doubt(c.setting, c.problem.conditioning, c.total(), c.fine_u.has_value());
  std::vector<ListedSet*> doubtful;
  std::vector<std::vector<information::FactColumns>> needed;
  for (ListedSet* set : sets) {
    if (c.fine_u && set->asked.problem == nullptr)
      set->asked.problem = std::make_shared<const PersonProblem>(
          std::move(*information::make_problem(c.setting, set->asked.facts, c.total(), {}, c.fine_summary())));
    set->doubt_nats = doubt.nats(set->asked.facts, c.problem.extra_variance);
    if (!(set->doubt_nats > base::kSureNats)) continue;
    doubtful.push_back(set);
    needed.push_back(set->asked.facts);
  }
  EXPLAINEE_TRY(read_finely(c, c.setting, needed));
  for (ListedSet* set : doubtful) {
    if (!was_read(c, c.setting, set->asked.facts)) continue;
    set->asked.fine = c.fine;
    set->doubt_nats = information::fine_fit(c.setting, set->asked.facts, c.problem, c.total(), *c.fine).doubt_nats;
  }
  return {};
}

Fit chosen_fit(const Composition& c) {
  Fit fit = fit_set(c.setting, c.problem, c.total(), c.solution.best.set);
  const auto facts = facts_in(c.setting, c.solution.best.set);
  if (c.answer.nothing_to_explain || !was_read(c, c.setting, facts)) return fit;
  const information::Doubt doubt(c.setting, c.problem.conditioning, c.total(), c.fine_u.has_value());
  if (!(doubt.nats(facts, c.problem.extra_variance) > base::kSureNats)) return fit;
  take_fine(information::fine_fit(c.setting, facts, c.problem, c.total(), *c.fine), c.setting, fit);
  return fit;
}

}  // namespace explainee::explain
