#include "explainee/dialogue/next_row.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "explainee/base/random.h"
#include "explainee/base/tolerances.h"
#include "explainee/user/condition.h"

namespace explainee::dialogue {
namespace {

/// Squared distance of each row from the mean in units of the covariance, over columns that none of the others
/// determine.
Eigen::VectorXd distances(const Eigen::MatrixXd& rows, const user::PersonSpace& space) {
  const std::vector<int> columns = user::independent_columns(space.covariance, space.covariance.diagonal());
  const Eigen::VectorXd scale = space.covariance.diagonal()(columns).cwiseSqrt().cwiseInverse();
  const Eigen::MatrixXd correlation = scale.asDiagonal() * space.covariance(columns, columns) * scale.asDiagonal();
  const Eigen::VectorXd mean = space.mean(columns);
  Eigen::MatrixXd z = rows(Eigen::all, columns);
  z = ((z.rowwise() - mean.transpose()) * scale.asDiagonal()).transpose().eval();
  correlation.llt().matrixL().solveInPlace(z);
  return z.colwise().squaredNorm();
}

/// The most expected bits once the persons weigh so much.
double best_after(const Eigen::MatrixXd& bits, const Eigen::VectorXd& weights) {
  const double sum = weights.sum();
  return sum > 0 ? (bits * weights).maxCoeff() / sum : 0;
}

}  // namespace

std::vector<Eigen::Index> ordinary_rows(const Eigen::MatrixXd& rows, const user::PersonSpace& space,
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

std::vector<RowWorth> worth_of_rows(const Eigen::MatrixXd& rows, const user::PersonDraws& draws,
                                    const explain::Verdict& verdict, const QuestionPolicy& policy) {
  const Eigen::Index persons = draws.size();
  const Eigen::MatrixXd meant = (draws.weights.transpose() * rows.transpose()).colwise() + draws.intercepts;
  const Eigen::ArrayXd precision = draws.noise_variances.array().inverse();
  const Eigen::ArrayXd heights = precision.sqrt();
  base::Random random(policy.seed, 5);
  std::vector<RowWorth> worth;
  for (Eigen::Index r = 0; r < rows.rows(); ++r) {
    const Eigen::ArrayXd values = meant.col(r);
    RowWorth row;
    for (int k = 0; k < policy.imagined; ++k) {
      const auto person =
          static_cast<Eigen::Index>((k + random.uniform()) / policy.imagined * static_cast<double>(persons));
      const double answer = values[person] + std::sqrt(draws.noise_variances[person]) * random.normal();
      const Eigen::VectorXd weights = heights * (-0.5 * (answer - values).square() * precision).exp();
      row.gain_bits += best_after(verdict.bits, weights) / policy.imagined;
    }
    row.gain_bits -= verdict.expected_bits;
    const double variance = (values - values.mean()).square().mean();
    row.uncertainty = 0.5 * (1 + variance * precision).log().mean();
    worth.push_back(row);
  }
  return worth;
}

Eigen::Index next_row(const Eigen::MatrixXd& rows, const user::PersonDraws& draws, const explain::Verdict& verdict,
                      const QuestionPolicy& policy) {
  const std::vector<RowWorth> worth = worth_of_rows(rows, draws, verdict, policy);
  const auto best = std::max_element(worth.begin(), worth.end(),
                                     [](const RowWorth& a, const RowWorth& b) { return a.gain_bits < b.gain_bits; });
  return best - worth.begin();
}

}  // namespace explainee::dialogue
