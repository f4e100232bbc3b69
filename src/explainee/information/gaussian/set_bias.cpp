#include "explainee/information/gaussian/set_bias.h"

#include <algorithm>
#include <boost/math/special_functions/digamma.hpp>
#include <cmath>

#include "explainee/information/gaussian/gaussian_bias.h"

namespace explainee::information {
namespace {

/// tr((G + T)⁻¹G): how many columns the set has when noise T lets only a part of each be seen; at most its rank.
double seen_columns(const PersonProblem& problem, const search::Set& set, int rank) {
  std::vector<int> columns;
  for (const int index : set) {
    const search::Candidate& candidate = problem.problem.candidates[static_cast<std::size_t>(index)];
    for (int i = 0; i < candidate.count; ++i) {
      if (problem.problem.gram(candidate.first + i, candidate.first + i) > 0) columns.push_back(candidate.first + i);
    }
  }
  const Eigen::VectorXd noise = problem.noise(columns);
  if (!(noise.maxCoeff() > 0)) return rank;
  const Eigen::MatrixXd gram = problem.problem.gram(columns, columns);
  const Eigen::VectorXd unit = gram.diagonal().cwiseSqrt().cwiseInverse();
  const Eigen::MatrixXd hidden = (unit.asDiagonal() * gram * unit.asDiagonal())
                                     .ldlt()
                                     .solve(Eigen::MatrixXd(unit.cwiseAbs2().cwiseProduct(noise).asDiagonal()));
  return std::clamp(rank - hidden.trace(), 0.0, static_cast<double>(rank));
}

}  // namespace

double bias_nats(const PersonProblem& problem, const search::Set& set, const search::Value& value) {
  const int d = std::max(1, problem.problem.predictions());
  const double whole = gaussian_bias_nats(problem.degrees, value.rank, d);
  if (set.empty() || value.rank == 0 || !std::isfinite(whole) || value.determined > 0) return whole;
  const double seen = seen_columns(problem, set, value.rank);
  if (d > 1 || !(problem.draws_excess > 0))
    return seen == value.rank ? whole : whole * seen / static_cast<double>(value.rank);
  // E log(s + e) ≈ log(σ + e) + σ/(σ + e)·E log(s/σ), where s is estimated and e is known.
  const double before = problem.problem.target(0, 0);
  const double after = before * std::exp(-2 * value.nats);
  const auto shift = [&](double degrees, double variance) {
    const double share = std::max(0.0, 1 - problem.extra_variance / variance);
    return share * (boost::math::digamma(degrees / 2) - std::log(problem.effective_rows / 2));
  };
  return 0.5 * (shift(problem.degrees, before) - shift(problem.degrees - seen, after));
}

double fitted_bias_nats(const PersonProblem& problem, std::span<const FactColumns> facts, int rank) {
  int fitted = 0;
  for (const FactColumns& fact : facts) fitted += fact.fitted;
  if (fitted == 0 || rank == 0) return 0;
  const int d = std::max(1, problem.problem.predictions());
  const double more =
      gaussian_bias_nats(problem.degrees, rank + fitted, d) - gaussian_bias_nats(problem.degrees, rank, d);
  return std::isfinite(more) ? more : 0;
}

}  // namespace explainee::information
