#include "explainee/information/fine/fine_fit.h"

#include <algorithm>
#include <cmath>

#include "explainee/base/double_limits.h"
#include "explainee/information/fine/fine_variables.h"

namespace explainee::information {
namespace {

using base::DoubleDouble;

Eigen::MatrixXd to_doubles(const FineFactor& factor, const std::vector<int>& some, const std::vector<int>& others) {
  Eigen::MatrixXd result(static_cast<Eigen::Index>(some.size()), static_cast<Eigen::Index>(others.size()));
  for (std::size_t i = 0; i < some.size(); ++i) {
    for (std::size_t j = 0; j < others.size(); ++j)
      result(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = factor.left(some[i], others[j]).value();
  }
  return result;
}

/// Weights in the regressions of `targets`, one column each, on the first `count` variables taken: a row for each of
/// `rows` variables from `from` on, 0 where it was not taken.
Eigen::MatrixXd weights_of(const FineFactor& factor, const std::vector<int>& targets, std::size_t count, int from,
                           int rows) {
  Eigen::MatrixXd result = Eigen::MatrixXd::Zero(rows, static_cast<Eigen::Index>(targets.size()));
  for (std::size_t t = 0; t < targets.size(); ++t) {
    const std::vector<DoubleDouble> weights = factor.weights(targets[t], count);
    for (std::size_t k = 0; k < count; ++k) {
      const int row = factor.taken()[k] - from;
      if (row >= 0 && row < rows) result(row, static_cast<Eigen::Index>(t)) = weights[k].value();
    }
  }
  return result;
}

/// Values of rows were rounded when the shift was taken off: each moves what is left of a row by so much of its reach,
/// this way and that.
double doubt_of(const FineFit& fit, const FineVariables& all, double effective_rows) {
  double sum = 0;
  for (int k = 0; k < all.predictions; ++k) {
    const double reach = all.deviation[all.prediction(k)] +
                         fit.beta.col(k).cwiseAbs().dot(all.deviation.segment(all.summary, all.facts)) +
                         fit.alpha.col(k).cwiseAbs().dot(all.deviation.head(all.summary));
    const double left = fit.after(k, k);
    if (left > 0) sum += base::kEpsilon * reach / std::sqrt(left * effective_rows);
  }
  return sum;
}

}  // namespace

FineFit fine_fit(const Situation& situation, std::span<const FactColumns> facts, const PersonProblem& problem,
                 const moments::Fold& total, const FineMoments& fine) {
  FineFit fit;
  for (const FactColumns& fact : facts) fit.columns.insert(fit.columns.end(), fact.columns.begin(), fact.columns.end());
  const FineVariables all = fine_variables(situation, facts, problem, total, fine);
  const std::vector<int> own = run_of(all.summary, all.facts);
  const std::vector<int> predictions = run_of(all.summary + all.facts, all.predictions);
  FineFactor factor(all.covariance, all.own);
  const auto given = static_cast<std::size_t>(factor.take(run_of(0, all.summary)));
  fit.gram = to_doubles(factor, own, own);
  fit.cross = to_doubles(factor, own, predictions);
  fit.before = to_doubles(factor, predictions, predictions);
  fit.expected = weights_of(factor, predictions, given, 0, all.summary);
  fit.column_expected = weights_of(factor, own, given, 0, all.summary);
  const FineMatrix target = left_among(factor, all.directions);
  const int rank = factor.take(own);
  fit.after = to_doubles(factor, predictions, predictions);
  fit.before.diagonal().array() -= problem.extra_variance;
  fit.after.diagonal().array() -= problem.extra_variance;
  const std::size_t taken = factor.taken().size();
  fit.alpha = weights_of(factor, predictions, taken, 0, all.summary);
  fit.beta = weights_of(factor, predictions, taken, all.summary, all.facts);
  const FineWorth worth = fine_worth(factor, all.directions, target, problem, rank, static_cast<int>(facts.size()));
  fit.value = worth.value;
  fit.tie_nats = worth.tie_nats;
  if (fit.value.determined == 0) fit.doubt_nats = doubt_of(fit, all, problem.effective_rows);
  return fit;
}

}  // namespace explainee::information
