#include "explainee/information/learner/learner_folds.h"

#include <algorithm>
#include <cstddef>
#include <map>

#include "explainee/base/random.h"

namespace explainee::information {

std::vector<int> dealt_parts(std::span<const int> rows, const LearnerTarget& target, std::span<const int> blocks,
                             int parts, std::uint64_t seed) {
  std::map<int, std::vector<std::size_t>> together;
  for (std::size_t i = 0; i < rows.size(); ++i)
    together[blocks.empty() ? static_cast<int>(i) : blocks[static_cast<std::size_t>(rows[i])]].push_back(i);
  std::vector<const std::vector<std::size_t>*> order;
  order.reserve(together.size());
  for (const auto& [block, members] : together) order.push_back(&members);
  base::Random(seed).shuffle(std::span(order));
  if (target.classes > 0) {
    const auto value = [&](const std::vector<std::size_t>& members) {
      return target.values[static_cast<std::size_t>(rows[members.front()])];
    };
    std::stable_sort(order.begin(), order.end(), [&](const auto* a, const auto* b) { return value(*a) < value(*b); });
  }
  std::vector<int> part(rows.size());
  for (std::size_t k = 0; k < order.size(); ++k)
    for (const std::size_t i : *order[k]) part[i] = static_cast<int>(k % static_cast<std::size_t>(parts));
  return part;
}

}  // namespace explainee::information
