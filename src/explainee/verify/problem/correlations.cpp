#include "explainee/verify/problem/correlations.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "explainee/base/double_limits.h"

namespace explainee::verify {
DoubleDouble Correlations::entry(std::size_t j, std::size_t l) const {
  DoubleDouble c = problem_.given(j, l) * unit(j) * unit(l);
  for (std::size_t k = 0; k < factors_; ++k) c -= factor(k, j) * factor(k, l);
  return c;
}
const std::vector<DoubleDouble>& Correlations::column(std::size_t l) const {
  std::vector<DoubleDouble>& kept = columns_[l];
  if (kept.empty()) {
    problem_.throw_if_stopped();
    for (std::size_t j = 0; j < columns_.size(); ++j) kept.push_back(entry(j, l));
  }
  return kept;
}

DoubleDouble Correlations::cross(std::size_t j) const {
  DoubleDouble b = problem_.given(j, problem_.target(0)) * unit(j);
  for (std::size_t k = 0; k < factors_; ++k) b -= factor(k, j) * DoubleDouble(certificate_.scores[k]);
  return b;
}

DoubleDouble Correlations::variance() const {
  DoubleDouble q = problem_.given(problem_.target(0), problem_.target(0));
  for (std::size_t k = 0; k < factors_; ++k)
    q -= DoubleDouble(certificate_.scores[k]) * DoubleDouble(certificate_.scores[k]);
  return q;
}

double Correlations::outer_bound(std::size_t j, std::size_t l, const std::vector<std::vector<double>>& shadows) const {
  double sum = problem_.given(j, l).high * certificate_.unit[j] * certificate_.unit[l];
  double size = std::abs(sum);
  const auto take = [&](double product) {
    sum -= product;
    size += std::abs(product);
  };
  for (std::size_t k = 0; k < factors_; ++k) take(certificate_.factors[k][j] * certificate_.factors[k][l]);
  for (const std::vector<double>& shadow : shadows) take(shadow[j] * shadow[l]);
  const auto terms = static_cast<double>(factors_ + shadows.size() + 6);
  return std::abs(sum) + terms * base::kEpsilon * size;
}

Expansion expand(const Correlations& c, std::size_t size, const std::vector<int>& columns,
                 const std::vector<double>& gamma) {
  Expansion result;
  std::vector<DoubleDouble> slope(size);
  for (std::size_t j = 0; j < size; ++j) slope[j] = c.cross(j);
  for (std::size_t k = 0; k < columns.size(); ++k) {
    if (gamma[k] == 0) continue;
    const std::vector<DoubleDouble>& column = c.column(static_cast<std::size_t>(columns[k]));
    for (std::size_t j = 0; j < size; ++j) slope[j] -= column[j] * DoubleDouble(gamma[k]);
  }
  for (const DoubleDouble& own : slope) result.slope.push_back(own.value());
  DoubleDouble value = c.variance();  // q − bᵀγ − ρᵀγ
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const auto j = static_cast<std::size_t>(columns[k]);
    value -= (c.cross(j) + slope[j]) * DoubleDouble(gamma[k]);
  }
  result.value = value.value();
  return result;
}

double gain(double held_back, double slope, double gamma) {
  const double root = held_back * gamma + slope;
  return root * root / held_back * (1 + 8 * base::kEpsilon);
}

double top_sum(std::vector<double> values, std::size_t count) {
  count = std::min(count, values.size());
  if (count == 0) return 0;
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count - 1), values.end(),
                   std::greater<>());
  double sum = 0;
  for (std::size_t k = 0; k < count; ++k) sum += values[k];
  return sum * (1 + static_cast<double>(count) * base::kEpsilon);
}

}  // namespace explainee::verify
