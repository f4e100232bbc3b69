#include <algorithm>
#include <cmath>
#include <numeric>

#include "explainee/base/cost.h"
#include "explainee/base/tolerances.h"
#include "explainee/explain/compose/composer.h"
#include "explainee/explain/compose/refine.h"

namespace explainee::explain {
namespace {

PerPrediction row_of(const Eigen::MatrixXd& matrix, Eigen::Index row) {
  PerPrediction values;
  for (Eigen::Index k = 0; k < matrix.cols(); ++k) values.push_back(matrix(row, k));
  return values;
}

/// The coefficients of u and the intercept in the table's own units. Products are of shifted values, so
/// α(x−c)(y−e) = α·xy − αe·x − αc·y + αce: their linear parts join the coefficients of x and y.
void describe_summary(Composition& c, const Fit& fit) {
  const auto& columns = c.gathered.moments->columns;
  const Eigen::Index d = fit.alpha.cols();
  Eigen::MatrixXd alpha = fit.alpha;
  Eigen::RowVectorXd constant = Eigen::RowVectorXd::Zero(d);
  const auto position = [&](const std::string& name) {
    for (std::size_t i = 0; i < c.summary.columns.size(); ++i) {
      if (c.summary.columns[i].name == name) return static_cast<Eigen::Index>(i);
    }
    return Eigen::Index{-1};
  };
  const auto shift_of = [&](const std::string& name) {
    return columns[static_cast<std::size_t>(c.gathered.moments->find(name))].shift;
  };
  for (std::size_t i = 0; i < c.summary.columns.size(); ++i) {
    const int moment = c.gathered.moments->find(c.summary.columns[i].name, moments::ColumnKind::kProduct);
    if (moment < 0 || !c.summary.columns[i].statement.empty()) continue;
    const moments::MomentColumn& product = columns[static_cast<std::size_t>(moment)];
    const Eigen::RowVectorXd slope = alpha.row(static_cast<Eigen::Index>(i));
    alpha.row(position(product.source)) -= slope * shift_of(product.second);
    alpha.row(position(product.second)) -= slope * shift_of(product.source);
    constant += slope * shift_of(product.source) * shift_of(product.second);
  }
  // intercept = mean(ŷ) − α·mean(u) − β·mean(x), means in the table's units
  Eigen::RowVectorXd intercept(d);
  for (Eigen::Index k = 0; k < d; ++k) {
    const int column = c.setting.predictions[static_cast<std::size_t>(k)];
    intercept[k] = c.total().mean[column] + columns[static_cast<std::size_t>(column)].shift;
  }
  for (std::size_t i = 0; i < fit.columns.size(); ++i) {
    const int column = fit.columns[i];
    intercept -= fit.beta.row(static_cast<Eigen::Index>(i)) *
                 (c.total().mean[column] + columns[static_cast<std::size_t>(column)].shift);
  }
  for (std::size_t i = 0; i < c.summary.columns.size(); ++i) {
    const Eigen::VectorXd& weights = c.summary.columns[i].weights;
    double mean = weights.dot(c.total().mean);
    double offset = 0;
    for (Eigen::Index j = 0; j < weights.size(); ++j) offset += weights[j] * columns[static_cast<std::size_t>(j)].shift;
    intercept -= fit.alpha.row(static_cast<Eigen::Index>(i)) * mean;
    intercept -= fit.alpha.row(static_cast<Eigen::Index>(i)) * offset;
    c.answer.summary_coefficients.push_back({c.summary.columns[i].name, row_of(alpha, static_cast<Eigen::Index>(i))});
  }
  intercept += constant;
  c.answer.intercept.assign(intercept.begin(), intercept.end());
}

/// By the columns that the fact is made of.
UsedByModel used_by_model(const Composition& c, const Fact& fact) {
  const Roles& roles = c.gathered.roles;
  if (!roles.inputs_given) return UsedByModel::kUnknown;
  const auto seen = std::count_if(fact.sources.begin(), fact.sources.end(), [&](const std::string& source) {
    return std::any_of(roles.inputs.begin(), roles.inputs.end(),
                       [&](std::size_t i) { return c.gathered.columns[i].name == source; });
  });
  if (seen == static_cast<std::ptrdiff_t>(fact.sources.size())) return UsedByModel::kYes;
  return seen > 0 ? UsedByModel::kPartly : UsedByModel::kNo;
}

Fact describe_fact(const Composition& c, const Fit& fit, std::size_t position) {
  const Candidate& facts = c.setting.candidates[static_cast<std::size_t>(c.solution.best.set[position])];
  Fact fact;
  fact.name = facts.description.name;
  fact.family = facts.description.family;
  fact.sources = facts.description.sources;
  fact.index = facts.description.index;
  fact.shown_with = facts.shown_with;
  fact.shape = facts.description.shape;
  fact.weight = fit.weight[static_cast<Eigen::Index>(position)];
  bool flipped = false;
  for (std::size_t i = 0; i < fit.columns.size(); ++i) {
    if (fit.fact_of[i] != static_cast<int>(position)) continue;
    const PerPrediction coefficient = row_of(fit.beta, static_cast<Eigen::Index>(i));
    if (facts.description.block) {
      const moments::MomentColumn& column = c.gathered.moments->columns[static_cast<std::size_t>(fit.columns[i])];
      fact.columns.push_back({column.name, column.level, coefficient});
      continue;
    }
    fact.coefficient = coefficient;
    for (std::size_t k = 0; k < coefficient.size(); ++k) {
      flipped = flipped || coefficient[k] * fit.cross(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) < 0;
    }
  }
  const auto& columns = c.gathered.moments->columns;
  if (columns[static_cast<std::size_t>(facts.columns.front())].kind == moments::ColumnKind::kLevel &&
      facts.description.shown == family::Shown::kLevel) {
    const auto reference = std::find_if(columns.begin(), columns.end(), [&](const auto& column) {
      return column.kind == moments::ColumnKind::kLevel && column.source == fact.name;
    });
    fact.columns.insert(fact.columns.begin(),
                        {reference->name, reference->level, PerPrediction(c.setting.predictions.size(), 0.0)});
  }
  if (flipped) fact.marks.emplace_back("with_others");
  fact.used_by_model = used_by_model(c, fact);
  const bool seen = fact.used_by_model == UsedByModel::kUnknown || fact.used_by_model == UsedByModel::kYes;
  if (!seen) fact.marks.emplace_back("not_an_input");
  if (c.request.facts.budget) fact.cost = base::from_cost_units(facts.cost);
  return fact;
}

void describe_uncertainty(Composition& c, const Fit& fit) {
  Uncertainty& uncertainty = c.answer.uncertainty;
  for (Eigen::Index k = 0; k < fit.before.rows(); ++k) {
    const double own = c.problem.extra_variance;
    const int column = c.setting.predictions[static_cast<std::size_t>(k)];
    const bool open =
        std::find(c.setting.independent.begin(), c.setting.independent.end(), column) != c.setting.independent.end();
    double before = std::max(0.0, fit.before(k, k)) + own;
    double after = std::max(0.0, fit.after(k, k)) + own;
    // Settled completely: what is left is rounding, and is not shown as if it were an error.
    if (open && c.setting.independent.size() == 1 && c.solution.best.value.determined > 0) after = 0;
    // So with several predictions: no more is left of one than what counts as nothing.
    const double nothing = base::kDetermined * (moments::covariance_at(c.total(), column, column) + own);
    if (c.setting.predictions.size() > 1 && before <= nothing) before = 0;
    if (c.setting.predictions.size() > 1 && after <= nothing) after = 0;
    if (!c.setting.draws.columns.empty()) uncertainty.floor = std::sqrt(c.setting.draws.within(c.total()));
    uncertainty.before.push_back(std::sqrt(before));
    uncertainty.after.push_back(std::sqrt(after));
    uncertainty.removed.push_back(before > 0 ? 1 - std::sqrt(after / before) : 0.0);
    uncertainty.variance_removed.push_back(before > 0 ? 1 - after / before : 0.0);
  }
}

}  // namespace

void describe_facts(Composition& c) {
  const Fit fit = chosen_fit(c);
  describe_summary(c, fit);
  describe_uncertainty(c, fit);
  std::vector<Fact> facts;
  for (std::size_t i = 0; i < c.solution.best.set.size(); ++i) {
    Fact fact = describe_fact(c, fit, i);
    for (const Fact& lasso : c.answer.facts) {
      if (lasso.name == fact.name) fact.lasso_coefficient = lasso.lasso_coefficient;
    }
    facts.push_back(std::move(fact));
  }
  std::stable_sort(facts.begin(), facts.end(), [](const Fact& a, const Fact& b) { return a.weight > b.weight; });
  c.answer.facts = std::move(facts);
}

}  // namespace explainee::explain
