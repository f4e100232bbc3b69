#include "explainee/search/crowd/crowd_member.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "explainee/base/tolerances.h"
#include "explainee/search/algebra/pivoted_cholesky.h"

namespace explainee::search {
namespace {

/// The covariances of u with the candidates, with itself and with the prediction.
struct Columns {
  Eigen::MatrixXd cross;   ///< n×k
  Eigen::MatrixXd inner;   ///< k×k
  Eigen::VectorXd target;  ///< k
};

/// Known candidates first, then the given columns, then the weighted one.
Columns columns_of_member(const Problem& nobody, const Member& member) {
  const auto n = static_cast<Eigen::Index>(nobody.columns());
  Set list(member.known.begin(), member.known.end());
  std::sort(list.begin(), list.end());  // their order changes no digit
  list.erase(std::unique(list.begin(), list.end()), list.end());
  std::vector<int> known;
  for (const int c : list) {
    const Candidate& own = nobody.candidates[static_cast<std::size_t>(c)];
    for (int k = 0; k < own.count; ++k) known.push_back(own.first + k);
  }
  const auto a = static_cast<Eigen::Index>(known.size());
  const auto given = static_cast<Eigen::Index>(member.cross_target.size());
  const Eigen::Index weighted = member.weights.empty() ? 0 : 1;
  const Eigen::Index before = a + given;
  const Eigen::Map<const Eigen::MatrixXd> cross(member.cross.data(), n, given);
  const Eigen::Map<const Eigen::MatrixXd> inner(member.inner.data(), given, given);
  Columns u;
  u.cross.resize(n, before + weighted);
  u.inner.resize(before + weighted, before + weighted);
  u.target.resize(before + weighted);
  u.cross.leftCols(a) = nobody.gram(Eigen::all, known);
  u.cross.middleCols(a, given) = cross;
  u.inner.topLeftCorner(a, a) = nobody.gram(known, known);
  u.inner.block(0, a, a, given) = cross(known, Eigen::all);
  u.inner.block(a, 0, given, a) = cross(known, Eigen::all).transpose();
  u.inner.block(a, a, given, given) = inner;
  u.target.head(a) = nobody.cross.col(0)(known);
  u.target.segment(a, given) = Eigen::Map<const Eigen::VectorXd>(member.cross_target.data(), given);
  if (weighted == 0) return u;
  const Eigen::Map<const Eigen::VectorXd> weights(member.weights.data(), n);
  u.cross.col(before) = nobody.gram * weights;
  u.inner.col(before).head(before) = u.cross.leftCols(before).transpose() * weights;
  u.inner.row(before).head(before) = u.inner.col(before).head(before).transpose();
  u.inner(before, before) = weights.dot(u.cross.col(before)) + member.noise_variance;
  u.target[before] = nobody.cross.col(0).dot(weights);
  return u;
}

}  // namespace

MemberLevels levels_of(const Problem& nobody, const Member& member) {
  const Columns u = columns_of_member(nobody, member);
  const Eigen::VectorXd deviation = u.inner.diagonal().cwiseMax(0.0).cwiseSqrt();
  const Eigen::VectorXd unit = deviation.unaryExpr([](double sd) { return sd > 0 ? 1 / sd : 0.0; });
  const Eigen::MatrixXd correlation = unit.asDiagonal() * u.inner * unit.asDiagonal();
  const PivotedCholesky factor = pivoted_cholesky(correlation, correlation.diagonal());
  // Rows of S pick and scale the pivots: S·Σ_uu·Sᵀ = LLᵀ, so that L⁻¹Su has unit covariance.
  Eigen::MatrixXd selection = Eigen::MatrixXd::Zero(factor.rank, u.inner.cols());
  for (int k = 0; k < factor.rank; ++k) {
    const int pivot = factor.order[static_cast<std::size_t>(k)];
    selection(k, pivot) = unit[pivot];
  }
  factor.lower.topRows(factor.rank).triangularView<Eigen::Lower>().solveInPlace(selection);
  MemberLevels levels;
  levels.loadings = u.cross * selection.transpose();
  levels.target_loadings = selection * u.target;
  levels.reach = nobody.column_scale.cwiseSqrt() +
                 (levels.loadings * selection).cwiseAbs() * deviation;  // row j of loadings·selection is α of x_j
  return levels;
}

MemberProblem condition_on(const Problem& nobody, const Member& member) {
  const MemberLevels u = levels_of(nobody, member);
  const Eigen::VectorXd left = nobody.gram.diagonal() - u.loadings.rowwise().squaredNorm();
  std::vector<char> offered(nobody.candidates.size(), 1);
  for (const int c : member.known) offered[static_cast<std::size_t>(c)] = 0;
  for (const int c : member.barred) offered[static_cast<std::size_t>(c)] = 0;
  const auto open = [&](int j) {
    return left[j] >
           std::max(base::kDetermined * nobody.column_scale[j], base::kRoundingOfSums * u.reach[j] * u.reach[j]);
  };
  MemberProblem result;
  std::vector<int> columns;
  for (std::size_t c = 0; c < nobody.candidates.size(); ++c) {
    const Candidate& own = nobody.candidates[c];
    bool some = false;
    for (int k = 0; k < own.count; ++k) some = some || open(own.first + k);
    if (offered[c] == 0 || !some) continue;
    result.candidates.push_back(static_cast<int>(c));
    result.problem.candidates.push_back({static_cast<int>(columns.size()), own.count, own.cost});
    for (int k = 0; k < own.count; ++k) columns.push_back(own.first + k);
  }
  const Eigen::MatrixXd loadings = u.loadings(columns, Eigen::all);
  const double target = nobody.target(0, 0) - u.target_loadings.squaredNorm();
  const Eigen::Index d = target > base::kDetermined * nobody.target_scale[0] ? 1 : 0;
  Problem& problem = result.problem;
  problem.gram = nobody.gram(columns, columns) - loadings * loadings.transpose();
  problem.cross = (nobody.cross(columns, Eigen::all) - loadings * u.target_loadings).leftCols(d);
  problem.target = Eigen::MatrixXd::Constant(d, d, target);
  problem.column_scale = nobody.column_scale(columns);
  problem.target_scale = nobody.target_scale.head(d);
  problem.bias_nats = nobody.bias_nats;
  return result;
}

Set positions_of(const Set& candidates, std::span<const int> set) {
  Set positions;
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    if (std::find(set.begin(), set.end(), candidates[c]) != set.end()) positions.push_back(static_cast<int>(c));
  }
  return positions;
}

}  // namespace explainee::search
