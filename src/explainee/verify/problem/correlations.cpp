#include "explainee/verify/problem/correlations.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace explainee::verify {
namespace {

/// Columns of so many entries together are kept.
constexpr std::size_t kMostEntries = 1U << 21U;

}  // namespace

Correlations::Correlations(const Certificate& certificate, const CheckedProblem& problem, bool with_factors)
    : certificate_(certificate),
      problem_(problem),
      factors_(with_factors ? certificate.factors.size() : 0),
      prediction_exponent_(problem.exponent(problem.target(0))),
      variance_(problem.given(problem.target(0), problem.target(0))),
      columns_(problem.candidates.size()) {
  for (std::size_t j = 0; j < certificate.units.size(); ++j)
    units_.push_back(scaled_by(Ball(certificate.units[j]), problem.exponent(j)));
  units_.resize(problem.candidates.size(), Ball(1));
  for (std::size_t k = 0; k < factors_; ++k) {
    scores_.push_back(gamma(certificate.factors[k].score));
    variance_ -= scores_[k] * scores_[k];
  }
}

Ball Correlations::entry(std::size_t j, std::size_t l) const {
  Ball c = problem_.given(j, l) * unit(j) * unit(l);
  for (std::size_t k = 0; k < factors_; ++k) c -= Ball(loading(k, j)) * Ball(loading(k, l));
  return c;
}

const std::vector<Ball>& Correlations::column(std::size_t l) const {
  if (columns_[l].empty()) {
    problem_.throw_if_stopped();
    if (kept_ * columns_.size() > kMostEntries) {
      for (std::vector<Ball>& other : columns_) other = {};
      kept_ = 0;
    }
    ++kept_;
    columns_[l].reserve(columns_.size());
    for (std::size_t j = 0; j < columns_.size(); ++j) columns_[l].push_back(entry(j, l));
  }
  return columns_[l];
}

Ball Correlations::cross(std::size_t j) const {
  Ball b = problem_.given(j, problem_.target(0)) * unit(j);
  for (std::size_t k = 0; k < factors_; ++k) b -= Ball(loading(k, j)) * scores_[k];
  return b;
}

Expansion expand(const Correlations& c, std::size_t size, const std::vector<int>& columns,
                 const std::vector<Ball>& gamma) {
  Expansion result;
  for (std::size_t j = 0; j < size; ++j) result.slope.push_back(c.cross(j));
  const std::vector<Ball> cross = result.slope;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const std::vector<Ball>& column = c.column(static_cast<std::size_t>(columns[k]));
    for (std::size_t j = 0; j < size; ++j) result.slope[j] -= column[j] * gamma[k];
  }
  result.value = c.variance();
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const auto j = static_cast<std::size_t>(columns[k]);
    result.value -= (cross[j] + result.slope[j]) * gamma[k];
  }
  return result;
}

Ball absent(double d, const Ball& slope, const Ball& gamma) { return (Ball(d) * gamma + slope + slope) * gamma; }

Ball gain(double d, const Ball& slope, const Ball& gamma) {
  const Ball root = Ball(d) * gamma + slope;
  return root * root / Ball(d);
}

double top_sum(std::vector<double> values, std::size_t count) {
  if (std::any_of(values.begin(), values.end(), [](double value) { return !(value < HUGE_VAL); })) return HUGE_VAL;
  count = std::min(count, values.size());
  if (count == 0) return 0;
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count - 1), values.end(),
                   std::greater<>());
  double sum = 0;
  for (std::size_t k = 0; k < count; ++k) sum += std::max(0.0, values[k]);
  return round_up(sum * (1 + static_cast<double>(count) * 0x1p-52));
}

}  // namespace explainee::verify
