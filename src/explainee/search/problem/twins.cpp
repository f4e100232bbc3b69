#include "explainee/search/problem/twins.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "explainee/base/tolerances.h"
#include "explainee/search/algebra/round_up.h"

namespace explainee::search {
namespace {

constexpr double kNear = 1e-6;  ///< correlations further from 1 are not looked at

/// What column i leaves of column j is at most a part of what counts.
bool determines(const Problem& problem, int i, int j) {
  const double cross = problem.gram(i, j);
  return problem.gram(j, j) - cross * cross / problem.gram(i, i) <=
         base::kTwinSafety * base::kDetermined * problem.column_scale[j];
}

}  // namespace

Twins find_twins(const FactoredProblem& factored, const RowCoherence& coherence) {
  Twins twins(static_cast<std::size_t>(factored.size()));
  if (coherence.sums.rows() < 2) return twins;
  for (int j = 0; j < factored.size(); ++j) {
    if (!factored.usable(j) || coherence.at(1, j) < 1 - kNear) continue;
    const Eigen::VectorXd row = factored.correlations(j);
    for (int l = 0; l < factored.size(); ++l) {
      if (l == j || !factored.usable(l) || std::abs(row[l]) < 1 - kNear) continue;
      if (determines(*factored.problem, j, l) && determines(*factored.problem, l, j))
        twins[static_cast<std::size_t>(j)].push_back(l);
    }
  }
  return twins;
}

void leave_out_twins(const FactoredProblem& factored, const Twins& twins, const std::vector<char>& left_out,
                     RowCoherence& coherence) {
  const auto most = static_cast<int>(coherence.sums.rows()) - 1;
  for (int j = 0; j < factored.size(); ++j) {
    if (twins[static_cast<std::size_t>(j)].empty()) continue;
    Eigen::VectorXd row = factored.correlations(j).cwiseAbs();
    row[j] = 0;
    for (const int l : twins[static_cast<std::size_t>(j)]) row[l] = 0;
    for (std::size_t l = 0; l < left_out.size(); ++l) {
      if (left_out[l] != 0) row[static_cast<Eigen::Index>(l)] = 0;
    }
    const auto kept = std::min<std::ptrdiff_t>(most, row.size());
    std::partial_sort(row.data(), row.data() + kept, row.data() + row.size(), std::greater<>());
    const double error = factored.entry_error * factored.stretch[j] * factored.most_stretch;
    double sum = 0;
    for (int k = 1; k <= most; ++k) {
      sum += (k <= kept ? row[k - 1] : 0) + error;
      coherence.sums(k, j) = sum * kRoundUp;
    }
  }
}

}  // namespace explainee::search
