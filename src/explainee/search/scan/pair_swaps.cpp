#include "explainee/search/scan/pair_swaps.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "explainee/search/scan/scan.h"

namespace explainee::search {
namespace {

constexpr int kMostRounds = 20;

/// Every way to take `set` without these two and complete it again; false when stopped.
bool complete_again(const Problem& problem, int sparsity, const Set& set, std::pair<int, int> without,
                    const base::Control& control, BestSets& pool) {
  Completions rest;
  for (const int c : set) {
    if (c != without.first && c != without.second) rest.fixed.push_back(c);
  }
  for (int c = 0; c < problem.size(); ++c) {
    if (!std::binary_search(rest.fixed.begin(), rest.fixed.end(), c)) rest.free.push_back(c);
  }
  rest.places = std::min(2, sparsity - static_cast<int>(rest.fixed.size()));
  const Scan scan(problem, std::move(rest), std::numeric_limits<double>::infinity());
  for (std::size_t part = 0; part < scan.parts(); ++part) {
    if (control.should_stop() || !scan.run(part, pool, control)) return false;
  }
  return true;
}

}  // namespace

double pair_swaps(const Problem& problem, int sparsity) {
  return count_sets(static_cast<std::size_t>(problem.size()), 2) * sparsity * (sparsity - 1) / 2;
}

void swap_pairs(const Problem& problem, int sparsity, const base::Control& control, BestSets& pool) {
  for (int round = 0; round < kMostRounds; ++round) {
    const Set set = pool.best().set;
    if (set.size() < 2) return;
    for (std::size_t a = 0; a < set.size(); ++a) {
      for (std::size_t b = a + 1; b < set.size(); ++b) {
        if (!complete_again(problem, sparsity, set, {set[a], set[b]}, control, pool)) return;
      }
    }
    if (pool.best().set == set) return;
  }
}

}  // namespace explainee::search
