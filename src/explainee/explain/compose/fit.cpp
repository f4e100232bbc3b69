#include "explainee/explain/compose/fit.h"

#include <algorithm>
#include <cmath>

namespace explainee::explain {
namespace {

/// Own variance, before conditioning, of each of these moment columns.
Eigen::VectorXd own_variances(const PersonProblem& problem, const std::vector<int>& columns) {
  Eigen::VectorXd own(static_cast<Eigen::Index>(columns.size()));
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto at = std::find(problem.columns.begin(), problem.columns.end(), columns[i]) - problem.columns.begin();
    own[static_cast<Eigen::Index>(i)] = problem.problem.column_scale[at];
  }
  return own;
}

/// β and what it leaves of the predictions. Columns that the others determine (a second category with the same levels)
/// get the coefficient 0.
void regress(const Eigen::MatrixXd& gram, const Eigen::MatrixXd& cross, const Eigen::VectorXd& own, Fit& fit) {
  fit.beta = Eigen::MatrixXd::Zero(gram.rows(), cross.cols());
  fit.after = fit.before;
  std::vector<int> kept = person::independent_columns(gram, own);
  if (kept.empty()) return;
  std::sort(kept.begin(), kept.end());
  const Eigen::VectorXd unit = gram.diagonal()(kept).cwiseSqrt().cwiseInverse();
  const Eigen::LLT<Eigen::MatrixXd> correlation(unit.asDiagonal() * gram(kept, kept) * unit.asDiagonal());
  const Eigen::MatrixXd half = correlation.matrixL().solve(unit.asDiagonal() * cross(kept, Eigen::all));
  fit.beta(kept, Eigen::all) = unit.asDiagonal() * correlation.matrixU().solve(half);
  fit.after -= half.transpose() * half;
}

/// How much one fact moves the predictions, in their own deviations when there are several.
double weight_of(const Fit& fit, const Eigen::MatrixXd& gram, int fact) {
  std::vector<int> mine;
  for (std::size_t i = 0; i < fit.fact_of.size(); ++i) {
    if (fit.fact_of[i] == fact) mine.push_back(static_cast<int>(i));
  }
  const Eigen::MatrixXd part = fit.beta(mine, Eigen::all);
  const Eigen::VectorXd moved = (part.transpose() * Eigen::MatrixXd(gram(mine, mine)) * part).diagonal();
  double total = 0;
  for (Eigen::Index k = 0; k < moved.size(); ++k) {
    if (fit.before(k, k) > 0) total += moved[k] / (moved.size() == 1 ? 1.0 : fit.before(k, k));
  }
  return std::sqrt(std::max(0.0, total));
}

void weigh_facts(const Eigen::MatrixXd& gram, Fit& fit) {
  for (Eigen::Index fact = 0; fact < fit.weight.size(); ++fact)
    fit.weight[fact] = weight_of(fit, gram, static_cast<int>(fact));
}

}  // namespace

Fit fit_set(const Setting& setting, const PersonProblem& problem, const moments::Fold& rows, const search::Set& set) {
  const person::Conditioning& given = problem.conditioning;
  const auto& targets = setting.predictions;
  Fit fit;
  for (std::size_t fact = 0; fact < set.size(); ++fact) {
    for (const int column : setting.candidates[static_cast<std::size_t>(set[fact])].columns) {
      fit.columns.push_back(column);
      fit.fact_of.push_back(static_cast<int>(fact));
      fit.shown_with.push_back(setting.candidates[static_cast<std::size_t>(set[fact])].shown_with);
    }
  }
  Eigen::MatrixXd gram = covariance_given(rows, given, fit.columns, fit.columns);
  for (std::size_t i = 0; i < fit.columns.size(); ++i)
    gram(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(i)) += fit.shown_with[i].variance();
  fit.before = covariance_given(rows, given, targets, targets);
  fit.cross = covariance_given(rows, given, fit.columns, targets);
  regress(gram, fit.cross, own_variances(problem, fit.columns), fit);
  const Eigen::MatrixXd target_loadings = given.loadings(targets, Eigen::all);      // predictions × r
  const Eigen::MatrixXd column_loadings = given.loadings(fit.columns, Eigen::all);  // columns × r
  fit.alpha = given.selection * (target_loadings.transpose() - column_loadings.transpose() * fit.beta);
  fit.expected = given.basis * target_loadings.transpose();
  fit.column_expected = given.basis * column_loadings.transpose();
  fit.weight.resize(static_cast<Eigen::Index>(set.size()));
  weigh_facts(gram, fit);
  return fit;
}

void take_fine(const information::FineFit& fine, const Setting& setting, Fit& fit) {
  fit.cross = fine.cross;
  fit.beta = fine.beta;
  fit.alpha = fine.alpha;
  fit.expected = setting.summary_weights * fine.expected;
  fit.column_expected = setting.summary_weights * fine.column_expected;
  fit.before = fine.before;
  fit.after = fine.after;
  weigh_facts(fine.gram, fit);
}

}  // namespace explainee::explain
