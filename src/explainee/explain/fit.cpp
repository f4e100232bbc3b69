#include "explainee/explain/fit.h"

#include <cmath>

namespace explainee::explain {

Fit fit_set(const Setting& setting, const PersonProblem& problem, const search::Set& set) {
  const user::Conditioning& given = problem.conditioning;
  Fit fit;
  for (std::size_t fact = 0; fact < set.size(); ++fact) {
    for (const int column : setting.candidates[static_cast<std::size_t>(set[fact])].columns) {
      fit.columns.push_back(column);
      fit.fact_of.push_back(static_cast<int>(fact));
    }
  }
  const Eigen::MatrixXd gram = given.given(fit.columns, fit.columns);
  const Eigen::MatrixXd cross = given.given(fit.columns, setting.predictions);
  const Eigen::MatrixXd own = problem.problem.column_scale;
  Eigen::VectorXd scale(gram.rows());
  for (std::size_t i = 0; i < fit.columns.size(); ++i) {
    for (std::size_t j = 0; j < problem.columns.size(); ++j) {
      if (problem.columns[j] == fit.columns[i])
        scale[static_cast<Eigen::Index>(i)] = own(static_cast<Eigen::Index>(j), 0);
    }
  }
  // Columns that the others determine (a second category with the same levels) get the coefficient 0.
  std::vector<int> kept = user::independent_columns(gram, scale);
  std::sort(kept.begin(), kept.end());
  fit.beta = Eigen::MatrixXd::Zero(gram.rows(), cross.cols());
  const auto& targets = setting.predictions;
  fit.before = given.given(targets, targets);
  fit.after = fit.before;
  if (!kept.empty()) {
    const Eigen::MatrixXd kept_gram = gram(kept, kept);
    const Eigen::MatrixXd kept_cross = cross(kept, Eigen::all);
    const Eigen::VectorXd unit = kept_gram.diagonal().cwiseSqrt().cwiseInverse();
    const Eigen::MatrixXd correlation = unit.asDiagonal() * kept_gram * unit.asDiagonal();
    const Eigen::MatrixXd half = correlation.llt().matrixL().solve(unit.asDiagonal() * kept_cross);
    const Eigen::MatrixXd solution = correlation.llt().matrixU().solve(half);
    for (std::size_t i = 0; i < kept.size(); ++i) {
      fit.beta.row(kept[i]) = unit[static_cast<Eigen::Index>(i)] * solution.row(static_cast<Eigen::Index>(i));
    }
    fit.after -= half.transpose() * half;
  }
  const Eigen::MatrixXd target_loadings = given.loadings(targets, Eigen::all);      // predictions × r
  const Eigen::MatrixXd column_loadings = given.loadings(fit.columns, Eigen::all);  // columns × r
  fit.alpha = given.selection * (target_loadings.transpose() - column_loadings.transpose() * fit.beta);
  fit.expected = given.basis * target_loadings.transpose();
  fit.column_expected = given.basis * column_loadings.transpose();
  fit.weight = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(set.size()));
  for (std::size_t fact = 0; fact < set.size(); ++fact) {
    std::vector<int> mine;
    for (std::size_t i = 0; i < fit.fact_of.size(); ++i) {
      if (fit.fact_of[i] == static_cast<int>(fact)) mine.push_back(static_cast<int>(i));
    }
    const Eigen::MatrixXd part = fit.beta(mine, Eigen::all);
    const Eigen::MatrixXd moved = part.transpose() * Eigen::MatrixXd(gram(mine, mine)) * part;
    double total = 0;
    for (Eigen::Index k = 0; k < moved.rows(); ++k) {
      total += fit.before(k, k) > 0 ? moved(k, k) / (targets.size() == 1 ? 1.0 : fit.before(k, k)) : 0.0;
    }
    fit.weight[static_cast<Eigen::Index>(fact)] = std::sqrt(std::max(0.0, total));
  }
  return fit;
}

}  // namespace explainee::explain
