#include "explainee/information/fine/fine_variables.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "explainee/base/tolerances.h"
#include "explainee/search/problem/assess.h"

namespace explainee::information {
namespace {

using base::DoubleDouble;

/// A weighted sum of moment columns.
using WeightedSum = std::vector<std::pair<int, double>>;

WeightedSum sum_of(const Eigen::MatrixXd& weights, Eigen::Index column) {
  WeightedSum sum;
  for (Eigen::Index i = 0; i < weights.rows(); ++i) {
    if (weights(i, column) != 0) sum.emplace_back(static_cast<int>(i), weights(i, column));
  }
  return sum;
}

bool constant(const moments::Fold& total, int column) { return !(moments::covariance_at(total, column, column) > 0); }

DoubleDouble covariance_of(const FineMoments& fine, const WeightedSum& a, const WeightedSum& b) {
  DoubleDouble sum = 0;
  for (const auto& [i, own] : a) {
    for (const auto& [j, other] : b) sum += base::exact_product(own, other) * fine.at(i, j);
  }
  return sum;
}

/// The sums that u, the facts and the predictions are; constants fall out of them.
std::vector<WeightedSum> sums_of(const Situation& situation, const std::vector<int>& columns,
                                 const moments::Fold& total) {
  std::vector<WeightedSum> sums;
  for (Eigen::Index i = 0; i < situation.summary_weights.cols(); ++i)
    sums.push_back(sum_of(situation.summary_weights, i));
  for (const int column : columns) sums.push_back({{column, 1.0}});
  for (const int column : situation.predictions) sums.push_back({{column, 1.0}});
  for (WeightedSum& sum : sums) std::erase_if(sum, [&](const auto& part) { return constant(total, part.first); });
  return sums;
}

FineMatrix covariance_among(const std::vector<WeightedSum>& sums, const FineMoments& fine) {
  const auto n = static_cast<Eigen::Index>(sums.size());
  FineMatrix covariance(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) {
      covariance(i, j) = covariance_of(fine, sums[static_cast<std::size_t>(i)], sums[static_cast<std::size_t>(j)]);
      covariance(j, i) = covariance(i, j);
    }
  }
  return covariance;
}

/// Each fact's noise is that of its one column.
void add_noise(std::span<const FactColumns> facts, FineVariables& all) {
  int at = all.summary;
  for (const FactColumns& fact : facts) {
    if (fact.columns.size() == 1) {
      all.covariance(at, at) += fact.noise_variance;
      all.own[at] += fact.noise_variance;
    }
    at += static_cast<int>(fact.columns.size());
  }
}

/// Covariance given u of the settled directions v = ŷ_settled − Cŷ_open (mathematics §2), C their weights in `open`.
FineMatrix settled_covariance(const FineFactor& open, std::size_t before, const std::vector<int>& settled,
                              const std::vector<int>& all, const FineMatrix& target) {
  const std::size_t d = all.size();
  const auto place = [&](int variable) {
    return static_cast<std::size_t>(std::find(all.begin(), all.end(), variable) - all.begin());
  };
  std::vector<std::vector<DoubleDouble>> maps;
  for (const int variable : settled) {
    std::vector<DoubleDouble>& map = maps.emplace_back(d);
    map[place(variable)] = 1;
    const std::vector<DoubleDouble> weights = open.weights(variable, open.taken().size());
    for (std::size_t k = before; k < open.taken().size(); ++k) map[place(open.taken()[k])] = -weights[k];
  }
  const auto n = static_cast<Eigen::Index>(settled.size());
  FineMatrix result(n, n);
  for (Eigen::Index a = 0; a < n; ++a) {
    for (Eigen::Index b = 0; b < n; ++b) {
      DoubleDouble sum = 0;
      for (std::size_t i = 0; i < d; ++i) {
        for (std::size_t j = 0; j < d; ++j)
          sum += maps[static_cast<std::size_t>(a)][i] * maps[static_cast<std::size_t>(b)][j] *
                 target(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
      }
      result(a, b) = sum;
    }
  }
  return result;
}

/// What values may differ by and tie: a share of each open direction's variance given u and those before it.
double tie_of(const FineFactor& open, std::size_t before, const std::vector<int>& directions,
              const FineMatrix& target) {
  FineFactor given(target, Eigen::VectorXd::Constant(target.rows(), base::kSmallestVariance));
  double sum = 0;
  for (std::size_t k = before; k < open.taken().size(); ++k) {
    const auto place = std::find(directions.begin(), directions.end(), open.taken()[k]) - directions.begin();
    const int own[] = {static_cast<int>(place)};
    if (given.take(own) == 0) continue;
    sum += 0.5 * std::log1p(base::kTie * given.pivot(given.taken().size() - 1).value() / open.pivot(k).value());
  }
  return sum;
}

}  // namespace

std::vector<int> run_of(int from, int count) {
  std::vector<int> list(static_cast<std::size_t>(count));
  std::iota(list.begin(), list.end(), from);
  return list;
}

FineMatrix left_among(const FineFactor& factor, const std::vector<int>& variables) {
  const auto n = static_cast<Eigen::Index>(variables.size());
  FineMatrix left(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j)
      left(i, j) = factor.left(variables[static_cast<std::size_t>(i)], variables[static_cast<std::size_t>(j)]);
  }
  return left;
}

FineVariables fine_variables(const Situation& situation, std::span<const FactColumns> facts,
                             const PersonProblem& problem, const moments::Fold& total, const FineMoments& fine) {
  std::vector<int> columns;
  for (const FactColumns& fact : facts) columns.insert(columns.end(), fact.columns.begin(), fact.columns.end());
  FineVariables all;
  all.summary = static_cast<int>(situation.summary_weights.cols());
  all.facts = static_cast<int>(columns.size());
  all.predictions = static_cast<int>(situation.predictions.size());
  all.covariance = covariance_among(sums_of(situation, columns, total), fine);
  all.own.resize(all.covariance.rows());
  for (Eigen::Index i = 0; i < all.own.size(); ++i) all.own[i] = all.covariance(i, i).value();
  all.deviation = all.own.cwiseMax(0.0).cwiseSqrt();
  for (Eigen::Index i = 0; i < situation.summary_noise.rows(); ++i) {
    for (Eigen::Index j = 0; j < situation.summary_noise.cols(); ++j)
      all.covariance(i, j) -= situation.summary_noise(i, j);
  }
  for (int k = 0; k < all.predictions; ++k) {
    const int at = all.prediction(k);
    all.covariance(at, at) += problem.extra_variance;
    all.own[at] += problem.extra_variance;
    const auto& open = situation.independent;
    if (std::find(open.begin(), open.end(), situation.predictions[static_cast<std::size_t>(k)]) != open.end())
      all.directions.push_back(at);
  }
  add_noise(facts, all);
  return all;
}

FineWorth fine_worth(const FineFactor& factor, const std::vector<int>& directions, const FineMatrix& target,
                     const PersonProblem& problem, int rank, int facts) {
  FineWorth worth;
  search::Value& value = worth.value;
  value.rank = rank;
  value.charge_nats = search::charge_nats(problem.problem, rank, facts);
  FineFactor open = factor;
  const std::size_t before = open.taken().size();
  const int count = open.take(directions);
  value.determined = static_cast<int>(directions.size()) - count;
  if (count == 0) return worth;
  worth.tie_nats = tie_of(open, before, directions, target);
  value.nats = 0.5 * log_determinant(target);
  for (std::size_t k = before; k < open.taken().size(); ++k) value.nats -= 0.5 * base::logarithm(open.pivot(k));
  if (value.determined == 0) return worth;
  std::vector<int> settled;
  for (const int variable : directions) {
    const auto from = open.taken().begin() + static_cast<std::ptrdiff_t>(before);
    if (std::find(from, open.taken().end(), variable) == open.taken().end()) settled.push_back(variable);
  }
  value.nats -= 0.5 * log_determinant(settled_covariance(open, before, settled, directions, target));
  return worth;
}

}  // namespace explainee::information
