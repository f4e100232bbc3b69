#include "explainee/search/problem/assess.h"

#include <algorithm>
#include <cmath>

#include "explainee/base/double_limits.h"
#include "explainee/base/tolerances.h"
#include "explainee/search/algebra/pivoted_cholesky.h"

namespace explainee::search {
namespace {

/// The regression of the predictions on some columns.
struct Fit {
  std::vector<int> columns;  ///< the columns that add something, in the order taken
  Eigen::MatrixXd lower;     ///< rank×rank factor of their Gram matrix
  Eigen::MatrixXd scores;    ///< rank×d: covariance of the predictions with the orthonormalised columns
  Eigen::MatrixXd residual;  ///< d×d
};

PivotedCholesky factor_columns(const Problem& problem, const std::vector<int>& columns) {
  const Eigen::MatrixXd gram = problem.gram(columns, columns);
  const Eigen::VectorXd scale = problem.column_scale(columns);
  return pivoted_cholesky(gram, scale);
}

Fit fit(const Problem& problem, const std::vector<int>& columns) {
  const PivotedCholesky factor = factor_columns(problem, columns);
  Fit result;
  for (int k = 0; k < factor.rank; ++k) result.columns.push_back(columns[static_cast<std::size_t>(factor.order[k])]);
  result.lower = factor.lower.topRows(factor.rank);
  result.scores = problem.cross(result.columns, Eigen::all);
  result.lower.triangularView<Eigen::Lower>().solveInPlace(result.scores);
  result.residual = problem.target;
  for (int k = 0; k < factor.rank; ++k) {
    result.residual -= result.scores.row(k).transpose() * result.scores.row(k);
  }
  return result;
}

double log_determinant(const Eigen::MatrixXd& matrix) {
  const Eigen::LLT<Eigen::MatrixXd> factor(matrix);
  double sum = 0;
  for (Eigen::Index k = 0; k < matrix.rows(); ++k) sum += 2 * std::log(factor.matrixLLT()(k, k));
  return sum;
}

/// Σ(v|u) of the settled directions v = ŷ_left-out − Cŷ_taken, where C are their coefficients under `covariance`.
Eigen::MatrixXd settled_covariance(const Problem& problem, const PivotedCholesky& factor,
                                   const Eigen::MatrixXd& covariance) {
  const int d = problem.predictions();
  const int taken = factor.rank;
  const Eigen::MatrixXd ordered = covariance(factor.order, factor.order);
  const Eigen::MatrixXd weights =
      ordered.topLeftCorner(taken, taken).llt().solve(ordered.topRightCorner(taken, d - taken));
  Eigen::MatrixXd map(d - taken, d);
  map << -weights.transpose(), Eigen::MatrixXd::Identity(d - taken, d - taken);
  return map * problem.target(factor.order, factor.order) * map.transpose();
}

/// The chain rule I(x_E; ŷ|u) = I(x_E; v|u) + I(x_E; ŷ|u, v) with v the settled directions: the first part is infinite,
/// this is the second, and it does not depend on the coordinates of ŷ (mathematics §2).
double finite_nats(const Problem& problem, const PivotedCholesky& factor, const Eigen::MatrixXd& covariance) {
  if (factor.rank == 0) return 0;
  double nats = 0;
  for (int k = 0; k < factor.rank; ++k) nats -= std::log(factor.lower(k, k));
  nats += 0.5 * log_determinant(problem.target(factor.order, factor.order));
  if (factor.rank < problem.predictions())
    nats -= 0.5 * log_determinant(settled_covariance(problem, factor, covariance));
  return nats;
}

/// How far rounding may have moved the variance of each open direction. The entries of G, b and q carry errors of a few
/// eps of the variances before conditioning, factorising adds as much per column, and such an error moves q − bᵀβ by at
/// most itself times (σ(ŷ) + Σ|β_j|σ(x_j))².
Eigen::VectorXd rounding_radii(const Problem& problem, const Fit& regression, const PivotedCholesky& directions) {
  const Eigen::MatrixXd beta = regression.lower.triangularView<Eigen::Lower>().transpose().solve(regression.scores);
  Eigen::VectorXd radii(directions.rank);
  for (int k = 0; k < directions.rank; ++k) {
    // Weights of the earlier predictions in the regression of the k-th on them and on the columns.
    const Eigen::VectorXd earlier =
        directions.lower.topLeftCorner(k, k).triangularView<Eigen::Lower>().transpose().solve(
            directions.lower.row(k).head(k).transpose());
    const int own = directions.order[static_cast<std::size_t>(k)];
    Eigen::VectorXd weights = beta.col(own);
    double reach = std::sqrt(problem.target_scale[own]);
    for (int l = 0; l < k; ++l) {
      const int prediction = directions.order[static_cast<std::size_t>(l)];
      weights -= earlier[l] * beta.col(prediction);
      reach += std::abs(earlier[l]) * std::sqrt(problem.target_scale[prediction]);
    }
    for (std::size_t j = 0; j < regression.columns.size(); ++j) {
      const int column = regression.columns[j];
      reach += std::abs(weights[static_cast<Eigen::Index>(j)]) * std::sqrt(problem.column_scale[column]);
    }
    radii[k] = (static_cast<double>(regression.columns.size()) + k + 4) * base::kEpsilon * reach * reach;
  }
  return radii;
}

/// A direction whose variance cannot be told from 0 counts as settled: no large made-up number (mathematics §5).
void settle_what_is_rounding(const Eigen::VectorXd& radii, PivotedCholesky& directions) {
  for (int k = 0; k < directions.rank; ++k) {
    if (directions.lower(k, k) * directions.lower(k, k) > radii[k]) continue;
    directions.rank = k;
    directions.lower = directions.lower.leftCols(k).eval();
  }
}

/// What two objectives may differ by and still tie (mathematics §5), summed over the open directions.
double tie_nats(const Problem& problem, const PivotedCholesky& directions, const Eigen::VectorXd& radii) {
  const Eigen::LLT<Eigen::MatrixXd> before(problem.target(directions.order, directions.order));
  double sum = 0;
  for (int k = 0; k < directions.rank; ++k) {
    const double variance_before = before.matrixLLT()(k, k) * before.matrixLLT()(k, k);
    const double variance = directions.lower(k, k) * directions.lower(k, k);
    sum += 0.5 * std::log1p(std::max(base::kTie * variance_before, radii[k]) / variance);
  }
  return sum;
}

/// True when leaving out some fact keeps the rank.
bool some_fact_redundant(const Problem& problem, const Set& set, int rank) {
  for (std::size_t leave = 0; leave < set.size(); ++leave) {
    Set rest = set;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(leave));
    if (factor_columns(problem, columns_of(problem, rest)).rank >= rank) return true;
  }
  return false;
}

}  // namespace

std::vector<int> columns_of(const Problem& problem, std::span<const int> set) {
  std::vector<int> columns;
  for (const int index : set) {
    const Candidate& candidate = problem.candidates[static_cast<std::size_t>(index)];
    for (int k = 0; k < candidate.count; ++k) columns.push_back(candidate.first + k);
  }
  return columns;
}

bool has_charges(const Problem& problem) {
  return !problem.bias_nats.empty() && std::any_of(problem.candidates.begin(), problem.candidates.end(),
                                                   [](const Candidate& c) { return c.count > 1; });
}

double charge_nats(const Problem& problem, int rank, int facts) {
  if (problem.bias_nats.empty() || rank <= facts) return 0;
  const auto last = problem.bias_nats.size() - 1;
  const double whole = problem.bias_nats[std::min(static_cast<std::size_t>(rank), last)];
  return whole - problem.bias_nats[std::min(static_cast<std::size_t>(facts), last)];
}

Value value_of(const Problem& problem, const Eigen::MatrixXd& residual, int rank, int facts) {
  Value value;
  value.rank = rank;
  value.charge_nats = charge_nats(problem, rank, facts);
  if (problem.predictions() == 1) {
    const double variance = residual(0, 0);
    value.determined = variance > base::kDetermined * problem.target_scale[0] ? 0 : 1;
    if (value.determined == 0) value.nats = 0.5 * std::log(problem.target(0, 0) / variance);
    return value;
  }
  const PivotedCholesky directions = pivoted_cholesky(residual, problem.target_scale);
  value.determined = problem.predictions() - directions.rank;
  value.nats = finite_nats(problem, directions, residual);
  return value;
}

Assessment assess(const Problem& problem, std::span<const int> set) {
  Set sorted(set.begin(), set.end());
  std::sort(sorted.begin(), sorted.end());
  const std::vector<int> columns = columns_of(problem, sorted);
  const Fit regression = fit(problem, columns);
  const auto rank = static_cast<int>(regression.columns.size());
  PivotedCholesky directions = pivoted_cholesky(regression.residual, problem.target_scale);
  const Eigen::VectorXd radii = rounding_radii(problem, regression, directions);
  settle_what_is_rounding(radii, directions);
  Assessment result;
  result.value.rank = rank;
  result.value.charge_nats = charge_nats(problem, rank, static_cast<int>(set.size()));
  result.value.determined = problem.predictions() - directions.rank;
  result.value.nats = finite_nats(problem, directions, regression.residual);
  result.tie_nats = tie_nats(problem, directions, radii);
  result.redundant = rank < static_cast<int>(columns.size()) && some_fact_redundant(problem, sorted, rank);
  return result;
}

bool ties(const Assessment& a, const Assessment& b) {
  return a.value.determined == b.value.determined &&
         std::abs(a.value.objective_nats() - b.value.objective_nats()) <= std::max(a.tie_nats, b.tie_nats);
}

bool better(const Assessment& a, const Assessment& b) {
  if (a.value.determined != b.value.determined) return a.value.determined > b.value.determined;
  return a.value.objective_nats() - b.value.objective_nats() > std::max(a.tie_nats, b.tie_nats);
}

bool preferred(const Set& a, const Set& b) { return a.size() != b.size() ? a.size() < b.size() : a < b; }

}  // namespace explainee::search
