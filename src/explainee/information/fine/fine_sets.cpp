#include "explainee/information/fine/fine_sets.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "explainee/search/problem/budget.h"

namespace explainee::information {
namespace {

/// As many sets are looked at, and as many products of 32 digits taken, at most: a few seconds.
constexpr double kMostSets = 2e5;
constexpr double kMostProducts = 5e7;

/// What is known of a set each of whose facts adds some rank.
struct Seen {
  FineWorth worth;
  FineWorth best;  ///< of it and its subsets
};

bool worth_more(const FineWorth& a, const FineWorth& b) {
  if (a.value.determined != b.value.determined) return a.value.determined > b.value.determined;
  return a.value.objective_nats() - b.value.objective_nats() > std::max(a.tie_nats, b.tie_nats);
}

/// A walk through all sets of one size after another.
class Walk {
 public:
  Walk(const PersonProblem& problem, const FineFactor& given, std::int64_t budget, const base::Control& control)
      : problem_(problem), budget_(budget), control_(control) {
    directions_ = run_of(problem.problem.columns(), problem.problem.predictions());
    target_ = left_among(given, directions_);
    Seen& nothing = seen_[{}];
    nothing.worth = nothing.best = fine_worth(given, directions_, target_, problem, 0, 0);
  }

  /// Looks at all sets that hold `more` facts beside those of the node; smaller ones were looked at before.
  void visit(const search::Set& set, const FineFactor& factor, int rank, std::int64_t cost, int more) {
    for (int fact = set.empty() ? 0 : set.back() + 1; fact < problem_.problem.size(); ++fact) {
      if (control_.cancelled()) return;
      const search::Candidate& candidate = problem_.problem.candidates[static_cast<std::size_t>(fact)];
      if (candidate.cost > budget_ - cost) continue;
      search::Set larger = set;
      larger.push_back(fact);
      if (more == 1) {
        measure_with(factor, candidate, rank, larger);
        continue;
      }
      if (!seen_.contains(larger)) continue;  // some fact of it adds no rank
      FineFactor child = factor;
      const int added = child.take(run_of(candidate.first, candidate.count));
      visit(larger, child, rank + added, cost + candidate.cost, more - 1);
    }
  }

  [[nodiscard]] std::vector<FineSet> take_found() { return std::move(found_); }

 private:
  /// What a set tells takes no more than its last fact and the directions, given the others.
  void measure_with(const FineFactor& factor, const search::Candidate& candidate, int rank, const search::Set& set) {
    std::vector<int> kept = run_of(candidate.first, candidate.count);
    kept.insert(kept.end(), directions_.begin(), directions_.end());
    FineFactor small(left_among(factor, kept), factor.own(kept));
    const int added = small.take(run_of(0, candidate.count));
    if (added == 0) return;
    const std::vector<int> directions = run_of(candidate.count, static_cast<int>(directions_.size()));
    look_at(set, fine_worth(small, directions, target_, problem_, rank + added, static_cast<int>(set.size())));
  }

  void look_at(const search::Set& set, const FineWorth& worth) {
    Seen own{worth, worth};
    bool redundant = false;
    bool best = true;
    for (std::size_t leave = 0; leave < set.size(); ++leave) {
      search::Set rest = set;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(leave));
      const auto subset = seen_.find(rest);
      if (subset == seen_.end()) return;  // some fact of the subset adds no rank, nor does it here
      redundant = redundant || subset->second.worth.value.rank >= worth.value.rank;
      best = best && worth_more(worth, subset->second.best);
      if (!worth_more(own.best, subset->second.best)) own.best = subset->second.best;
    }
    if (redundant) return;
    if (best) found_.push_back({set, worth});
    seen_.emplace(set, std::move(own));
  }

  const PersonProblem& problem_;
  std::int64_t budget_;
  const base::Control& control_;
  std::vector<int> directions_;
  FineMatrix target_;
  std::map<search::Set, Seen> seen_;
  std::vector<FineSet> found_;
};

}  // namespace

bool few_enough(const PersonProblem& problem, int sparsity, std::int64_t budget) {
  const double columns = problem.problem.columns() + problem.problem.predictions();
  const double nodes = sparsity > 1 ? search::count_sets(problem.problem, {sparsity - 1, budget}) : 1.0;
  return search::count_sets(problem.problem, {sparsity, budget}) <= kMostSets &&
         nodes * columns * columns <= kMostProducts;
}

std::vector<FineSet> fine_sets(const Situation& situation, std::span<const FactColumns> facts,
                               const PersonProblem& problem, const moments::Fold& total, const FineMoments& fine,
                               int sparsity, std::int64_t budget, const base::Control& control) {
  const FineVariables all = fine_variables(situation, facts, problem, total, fine);
  FineFactor factor(all.covariance, all.own);
  factor.take(run_of(0, all.summary));
  std::vector<int> kept = run_of(all.summary, all.facts);
  kept.insert(kept.end(), all.directions.begin(), all.directions.end());
  const FineFactor given(left_among(factor, kept), factor.own(kept));
  Walk walk(problem, given, budget, control);
  for (int size = 1; size <= sparsity; ++size) walk.visit({}, given, 0, 0, size);
  return walk.take_found();
}

}  // namespace explainee::information
