#include "explainee/verify/problem/value.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "explainee/verify/arithmetic/elementary.h"
#include "explainee/verify/problem/charge.h"

namespace explainee::verify {

std::size_t extra_degrees_of(const Certificate& certificate, const std::vector<std::size_t>& set) {
  std::size_t sum = 0;
  if (certificate.extra_degrees.empty()) return sum;
  for (const std::size_t j : set) sum += static_cast<std::size_t>(certificate.extra_degrees[j]);
  return sum;
}

bool is_affordable(const Certificate& certificate, const CheckedProblem& problem, const std::vector<std::size_t>& set,
                   const Regression& facts) {
  return problem.carries(facts.rank() + extra_degrees_of(certificate, set));
}

std::optional<Ball> value_of(const Certificate& certificate, const CheckedProblem& problem,
                             const std::vector<std::size_t>& set, const Regression& facts) {
  Charge charge(problem);
  const std::optional<Ball> own = charge.of(facts.rank() + extra_degrees_of(certificate, set), set.size());
  if (!own) return std::nullopt;
  const Ball before = logarithm(Regression(problem).determinant());
  return scaled_by(before - logarithm(facts.determinant()), -1) - *own;
}

std::optional<std::size_t> most_columns(const Certificate& certificate, const CheckedProblem& problem) {
  std::vector<std::size_t> sizes;
  for (std::size_t j = 0; j < certificate.candidates.size(); ++j)
    sizes.push_back(certificate.candidates[j].columns.size() + extra_degrees_of(certificate, {j}));
  std::sort(sizes.begin(), sizes.end(), std::greater<>());
  std::size_t largest = 0;
  for (std::size_t k = 0; k < std::min(sizes.size(), static_cast<std::size_t>(certificate.s)); ++k) largest += sizes[k];
  if (problem.carries(largest)) return std::nullopt;
  std::size_t most = 0;  // the rows carry it, or nothing at all
  while (largest - most > 1) {
    const std::size_t middle = most + (largest - most) / 2;
    (problem.carries(middle) ? most : largest) = middle;
  }
  return most;
}

}  // namespace explainee::verify
