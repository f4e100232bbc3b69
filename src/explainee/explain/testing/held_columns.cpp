#include "explainee/explain/testing/held_columns.h"

#include <cmath>
#include <numeric>
#include <utility>

namespace explainee::explain::testing {

HeldRows held_columns(std::vector<HeldSource> sources, const std::vector<std::vector<double>>& targets) {
  HeldRows held;
  const auto rows = static_cast<Eigen::Index>(sources.front().values.size());
  held.values.resize(rows, static_cast<Eigen::Index>(sources.size()));
  held.weights = Eigen::VectorXd::Ones(rows);
  held.groups.resize(static_cast<std::size_t>(rows));
  std::iota(held.groups.begin(), held.groups.end(), 0);
  held.group_count = static_cast<int>(rows);
  for (std::size_t k = 0; k < sources.size(); ++k) {
    const auto column = static_cast<int>(k);
    held.values.col(column) = Eigen::Map<const Eigen::VectorXd>(sources[k].values.data(), rows);
    if (!sources[k].known) held.candidates.push_back({{column}, false, sources[k].name, {column}});
  }
  held.sources = std::move(sources);
  held.targets.resize(rows, static_cast<Eigen::Index>(targets.size()));
  for (std::size_t t = 0; t < targets.size(); ++t) {
    const Eigen::Map<const Eigen::VectorXd> values(targets[t].data(), rows);
    const double mean = values.mean();
    const double sd = std::sqrt((values.array() - mean).square().mean());
    held.targets.col(static_cast<Eigen::Index>(t)) = (values.array() - mean) / sd;
  }
  return held;
}

}  // namespace explainee::explain::testing
