#include "explainee/search/greedy.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "explainee/base/tolerances.h"
#include "explainee/search/problem/addition.h"
#include "explainee/search/problem/best_sets.h"
#include "explainee/search/problem/gram_schmidt.h"

namespace explainee::search {
namespace {

/// More exchanges than any problem needs; a guard against rounding going in circles.
constexpr int kMostGreedySwaps = 1000;

/// A candidate to add and what the set would then be worth.
struct Addition {
  int candidate = -1;
  Key key;
};

/// One prediction, one-column candidates: the same by the gain r²/g alone, without logarithms.
Addition best_single(const Problem& problem, const GramSchmidt& levels, const std::vector<char>& used) {
  const auto n = static_cast<int>(used.size());
  const double* variance = levels.variance().data();
  const double* cross = levels.cross().data();
  const double* scale = problem.column_scale.data();
  const auto gain = [&](int j) {
    const bool adds = used[static_cast<std::size_t>(j)] == 0 && variance[j] > base::kDetermined * scale[j];
    return adds ? cross[j] * cross[j] / variance[j] : -1.0;
  };
  double most = -1;
  for (int j = 0; j < n; ++j) most = std::max(most, gain(j));
  if (most < 0) return {};
  Addition best;
  for (best.candidate = 0; gain(best.candidate) < most - base::kTie * problem.target(0, 0);) ++best.candidate;
  const Eigen::MatrixXd residual = levels.residual().array() - most;
  best.key = key_of(value_of(problem, residual, levels.rank() + 1, levels.facts() + 1));
  return best;
}

/// The candidate that is best to add; the first one among equals.
Addition best_addition(const Problem& problem, const GramSchmidt& levels, const std::vector<char>& used) {
  if (problem.predictions() == 1 && problem.size() == problem.columns()) return best_single(problem, levels, used);
  Addition best;
  for (int c = 0; c < problem.size(); ++c) {
    if (used[static_cast<std::size_t>(c)] != 0) continue;
    const std::optional<Key> key = key_with(problem, levels, c);
    if (!key) continue;
    const Key needed = {best.key.determined, best.key.nats + base::kTie};
    if (best.candidate < 0 || needed < *key) best = {c, *key};
  }
  return best;
}

struct State {
  Set set;
  Assessment assessment;
};

/// Candidates that are in the set or cost more than is left.
std::vector<char> barred(const Problem& problem, const Set& set, std::int64_t left) {
  std::vector<char> flags(problem.candidates.size(), 0);
  for (std::size_t c = 0; c < flags.size(); ++c) flags[c] = problem.candidates[c].cost > left ? 1 : 0;
  for (const int c : set) flags[static_cast<std::size_t>(c)] = 1;
  return flags;
}

/// What is left of a budget without this set; any cost stays any cost.
std::int64_t left_by(const Problem& problem, const Set& set, std::int64_t budget) {
  return budget == kAnyCost ? kAnyCost : budget - cost_of(problem, set);
}

/// Forward selection: adds while it helps; `path`, where given, gets every set on the way.
void grow(const Problem& problem, Limits limits, const base::Control& control, State& state,
          std::vector<Scored>* path = nullptr) {
  GramSchmidt levels(problem);
  for (const int c : state.set) levels.add(c);
  while (static_cast<int>(state.set.size()) < limits.facts && !control.should_stop()) {
    const std::int64_t left = left_by(problem, state.set, limits.cost);
    const Addition addition = best_addition(problem, levels, barred(problem, state.set, left));
    if (addition.candidate < 0) break;
    Set set = state.set;
    set.insert(std::upper_bound(set.begin(), set.end(), addition.candidate), addition.candidate);
    const Assessment assessment = assess(problem, set);
    if (assessment.redundant || !better(assessment, state.assessment)) break;
    state = {std::move(set), assessment};
    if (path != nullptr) path->push_back({state.set, assessment.value});
    levels.add(addition.candidate);
  }
}

/// The best exchange of one fact, if it helps.
bool swap_once(const Problem& problem, std::int64_t budget, State& state) {
  GramSchmidt levels(problem);
  for (const int c : state.set) levels.add(c);
  const std::int64_t left = left_by(problem, state.set, budget);
  Addition best;
  int out = -1;
  for (const int c : state.set) {
    const std::int64_t given_back = left == kAnyCost ? 0 : problem.candidates[static_cast<std::size_t>(c)].cost;
    const Addition addition = best_addition(problem, levels.without(c), barred(problem, state.set, left + given_back));
    if (addition.candidate < 0 || (out >= 0 && !(best.key < addition.key))) continue;
    best = addition;
    out = c;
  }
  if (out < 0) return false;
  Set set = state.set;
  *std::find(set.begin(), set.end(), out) = best.candidate;
  std::sort(set.begin(), set.end());
  const Assessment assessment = assess(problem, set);
  if (assessment.redundant || !better(assessment, state.assessment)) return false;
  state = {std::move(set), assessment};
  return true;
}

}  // namespace

Set greedy_set(const Problem& problem, Limits limits, const base::Control& control) {
  State state{{}, assess(problem, {})};
  grow(problem, limits, control, state);
  for (int k = 0; k < kMostGreedySwaps && !control.should_stop(); ++k) {
    if (!swap_once(problem, limits.cost, state)) break;
    grow(problem, limits, control, state);
  }
  return state.set;
}

std::vector<Scored> forward_path(const Problem& problem, Limits limits) {
  std::vector<Scored> path;
  State state{{}, assess(problem, {})};
  grow(problem, limits, {}, state, &path);
  return path;
}

std::vector<Set> best_swaps(const Problem& problem, const Set& set, std::size_t count) {
  GramSchmidt levels(problem);
  for (const int c : set) levels.add(c);
  std::vector<std::pair<Key, Set>> found;
  for (std::size_t out = 0; out < set.size(); ++out) {
    const GramSchmidt rest = levels.without(set[out]);
    for (int in = 0; in < problem.size(); ++in) {
      const std::optional<Key> key = key_with(problem, rest, in);
      if (!key || std::binary_search(set.begin(), set.end(), in)) continue;
      Set swapped = set;
      swapped[out] = in;
      std::sort(swapped.begin(), swapped.end());
      found.emplace_back(*key, std::move(swapped));
    }
  }
  const auto end = found.begin() + static_cast<std::ptrdiff_t>(std::min(count, found.size()));
  std::partial_sort(found.begin(), end, found.end(), [](const auto& a, const auto& b) { return a > b; });
  std::vector<Set> sets;
  for (auto it = found.begin(); it != end; ++it) sets.push_back(std::move(it->second));
  return sets;
}

Solution find_greedy(const Problem& problem, const SearchOptions& options) {
  BestSets pool(problem, 1);
  pool.offer(greedy_set(problem, {options.sparsity, options.budget}, options.control));
  Solution solution;
  pool.write(solution);
  solution.interrupted = options.control.should_stop();
  solution.nodes = 1;
  return solution;
}

}  // namespace explainee::search
