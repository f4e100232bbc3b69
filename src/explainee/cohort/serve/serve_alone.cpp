#include "explainee/cohort/serve/serve_alone.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "explainee/explain/compose/fit.h"
#include "explainee/explain/proposals/known.h"
#include "explainee/search/exact.h"
#include "explainee/search/problem/evaluate.h"

namespace explainee::cohort {
namespace {

/// The problem of one person, and which candidate of the shared each of hers is.
struct Own {
  explain::Setting setting;
  explain::PersonProblem problem;
  std::vector<int> facts;
};

/// Her columns of u; the names serve nobody here.
person::Summary summary_of(const SharedProblem& shared, const Understanding& person) {
  person::Summary summary;
  const Eigen::MatrixXd weights = person.summary_weights(shared);
  for (Eigen::Index k = 0; k < weights.cols(); ++k) {
    summary.columns.push_back({});
    summary.columns.back().weights = weights.col(k);
  }
  return summary;
}

Own own_of(const SharedProblem& shared, const Understanding& person) {
  Own own;
  const explain::Composition& nobody = shared.nobody;
  const person::Summary summary = summary_of(shared, person);
  own.setting = nobody.setting;
  own.setting.candidates.clear();
  own.setting.summary_weights = summary.weights(nobody.total().mean.size());
  if (person.noise_variance > 0) {  // u varies by so much by itself
    const Eigen::Index columns = own.setting.summary_weights.cols();
    own.setting.summary_noise = Eigen::MatrixXd::Zero(columns, columns);
    own.setting.summary_noise(columns - 1, columns - 1) = -person.noise_variance;
  }
  own.setting.independent = explain::open_predictions(own.setting, nobody.total());
  for (explain::Candidate& facts :
       explain::split_known(shared.facts(), nobody.total(), summary, own.setting.summary_noise).open) {
    const auto at = std::find_if(shared.facts().begin(), shared.facts().end(), [&](const explain::Candidate& other) {
      return other.description.name == facts.description.name;
    });
    own.facts.push_back(static_cast<int>(at - shared.facts().begin()));
    own.setting.candidates.push_back(std::move(facts));
  }
  own.problem = explain::make_problem(own.setting, nobody.total());
  return own;
}

double value_of(const Own& own, const search::Set& set) {
  if (own.setting.independent.empty()) return 0;
  return nats_of(search::evaluate(own.problem.problem, search::positions_of(own.facts, set)));
}

void describe(const SharedProblem& shared, const Own& own, const search::Set& set, Served& served) {
  const explain::Fit fit = explain::fit_set(own.setting, own.problem, shared.nobody.total(), set);
  const double before = std::max(0.0, fit.before(0, 0)) + own.problem.extra_variance;
  const double after = served.infinite ? 0 : std::max(0.0, fit.after(0, 0)) + own.problem.extra_variance;
  served.removed = before > 0 ? 1 - std::sqrt(after / before) : 0;
  std::vector<int> order(set.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return fit.weight[a] > fit.weight[b]; });
  for (const int k : order) {
    const auto at = static_cast<std::size_t>(set[static_cast<std::size_t>(k)]);
    served.facts.push_back(own.facts[at]);
    double coefficient = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t i = 0; i < fit.columns.size(); ++i) {
      if (fit.fact_of[i] == k && !own.setting.candidates[at].description.block)
        coefficient = fit.beta(static_cast<Eigen::Index>(i), 0);
    }
    served.coefficients.push_back(coefficient);
  }
}

/// The set that is best over all whom she may be, where it is another.
void take(const Own& own, const search::Set& told, search::Solution& solution) {
  const search::Set set = search::positions_of(own.facts, told);
  if (set == solution.best.set) return;
  solution.best = {set, search::evaluate(own.problem.problem, set)};
  solution.optimal = false;
}

}  // namespace

Served serve_alone(const SharedProblem& shared, const Understanding& person, const ServeOptions& options) {
  const Own own = own_of(shared, person);
  Served served;
  const int sparsity = std::min(shared.sparsity, static_cast<int>(own.facts.size()));
  if (own.problem.effective_rows < own.problem.conditioning.rank() + sparsity + 2) {
    served.status = Status::kTooFewRows;
    return served;
  }
  if (own.setting.independent.empty() || sparsity == 0) {
    served.status = Status::kNothingToExplain;
    served.optimal = true;
    served.bound_nats = 0;
    return served;
  }
  search::SearchOptions search;
  search.sparsity = sparsity;
  search.control = options.control;
  search.control.progress = nullptr;
  search.most_steps = options.steps_each;
  if (options.seconds_each > 0) search.control = search.control.within(options.seconds_each);
  search::Solution solution = search::find_exact(own.problem.problem, search);
  if (person.told && !solution.interrupted) take(own, *person.told, solution);
  if (own.problem.effective_rows < own.problem.conditioning.rank() + solution.best.value.rank + 2) {
    served.status = Status::kTooFewRows;  // a category has more columns than it is facts
    return served;
  }
  served.infinite = solution.best.value.determined > 0;
  served.optimal = solution.optimal;
  served.nats = solution.best.value.nats;
  served.objective_nats = solution.best.value.objective_nats();
  if (!served.infinite) served.bound_nats = solution.bound_nats;
  if (!served.optimal) served.status = Status::kNotProven;
  served.impersonal_nats = value_of(own, shared.impersonal);
  describe(shared, own, solution.best.set, served);
  return served;
}

std::vector<double> values_alone(const SharedProblem& shared, const Understanding& person,
                                 std::span<const search::Set> sets) {
  const Own own = own_of(shared, person);
  std::vector<double> values;
  for (const search::Set& set : sets) values.push_back(value_of(own, set));
  return values;
}

}  // namespace explainee::cohort
