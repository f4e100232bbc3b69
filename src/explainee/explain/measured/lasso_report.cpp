#include "explainee/explain/measured/lasso_report.h"

#include <algorithm>
#include <cmath>

#include "explainee/search/algebra/coherence.h"

namespace explainee::explain {

bool lasso_applies(const search::Problem& problem) {
  return problem.predictions() == 1 && problem.columns() == problem.size() && problem.size() > 0;
}

Eigen::VectorXd lasso_weights(const search::Problem& problem, bool raw_units) {
  if (raw_units) return Eigen::VectorXd::Ones(problem.columns());
  return problem.gram.diagonal().cwiseMax(0.0).cwiseSqrt();
}

LassoReport report_lasso(const Setting& setting, const PersonProblem& problem, const moments::Fold& total,
                         const search::LassoSolution& solution, const search::Set& exact, bool raw_units) {
  LassoReport report;
  report.standardised = !raw_units;
  const double lambda_per_mu = 2.0 * total.weight;
  if (solution.found)
    report.lambda = information::Interval{lambda_per_mu * solution.mu.low, lambda_per_mu * solution.mu.high};
  // Without facts every λ that is large enough agrees.
  const auto equal =
      exact.empty() ? std::nullopt
                    : search::mu_where_lasso_equals(problem.problem, lasso_weights(problem.problem, raw_units), exact);
  report.equals_exact = exact.empty() || equal.has_value();
  if (equal) report.equal_for = information::Interval{lambda_per_mu * equal->low, lambda_per_mu * equal->high};
  report.max_correlation_given_user = search::max_correlation(problem.problem.gram, problem.problem.column_scale);
  for (Eigen::Index j = 0; j < problem.problem.gram.rows() && setting.summary_weights.cols() > 0; ++j) {
    const double share = 1.0 - problem.problem.gram(j, j) / problem.problem.column_scale[j];
    report.max_correlation_with_user = std::max(report.max_correlation_with_user, std::sqrt(std::max(0.0, share)));
  }
  return report;
}

}  // namespace explainee::explain
