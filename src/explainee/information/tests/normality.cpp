#include "explainee/information/tests/normality.h"

#include <cmath>

#include "explainee/base/tolerances.h"
#include "explainee/information/gaussian/person_problem.h"

namespace explainee::information {
namespace {

constexpr double kStandardErrors = 3;

/// Rows beyond these change nothing that could be seen.
constexpr double kManyRows = 1e5;

/// u, these facts and the predictions, then what u and the facts leave of the predictions: as weights of the columns.
Eigen::MatrixXd looked_at(const Situation& situation, std::span<const FactColumns> facts, const moments::Fold& rows) {
  Situation told = situation;
  const auto size = static_cast<Eigen::Index>(rows.mean.size());
  const Eigen::MatrixXd& own = situation.summary_weights;
  std::vector<int> columns;
  for (const FactColumns& fact : facts) columns.insert(columns.end(), fact.columns.begin(), fact.columns.end());
  const auto added = static_cast<Eigen::Index>(columns.size());
  columns.insert(columns.end(), situation.independent.begin(), situation.independent.end());
  const auto predictions = static_cast<Eigen::Index>(situation.independent.size());
  Eigen::MatrixXd looked = Eigen::MatrixXd::Zero(size, own.cols() + added + 2 * predictions);
  looked.leftCols(own.cols()) = own;
  for (std::size_t k = 0; k < columns.size(); ++k) looked(columns[k], own.cols() + static_cast<Eigen::Index>(k)) = 1;
  told.summary_weights = looked.leftCols(own.cols() + added);
  told.summary_noise.resize(0, 0);
  const Eigen::MatrixXd basis = summary_basis(told, rows);
  const Eigen::MatrixXd loadings = *moments::covariance_with(rows, basis);
  for (Eigen::Index k = 0; k < predictions; ++k) {
    const int column = situation.independent[static_cast<std::size_t>(k)];
    auto rest = looked.col(looked.cols() - predictions + k);
    rest = Eigen::VectorXd::Unit(size, column) - basis * loadings.row(column).transpose();
  }
  return looked;
}

}  // namespace

NormalityCheck::NormalityCheck(const Situation& situation, std::span<const FactColumns> facts,
                               const moments::Fold& total)
    : used_(columns_in_use(situation, facts)) {
  const moments::Fold fold = moments::select_columns(total, used_);
  mean_ = fold.mean.transpose();
  looked_ = looked_at(on_columns(situation, used_), on_columns(facts, used_), fold);
  const Eigen::MatrixXd covariance = moments::covariance_of_sums(looked_, *moments::covariance_with(fold, looked_));
  for (Eigen::Index k = 0; k < looked_.cols(); ++k) {
    if (covariance(k, k) > 0) looked_.col(k) /= std::sqrt(covariance(k, k));
  }
  powers_.setZero(4, looked_.cols());
}

bool NormalityCheck::add(const Eigen::Ref<const Eigen::MatrixXd>& rows, const Eigen::VectorXd& weights) {
  const Eigen::MatrixXd apart = rows(Eigen::all, used_).rowwise() - mean_;
  const Eigen::ArrayXXd z = (apart * looked_).array();
  Eigen::ArrayXXd power = Eigen::ArrayXXd::Ones(z.rows(), z.cols());
  for (Eigen::Index k = 0; k < powers_.rows(); ++k) {
    power *= z;
    powers_.row(k) += weights.transpose() * power.matrix();
  }
  weight_ += weights.sum();
  squares_ += weights.squaredNorm();
  return weight_ * weight_ < kManyRows * squares_;
}

bool NormalityCheck::passed() const {
  if (!(weight_ > 0)) return false;
  const double rows = weight_ * weight_ / squares_;
  for (Eigen::Index k = 0; k < powers_.cols(); ++k) {
    const Eigen::Vector4d raw = powers_.col(k) / weight_;
    const double variance = raw[1] - raw[0] * raw[0];
    if (!(variance > base::kDetermined)) continue;  // constant, or settled: nothing to look at
    const double third = raw[2] - 3 * raw[0] * raw[1] + 2 * std::pow(raw[0], 3);
    const double fourth = raw[3] - 4 * raw[0] * raw[2] + 6 * raw[0] * raw[0] * raw[1] - 3 * std::pow(raw[0], 4);
    if (std::abs(third) / std::pow(variance, 1.5) > kStandardErrors * std::sqrt(6 / rows)) return false;
    if (std::abs(fourth / (variance * variance) - 3) > kStandardErrors * std::sqrt(24 / rows)) return false;
  }
  return true;
}

}  // namespace explainee::information
