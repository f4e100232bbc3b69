#include "explainee/explain/supported/best_sets.h"

#include <algorithm>
#include <utility>

namespace explainee::explain {
namespace {

/// A search that is one of many is cut short after so many nodes.
constexpr std::int64_t kNodes = 32;

}  // namespace

std::vector<search::Set> best_of_each_size(const search::Problem& problem, int most, search::SearchOptions options) {
  options.control.threads = 1;
  options.control.progress = {};
  options.most_nodes = kNodes;
  std::vector<search::Set> sets{{}};
  for (int facts = 1; facts <= std::min(most, problem.size()); ++facts) {
    options.sparsity = facts;
    search::Set set = search::find_exact(problem, options).best.set;
    if (static_cast<int>(set.size()) < facts) break;  // no more adds anything
    sets.push_back(std::move(set));
  }
  return sets;
}

}  // namespace explainee::explain
