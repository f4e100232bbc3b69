// explainee/verify/problem/correlations.h: the problem in the certificate's units, and a quadratic written around a
// point.
#pragma once

#include <cstddef>
#include <vector>

#include "explainee/verify/certificate.h"
#include "explainee/verify/problem/checked_problem.h"

namespace explainee::verify {

/// The correlations C of the certificate's units, with or without its factors; columns are kept once computed.
class Correlations {
 public:
  Correlations(const Certificate& certificate, const CheckedProblem& problem, bool with_factors)
      : certificate_(certificate),
        problem_(problem),
        factors_(with_factors ? certificate.factors.size() : 0),
        columns_(problem.candidates.size()) {}

  [[nodiscard]] DoubleDouble entry(std::size_t j, std::size_t l) const;
  /// All entries of a column.
  [[nodiscard]] const std::vector<DoubleDouble>& column(std::size_t l) const;
  [[nodiscard]] DoubleDouble cross(std::size_t j) const;
  [[nodiscard]] DoubleDouble variance() const;
  /// An upper bound of |entry − given − ZᵀZ|, in double precision rounded outward.
  [[nodiscard]] double outer_bound(std::size_t j, std::size_t l, const std::vector<std::vector<double>>& shadows) const;

 private:
  [[nodiscard]] DoubleDouble unit(std::size_t j) const { return certificate_.unit[j]; }
  [[nodiscard]] DoubleDouble factor(std::size_t k, std::size_t j) const { return certificate_.factors[k][j]; }

  const Certificate& certificate_;
  const CheckedProblem& problem_;
  std::size_t factors_;
  mutable std::vector<std::vector<DoubleDouble>> columns_;  ///< empty until asked for
};

/// ρ = b − Cγ of every candidate and f(γ) = q − 2bᵀγ + γᵀCγ, for γ on some columns.
struct Expansion {
  std::vector<double> slope;
  double value = 0;
};

[[nodiscard]] Expansion expand(const Correlations& c, std::size_t size, const std::vector<int>& columns,
                               const std::vector<double>& gamma);

/// d·γ² + 2ργ + ρ²/d: what a column of the block may take off when it is in the set, rounded up.
[[nodiscard]] double gain(double held_back, double slope, double gamma);

/// Sum of the `count` largest, rounded up.
[[nodiscard]] double top_sum(std::vector<double> values, std::size_t count);

}  // namespace explainee::verify
