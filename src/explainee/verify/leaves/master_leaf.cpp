#include "explainee/verify/leaves/master_leaf.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "explainee/base/double_limits.h"
#include "explainee/verify/problem/cholesky.h"

namespace explainee::verify {
std::string check_least_eigenvalue(const Workbench& bench) {
  const Certificate& certificate = bench.certificate();
  const CheckedProblem& problem = bench.problem();
  const double delta = certificate.least_eigenvalue.value_or(0);
  if (!(delta > 0)) return "the least eigenvalue is not positive";
  const Correlations& c = bench.plain();
  std::vector<std::size_t> used;
  double trace = 0;
  for (std::size_t j = 0; j < problem.candidates.size(); ++j) {
    if (!(certificate.unit[j] > 0)) continue;
    used.push_back(j);
    trace += c.entry(j, j).value();
  }
  const auto n = static_cast<Eigen::Index>(used.size());
  // A factorisation that succeeds in double precision proves definiteness up to this much (Rump 2006).
  const double slack = 2 * (static_cast<double>(n) + 4) * base::kEpsilon * trace;
  Eigen::MatrixXd matrix(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    problem.throw_if_stopped();
    for (Eigen::Index j = 0; j <= i; ++j) {
      matrix(i, j) = c.entry(used[static_cast<std::size_t>(i)], used[static_cast<std::size_t>(j)]).value();
    }
    matrix(i, i) -= delta + slack;
  }
  return factorise(matrix, problem) ? "" : "the correlations are not shown to have so large a least eigenvalue";
}

double master_bound(const Workbench& bench, const Leaf& leaf) {
  const Certificate& certificate = bench.certificate();
  const CheckedProblem& problem = bench.problem();
  const double delta = certificate.least_eigenvalue.value_or(0);
  const Correlations& c = bench.plain();
  const std::size_t size = problem.candidates.size();
  std::vector<int> columns;
  std::vector<double> gamma;
  std::vector<double> full(size, 0.0);
  for (const auto& [column, value] : leaf.gamma) {
    columns.push_back(column);
    gamma.push_back(value);
    full[static_cast<std::size_t>(column)] = value;
  }
  const Expansion at = expand(c, size, columns, gamma);
  // f(β) ≥ f(γ) − 2ρᵀδ + δ‖β − γ‖²: a column not in the set has β = 0.
  double value = at.value;
  double sum_of_sizes = std::abs(value);
  std::vector<double> gain_of(size);
  for (std::size_t j = 0; j < size; ++j) {
    const double absent = delta * full[j] * full[j] + 2 * at.slope[j] * full[j];
    gain_of[j] = gain(delta, at.slope[j], full[j]);
    value += absent;
    sum_of_sizes += std::abs(absent);
    if (!holds(leaf.in, j)) continue;
    value -= gain_of[j];
    sum_of_sizes += gain_of[j];
  }
  value -= (static_cast<double>(size) + 16) * 4 * base::kEpsilon * sum_of_sizes;
  const std::vector<std::size_t> free = bench.free_candidates(leaf);
  const std::size_t places = static_cast<std::size_t>(certificate.s) - leaf.in.size();
  const auto without = [&](int left_out) {
    std::vector<double> gains;
    for (const std::size_t j : free) {
      if (static_cast<int>(j) != left_out) gains.push_back(gain_of[j]);
    }
    return gains;
  };
  if (leaf.never.empty() && leaf.always.empty()) return value - top_sum(without(-1), places);
  double least = std::numeric_limits<double>::infinity();
  for (const int j : leaf.never) {
    if (places == 0 || !std::binary_search(free.begin(), free.end(), static_cast<std::size_t>(j))) continue;
    const double own = gain_of[static_cast<std::size_t>(j)];
    least = std::min(least, value - (own + top_sum(without(j), places - 1)) * (1 + 4 * base::kEpsilon));
  }
  for (const int j : leaf.always) least = std::min(least, value - top_sum(without(j), places));
  return least;
}

std::string check_master(const Workbench& bench, const Leaf& leaf, const Limit& limit) {
  const Certificate& certificate = bench.certificate();
  if (!certificate.least_eigenvalue) return "a master leaf needs a least eigenvalue";
  const double bound = master_bound(bench, leaf);
  if (bound >= limit.residual) return "";
  return fmt::format("its sets are only shown to leave {:.12g}, not {:.12g}", bound, limit.residual);
}

}  // namespace explainee::verify
