#include "explainee/explain/learnt/sampled_rows.h"

#include <numeric>

#include "explainee/base/random.h"

namespace explainee::explain {
namespace {

constexpr std::uint64_t kSampleStream = 47;

}  // namespace

SampledRows::SampledRows(const HeldRows& held, const SampleRules& rules) : rules_(rules) {
  std::vector<std::size_t> size(static_cast<std::size_t>(held.group_count), 0);
  for (const int group : held.groups) ++size[static_cast<std::size_t>(group)];
  std::vector<std::size_t> order(size.size());
  std::iota(order.begin(), order.end(), 0U);
  base::Random(rules.seed, kSampleStream).shuffle(std::span(order));
  std::vector<bool> taken(size.size(), false);
  std::size_t count = 0;
  for (const std::size_t group : order) {
    if (count > 0 && count + size[group] > rules.most_rows) continue;
    taken[group] = true;
    count += size[group];
  }
  for (std::size_t i = 0; i < held.groups.size(); ++i) {
    const int group = held.groups[i];
    if (!taken[static_cast<std::size_t>(group)]) continue;
    rows_.push_back(static_cast<Eigen::Index>(i));
    blocks_.push_back(group);
    weights_.push_back(held.weights[static_cast<Eigen::Index>(i)]);
  }
}

std::vector<double> SampledRows::at(std::span<const double> values) const {
  std::vector<double> some;
  some.reserve(rows_.size());
  for (const Eigen::Index row : rows_) some.push_back(values[static_cast<std::size_t>(row)]);
  return some;
}

std::vector<int> SampledRows::deal(const information::LearnerTarget& target) const {
  std::vector<int> all(rows_.size());
  std::iota(all.begin(), all.end(), 0);
  return information::dealt_parts(all, target, blocks_, rules_.folds, rules_.seed);
}

}  // namespace explainee::explain
