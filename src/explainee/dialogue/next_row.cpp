#include "explainee/dialogue/next_row.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "explainee/base/random.h"
#include "explainee/base/tolerances.h"
#include "explainee/person/condition.h"

namespace explainee::dialogue {
namespace {

/// Squared distance of each row from the mean in units of the covariance, over columns that none of the others
/// determine.
Eigen::VectorXd distances(const Eigen::MatrixXd& rows, const person::PersonSpace& space) {
  const std::vector<int> columns = person::independent_columns(space.covariance, space.covariance.diagonal());
  const Eigen::VectorXd scale = space.covariance.diagonal()(columns).cwiseSqrt().cwiseInverse();
  const Eigen::MatrixXd correlation = scale.asDiagonal() * space.covariance(columns, columns) * scale.asDiagonal();
  const Eigen::VectorXd mean = space.mean(columns);
  Eigen::MatrixXd z = rows(Eigen::all, columns);
  z = ((z.rowwise() - mean.transpose()) * scale.asDiagonal()).transpose().eval();
  correlation.llt().matrixL().solveInPlace(z);
  return z.colwise().squaredNorm();
}

/// How much each person counts.
Eigen::ArrayXd stakes(const explain::Verdict& verdict) {
  const Eigen::ArrayXd loss = (verdict.best_bits - verdict.bits.row(0).transpose()).array().max(0);
  const Eigen::ArrayXd result = loss + loss.mean();
  const double sum = result.sum();
  const auto persons = static_cast<double>(loss.size());
  return sum > 0 ? Eigen::ArrayXd(result / sum) : Eigen::ArrayXd::Constant(loss.size(), 1 / persons);
}

}  // namespace

std::vector<Eigen::Index> ordinary_rows(const Eigen::MatrixXd& rows, const person::PersonSpace& space,
                                        const QuestionPolicy& policy) {
  const Eigen::VectorXd distance = distances(rows, space);
  std::vector<Eigen::Index> order(static_cast<std::size_t>(rows.rows()));
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return distance[a] < distance[b]; });
  const auto kept = static_cast<std::size_t>(std::ceil(policy.ordinary * static_cast<double>(order.size())));
  order.resize(std::clamp<std::size_t>(kept, std::min<std::size_t>(1, order.size()), order.size()));
  base::Random random(policy.seed, 4);
  random.shuffle(std::span(order));
  order.resize(std::min(order.size(), static_cast<std::size_t>(policy.pool)));
  std::sort(order.begin(), order.end());
  return order;
}

Eigen::VectorXd worth_of_rows(const Eigen::MatrixXd& rows, const person::PersonDraws& draws,
                              const explain::Verdict& verdict) {
  const Eigen::MatrixXd meant = (draws.weights.transpose() * rows.transpose()).colwise() + draws.intercepts;
  const Eigen::ArrayXd counts = stakes(verdict);
  const Eigen::ArrayXd precision = draws.noise_variances.array().inverse();
  Eigen::VectorXd worth(rows.rows());
  for (Eigen::Index r = 0; r < rows.rows(); ++r) {
    const double mean = (counts * meant.col(r).array()).sum();
    const double variance = (counts * (meant.col(r).array() - mean).square()).sum();
    worth[r] = 0.5 * (counts * (1 + variance * precision).log()).sum();
  }
  return worth;
}

Eigen::Index next_row(const Eigen::VectorXd& worth, const std::vector<bool>& asked) {
  Eigen::Index best = -1;
  for (Eigen::Index r = 0; r < worth.size(); ++r) {
    if (!asked.empty() && asked[static_cast<std::size_t>(r)]) continue;
    if (best < 0 || worth[r] > worth[best]) best = r;
  }
  return best;
}

}  // namespace explainee::dialogue
