#include "explainee/verify/problem/checked_problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace explainee::verify {
namespace {

/// Up to so many variables all their covariances given u are kept.
constexpr std::size_t kFewVariables = 1200;

/// In even units a variance below this is that of a constant.
constexpr double kVaries = 0x1p-900;

std::size_t packed(std::size_t i, std::size_t j) { return i * (i + 1) / 2 + j; }

/// By how much the variance of one draw exceeds that of their mean, in units of 2^exponent.
Ball excess_of_draws(const Totals& totals, const std::vector<int>& draws, int exponent) {
  const Ball count(static_cast<double>(draws.size()));
  const auto covariance = [&](int i, int j) {
    return scaled_by(totals.covariance(i, j), totals.exponent(i) + totals.exponent(j) - 2 * exponent);
  };
  const auto mean = [&](int i) { return scaled_by(totals.mean(i), totals.exponent(i) - exponent); };
  Ball middle;
  for (const int i : draws) middle += mean(i) / count;
  Ball sum;
  Ball own;
  for (const int i : draws) {
    const Ball distance = mean(i) - middle;
    own += covariance(i, i);
    sum += covariance(i, i) + distance * distance;
    for (const int j : draws) sum -= covariance(i, j) / count;
  }
  const Ball least = determined_share() * own;
  if (certainly_greater(sum, least)) return sum / count;
  if (!(sum.upper() <= least.lower())) throw NotProven{"whether the draws differ cannot be told"};
  return {};
}

/// Cholesky factor of a positive definite matrix by rows.
std::vector<std::vector<Ball>> cholesky(const std::vector<std::vector<Ball>>& matrix) {
  std::vector<std::vector<Ball>> lower(matrix.size());
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    Ball left = matrix[i][i];
    for (std::size_t j = 0; j < i; ++j) {
      Ball sum = matrix[i][j];
      for (std::size_t k = 0; k < j; ++k) sum -= lower[i][k] * lower[j][k];
      lower[i].push_back(sum / lower[j][j]);
      left -= lower[i][j] * lower[i][j];
    }
    if (!certainly_positive(left))
      throw NotProven{fmt::format("column {} of what the reader has is not shown to vary beside those before it", i)};
    lower[i].push_back(square_root(left));
  }
  return lower;
}

}  // namespace

CheckedProblem::CheckedProblem(const Certificate& certificate, const Totals& totals, const base::Control& caller)
    : control(caller), totals_(totals) {
  set_variables(certificate);
  set_known_variances(certificate);
  take_out(certificate);
  given_columns_ = certificate.given.size();
  degrees_ = totals.effective_rows() - Ball(1) - Ball(static_cast<double>(given_columns_));
  const std::size_t all = variables_.size();
  if (all <= kFewVariables) {
    std::vector<Ball> kept(packed(all, 0));
    for (std::size_t i = 0; i < all; ++i) {
      throw_if_stopped();
      for (std::size_t j = 0; j <= i; ++j) kept[packed(i, j)] = given(i, j);
    }
    kept_ = std::move(kept);
  }
  find_live();
  const auto& extra = certificate.extra_degrees;
  plain_ = predictions == 1 && columns == candidates.size() &&
           std::all_of(extra.begin(), extra.end(), [](int degrees) { return degrees == 0; });
}

Ball CheckedProblem::before(std::size_t v, std::size_t w) const {
  if (!kept_.empty()) return kept_[packed(std::max(v, w), std::min(v, w))];
  const Ball own = covariance(variables_[v], variables_[w]);
  return v == w ? own + noise_[v] : own;
}

Ball CheckedProblem::given(std::size_t v, std::size_t w) const {
  Ball left = before(v, w);
  if (kept_.empty()) {
    for (const std::vector<Ball>& shadow : shadows_) left -= shadow[v] * shadow[w];
  }
  return left;
}

bool CheckedProblem::carries(std::size_t a) const { return totals_.rows_exceed(a + given_columns_ + predictions); }

bool CheckedProblem::counts(const Ball& left, std::size_t v) const {
  if (own_[v].upper() < kVaries) return false;
  const Ball least = determined_share() * own_[v];
  if (certainly_greater(left, least)) return true;
  if (left.upper() <= least.lower()) return false;
  throw NotProven{"whether a column is determined by others cannot be told"};
}

Ball CheckedProblem::covariance(const Variable& a, const Variable& b) const {
  if (a.size() == 1 && b.size() == 1) {
    const Ball own = totals_.covariance(a[0].first, b[0].first);
    const bool plain = a[0].second.middle.high == 1 && b[0].second.middle.high == 1;
    return plain ? own : own * a[0].second * b[0].second;
  }
  Ball sum;
  for (const auto& [i, weight] : a) {
    for (const auto& [j, other] : b) sum += totals_.covariance(i, j) * weight * other;
  }
  return sum;
}

CheckedProblem::Variable CheckedProblem::variable_of(const WeightedSum& sum, int& exponent) const {
  exponent = -5000;
  for (const auto& [column, weight] : sum) {
    int own = 0;
    (void)std::frexp(weight, &own);
    exponent = std::max(exponent, own + totals_.exponent(column));
  }
  Variable variable;
  for (const auto& [column, weight] : sum)
    variable.emplace_back(column, scaled_by(Ball(weight), totals_.exponent(column) - exponent));
  return variable;
}

void CheckedProblem::set_variables(const Certificate& certificate) {
  const auto add = [&](const WeightedSum& sum) {
    int exponent = 0;
    Variable variable = variable_of(sum, exponent);
    if (sum.size() == 1 && sum[0].second == 1) {
      exponent = totals_.exponent(sum[0].first);
      variable[0].second = 1;
    }
    variables_.push_back(std::move(variable));
    exponents_.push_back(exponent);
  };
  for (const CandidateFact& candidate : certificate.candidates) {
    throw_if_stopped();
    candidates.emplace_back(variables_.size(), candidate.columns.size());
    for (const int column : candidate.columns) add({{column, 1.0}});
  }
  columns = variables_.size();
  if (certificate.prediction.draws) {
    WeightedSum sum;  // of the draws; their mean is this, divided below
    for (const int column : certificate.prediction.columns) sum.emplace_back(column, 1.0);
    add(sum);
    const Ball count(static_cast<double>(sum.size()));
    for (auto& [column, weight] : variables_.back()) weight = weight / count;
  } else {
    for (const int column : certificate.prediction.columns) add({{column, 1.0}});
  }
  predictions = variables_.size() - columns;
}

void CheckedProblem::set_known_variances(const Certificate& certificate) {
  noise_.resize(variables_.size());
  for (std::size_t j = 0; j < certificate.noise.size(); ++j) {
    const std::size_t column = candidates[j].first;
    noise_[column] = scaled_by(Ball(certificate.noise[j]), -2 * exponents_[column]);
  }
  for (std::size_t k = 0; k < predictions; ++k) {
    const std::size_t at = target(k);
    noise_[at] = scaled_by(Ball(certificate.prediction.resolution_variance), -2 * exponents_[at]);
    if (certificate.prediction.draws)
      noise_[at] += excess_of_draws(totals_, certificate.prediction.columns, exponents_[at]);
  }
  for (std::size_t v = 0; v < variables_.size(); ++v)
    own_.push_back(covariance(variables_[v], variables_[v]) + noise_[v]);
}

void CheckedProblem::take_out(const Certificate& certificate) {
  const std::size_t r = certificate.given.size();
  std::vector<Variable> user;
  std::vector<int> exponents(r);
  for (std::size_t i = 0; i < r; ++i) user.push_back(variable_of(certificate.given[i], exponents[i]));
  std::vector<std::vector<Ball>> inner(r);
  for (std::size_t i = 0; i < r; ++i) {
    throw_if_stopped();
    for (std::size_t j = 0; j <= i; ++j) {
      inner[i].push_back(covariance(user[i], user[j]));
      if (!certificate.given_noise.empty())
        inner[i][j] -= scaled_by(Ball(certificate.given_noise[i][j]), -exponents[i] - exponents[j]);
    }
  }
  const std::vector<std::vector<Ball>> lower = cholesky(inner);
  for (std::size_t i = 0; i < r; ++i) {
    throw_if_stopped();
    std::vector<Ball> line(variables_.size());
    for (std::size_t v = 0; v < variables_.size(); ++v) {
      Ball sum = covariance(user[i], variables_[v]);
      for (std::size_t k = 0; k < i; ++k) sum -= lower[i][k] * shadows_[k][v];
      line[v] = sum / lower[i][i];
    }
    shadows_.push_back(std::move(line));
  }
}

void CheckedProblem::find_live() {
  alive_.assign(candidates.size(), 0);
  for (std::size_t j = 0; j < candidates.size(); ++j) {
    const auto [first, count] = candidates[j];
    for (std::size_t c = first; c < first + count; ++c)
      if (counts(given(c, c), c)) alive_[j] = 1;
    if (alive_[j] != 0) live_.push_back(j);
  }
}

}  // namespace explainee::verify
