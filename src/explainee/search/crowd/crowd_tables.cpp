#include "explainee/search/crowd/crowd_tables.h"

#include <cmath>
#include <optional>

#include "explainee/base/double_limits.h"
#include "explainee/base/threads/thread_pool.h"
#include "explainee/search/algebra/least_eigenvalue.h"
#include "explainee/search/algebra/round_up.h"
#include "explainee/search/bounds/factored_problem.h"
#include "explainee/search/incumbent/incumbent_search.h"

namespace explainee::search {
namespace {

/// Errors beyond this leave the proofs no room.
constexpr double kMostError = 1e-7;
/// Variances of nobody may be this much smaller than those that tolerances are relative to.
constexpr double kMostScale = 100;

bool ordinary(const Problem& nobody) {
  if (!incumbent_search_applies(nobody) || nobody.size() == 0) return false;
  const double target = nobody.target(0, 0);
  if (!(target > 0) || !(nobody.target_scale[0] <= kMostScale * target)) return false;
  for (Eigen::Index j = 0; j < nobody.gram.rows(); ++j) {
    const double variance = nobody.gram(j, j);
    if (variance > 0 ? !(nobody.column_scale[j] <= kMostScale * variance) : nobody.column_scale[j] != 0) return false;
  }
  return true;
}

void copy_rows(const Eigen::MatrixXd& matrix, std::size_t stride, AlignedDoubles& rows) {
  const Eigen::Index n = matrix.rows();
  rows.resize(static_cast<std::size_t>(n) * stride);
  for (Eigen::Index j = 0; j < n; ++j)
    std::copy_n(matrix.col(j).data(), n, rows.data() + static_cast<std::size_t>(j) * stride);
}

void copy_vector(const Eigen::VectorXd& vector, std::size_t stride, AlignedDoubles& out) {
  out.resize(stride);
  std::copy_n(vector.data(), vector.size(), out.data());
}

/// The inverse and how far it is to be trusted.
void invert(const FactoredProblem& plain, const Eigen::MatrixXd& gram, const Eigen::VectorXd& cross,
            CrowdTables& tables) {
  base::ThreadPool alone(1);
  const std::optional<double> least = least_eigenvalue(plain, alone, {});
  if (!least) return;
  const Eigen::Index n = gram.rows();
  const auto count = static_cast<double>(n);
  const Eigen::MatrixXd solved = gram.llt().solve(Eigen::MatrixXd::Identity(n, n));
  const Eigen::MatrixXd precision = 0.5 * (solved + solved.transpose());
  const Eigen::VectorXd gamma = precision * cross;
  const Eigen::VectorXd row_sum = precision.cwiseAbs().rowwise().sum() * kRoundUpLong;
  copy_rows(precision, tables.stride, tables.precision);
  copy_vector(gamma, tables.stride, tables.gamma);
  copy_vector(row_sum, tables.stride, tables.row_sum);
  // Entries of C carry 4 eps, a product of n terms n eps: what they move is bounded by the sums of absolute values.
  const double rounding = 4 * (count + 4) * base::kEpsilon;
  const Eigen::MatrixXd off = gram * precision - Eigen::MatrixXd::Identity(n, n);
  const Eigen::VectorXd rest = cross - gram * gamma;
  tables.inverse_error =
      off.cwiseAbs().rowwise().sum().maxCoeff() * kRoundUpLong + rounding * count * (1 + row_sum.maxCoeff());
  tables.gamma_error = rest.cwiseAbs().maxCoeff() * kRoundUpLong + rounding * (1 + gamma.cwiseAbs().sum());
  tables.residual = 1 - cross.dot(gamma);
  tables.least_eigenvalue = *least * (1 - 1e-9) - rounding * count;
  tables.invertible = tables.least_eigenvalue > 0 && tables.inverse_error < kMostError && tables.residual > 0;
}

}  // namespace

std::unique_ptr<const CrowdTables> make_crowd_tables(const Problem& nobody) {
  if (!ordinary(nobody)) return nullptr;
  const FactoredProblem plain = factored(nobody, Eigen::MatrixXd(nobody.columns(), 0), Eigen::VectorXd(0));
  auto tables = std::make_unique<CrowdTables>();
  tables->size = static_cast<std::size_t>(nobody.columns());
  tables->stride = padded(tables->size);
  tables->target_unit = 1 / std::sqrt(nobody.target(0, 0));
  Eigen::MatrixXd gram = plain.unit.asDiagonal() * nobody.gram * plain.unit.asDiagonal();
  gram.diagonal().setOnes();
  const Eigen::VectorXd cross = plain.cross * tables->target_unit;
  copy_vector(plain.unit, tables->stride, tables->unit);
  copy_rows(gram, tables->stride, tables->gram);
  copy_vector(cross, tables->stride, tables->cross);
  invert(plain, gram, cross, *tables);
  return tables;
}

}  // namespace explainee::search
