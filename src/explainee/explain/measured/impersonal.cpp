#include <algorithm>

#include "explainee/base/bits.h"
#include "explainee/explain/compose/composer.h"
#include "explainee/explain/compose/refine.h"
#include "explainee/explain/compose/work_limit.h"

namespace explainee::explain {
namespace {

bool decided(const Composition& c) { return c.answer.support && c.answer.support->decided; }

/// How many facts somebody would be told to whom all candidates are open.
int most_for_anybody(const Composition& c) {
  const bool cut = !c.judging && c.answer.sparsity >= static_cast<int>(c.open.size());
  return cut && !c.request.facts.next
             ? std::max(c.answer.sparsity, c.request.facts.sparsity.value_or(request::kDefaultSparsity))
             : c.answer.sparsity;
}

/// The best set for nobody among these candidates, at most so many; none when the search was stopped.
base::Result<std::optional<search::Set>> search_for_nobody(Composition& c, const std::vector<Candidate>& candidates,
                                                           int wanted) {
  Setting nobody = without_summary(with_candidates(c.setting, candidates));
  nobody.independent = open_predictions(nobody, c.total());
  if (candidates.empty() || nobody.independent.empty()) return std::optional<search::Set>();
  search::SearchOptions options;
  const bool all_paid = c.request.facts.budget && !c.request.facts.sparsity && !decided(c);
  const int most = all_paid ? static_cast<int>(candidates.size()) : wanted;
  options.sparsity = std::min(std::max(1, most), static_cast<int>(candidates.size()));
  options.budget = c.setting.budget;
  options.control = c.searching;
  options.most_steps = most_steps(c.request.how, kWorkImpersonal);
  options.gap_nats = base::to_nats(c.request.how.gap_bits);
  // For nobody in particular the answer itself is the impersonal one.
  const bool same = c.summary.columns.empty() && !c.judging && c.request.how.method != request::Method::kLasso &&
                    candidates.size() == c.setting.candidates.size();
  if (same) return std::optional(c.solution.best.set);
  const std::optional<PersonProblem> problem = make_problem(nobody, c.total(), c.searching);
  if (!problem) return std::optional<search::Set>();
  search::Solution solution = finder(c.request.how.method)(problem->problem, options);
  if (solution.interrupted) return std::optional<search::Set>();  // what was found is not known to be the best
  c.impersonal_unproven = c.impersonal_unproven || solution.out_of_work;
  const Found found{&solution, options.sparsity};
  EXPLAINEE_TRY(refine(c, nobody, *problem, {found}, c.request.how.method != request::Method::kGreedy));
  return std::optional(solution.best.set);
}

/// The best set for nobody, and what is to be measured of it for this person.
base::Result<std::optional<ListedSet>> best_for_nobody(Composition& c, const std::vector<Candidate>& candidates,
                                                       int wanted) {
  EXPLAINEE_ASSIGN(const std::optional<search::Set> set, search_for_nobody(c, candidates, wanted));
  if (!set) return std::optional<ListedSet>();
  ListedSet listed;
  std::vector<Candidate> news;
  for (const int index : *set) {
    const Candidate& facts = candidates[static_cast<std::size_t>(index)];
    listed.facts.push_back(facts);
    const bool open = facts.hers || std::any_of(c.open.begin(), c.open.end(), [&](const Candidate& other) {
                        return other.description.name == facts.description.name;
                      });
    if (open) news.push_back(facts);  // the others tell her nothing
  }
  listed.asked.facts = columns_of(news);
  listed.asked.compared = false;
  return std::optional(std::move(listed));
}

}  // namespace

base::Result<void> find_impersonal(Composition& c) {
  EXPLAINEE_ASSIGN(c.impersonal_all, best_for_nobody(c, c.everyone, most_for_anybody(c)));
  const int told = decided(c) ? static_cast<int>(c.chosen.facts.size()) : c.answer.sparsity;
  if (told == 0) return {};  // there is nothing to compare it with
  EXPLAINEE_ASSIGN(c.impersonal_unknown, best_for_nobody(c, c.open, told));
  return {};
}

}  // namespace explainee::explain
