#include "explainee/search/lasso/lasso.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "explainee/base/tolerances.h"
#include "explainee/search/lasso/lasso_path.h"

namespace explainee::search {
namespace {

/// Sign patterns other than that of the least-squares coefficients are tried up to this many facts.
constexpr std::size_t kMostSignedFacts = 12;

/// The problem in θ_j = weight_j β_j, where every coefficient is penalised alike.
struct Scaled {
  Eigen::MatrixXd gram;
  Eigen::VectorXd cross;
  Eigen::VectorXd inverse_weights;
  std::vector<char> allowed;
};

Scaled scaled(const Problem& problem, const Eigen::VectorXd& weights) {
  Scaled result;
  result.inverse_weights = weights.cwiseInverse();
  result.allowed.resize(static_cast<std::size_t>(problem.columns()));
  for (int j = 0; j < problem.columns(); ++j) {
    const bool known = !(problem.gram(j, j) > base::kDetermined * problem.column_scale[j]) || !(weights[j] > 0);
    result.allowed[static_cast<std::size_t>(j)] = known ? 0 : 1;
    if (known) result.inverse_weights[j] = 0;
  }
  result.gram = result.inverse_weights.asDiagonal() * problem.gram * result.inverse_weights.asDiagonal();
  result.cross = result.inverse_weights.cwiseProduct(problem.cross.col(0));
  return result;
}

/// Narrows the interval by factor·mu ≥ least.
void require(double factor, double least, double scale, MuInterval& interval) {
  if (std::abs(factor) <= base::kMovesAlong) {
    if (least > base::kMovesAlong * scale) interval.high = interval.low;
  } else if (factor > 0) {
    interval.low = std::max(interval.low, least / factor);
  } else {
    interval.high = std::min(interval.high, least / factor);
  }
}

/// The mu for which the Lasso has this support with these signs (search §8).
MuInterval interval_with_signs(const Scaled& problem, const Set& set, const GrowingCholesky& factor,
                               const Eigen::VectorXd& signs) {
  const Eigen::VectorXd beta = factor.solve(problem.cross(set));
  const Eigen::VectorXd shrink = factor.solve(signs);
  MuInterval interval{0, std::numeric_limits<double>::infinity()};
  for (Eigen::Index k = 0; k < signs.size(); ++k) {
    const double slope = signs[k] * shrink[k];
    if (slope > 0) interval.high = std::min(interval.high, signs[k] * beta[k] / slope);
    if (slope < 0) interval.low = std::max(interval.low, signs[k] * beta[k] / slope);
    if (slope == 0 && signs[k] * beta[k] <= 0) interval.high = interval.low;
  }
  const double scale = problem.cross.cwiseAbs().maxCoeff();
  for (Eigen::Index j = 0; j < problem.cross.size(); ++j) {
    if (problem.allowed[static_cast<std::size_t>(j)] == 0) continue;
    if (std::binary_search(set.begin(), set.end(), static_cast<int>(j))) continue;
    const Eigen::VectorXd row = problem.gram(set, j);
    const double rest = problem.cross[j] - row.dot(beta);
    const double along = row.dot(shrink);
    require(1 - along, rest, scale, interval);
    require(1 + along, -rest, scale, interval);
  }
  return interval;
}

}  // namespace

LassoSolution lasso_at(const Problem& problem, const Eigen::VectorXd& weights, double mu) {
  const Scaled even = scaled(problem, weights);
  LassoPath path(even.gram, even.cross, even.allowed);
  LassoSolution solution;
  solution.mu = {mu, mu};
  Eigen::VectorXd theta = Eigen::VectorXd::Zero(problem.columns());
  while (path.low() > mu && path.advance()) theta = path.coefficients(std::max(mu, path.low()));
  solution.beta = theta.cwiseProduct(even.inverse_weights);
  for (int j = 0; j < problem.columns(); ++j) {
    if (solution.beta[j] != 0) solution.set.push_back(j);
  }
  return solution;
}

LassoSolution lasso_with_sparsity(const Problem& problem, const Eigen::VectorXd& weights, int sparsity) {
  const Scaled even = scaled(problem, weights);
  LassoPath path(even.gram, even.cross, even.allowed);
  LassoSolution solution;
  solution.found = false;
  solution.beta = Eigen::VectorXd::Zero(problem.columns());
  solution.mu = {path.high(), std::numeric_limits<double>::infinity()};
  while (path.advance()) {
    solution.set = path.support();
    solution.mu = {path.low(), path.high()};
    solution.beta = path.coefficients(path.low()).cwiseProduct(even.inverse_weights);
    solution.found = static_cast<int>(solution.set.size()) == sparsity;
    if (solution.found) break;
  }
  return solution;
}

std::optional<MuInterval> mu_where_lasso_equals(const Problem& problem, const Eigen::VectorXd& weights,
                                                const Set& set) {
  const Scaled even = scaled(problem, weights);
  GrowingCholesky factor(even.gram);
  for (const int column : set) {
    if (even.allowed[static_cast<std::size_t>(column)] == 0 || !factor.add(column)) return std::nullopt;
  }
  const Eigen::VectorXd beta = factor.solve(even.cross(set));
  Eigen::VectorXd signs = beta.unaryExpr([](double value) { return value < 0 ? -1.0 : 1.0; });
  const Eigen::VectorXd own = signs;
  // Shrinkage may also turn a small coefficient round: then the signs differ from those of least squares.
  const std::uint32_t patterns = set.size() <= kMostSignedFacts ? 1U << set.size() : 1U;
  for (std::uint32_t flips = 0; flips < patterns; ++flips) {
    for (std::size_t k = 0; k < set.size(); ++k) {
      const auto at = static_cast<Eigen::Index>(k);
      signs[at] = ((flips >> k) & 1U) != 0 ? -own[at] : own[at];
    }
    const MuInterval interval = interval_with_signs(even, set, factor, signs);
    if (interval.high > interval.low) return interval;
  }
  return std::nullopt;
}

}  // namespace explainee::search
