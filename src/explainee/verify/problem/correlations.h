// explainee/verify/problem/correlations.h: a plain problem in the certificate's units, and the quadratic written around
// a point (docs/certificate.md §4).
#pragma once

#include <cstddef>
#include <vector>

#include "explainee/verify/certificate.h"
#include "explainee/verify/problem/checked_problem.h"

namespace explainee::verify {

/// C, c and κ, with or without the certificate's factors. The prediction counts in even units, and so do γ and scores.
class Correlations {
 public:
  /// Both outlive it.
  Correlations(const Certificate& certificate, const CheckedProblem& problem, bool with_factors);

  [[nodiscard]] Ball entry(std::size_t j, std::size_t l) const;
  /// All entries of a column; valid until the next call.
  [[nodiscard]] const std::vector<Ball>& column(std::size_t l) const;
  [[nodiscard]] Ball cross(std::size_t j) const;
  [[nodiscard]] const Ball& variance() const { return variance_; }
  /// t_j for the problem's even units.
  [[nodiscard]] const Ball& unit(std::size_t j) const { return units_[j]; }
  /// The file's γ in even units of the prediction.
  [[nodiscard]] Ball gamma(double value) const { return scaled_by(Ball(value), -prediction_exponent_); }
  [[nodiscard]] std::size_t factors() const { return factors_; }
  [[nodiscard]] double loading(std::size_t k, std::size_t j) const { return certificate_.factors[k].loadings[j]; }

 private:
  const Certificate& certificate_;
  const CheckedProblem& problem_;
  std::size_t factors_;
  int prediction_exponent_;
  std::vector<Ball> units_;
  std::vector<Ball> scores_;
  Ball variance_;
  mutable std::vector<std::vector<Ball>> columns_;  ///< empty until asked for
  mutable std::size_t kept_ = 0;
};

/// ρ = c − Cγ of the candidates and g(γ) = κ − cᵀγ − ρᵀγ, for γ on some columns.
struct Expansion {
  std::vector<Ball> slope;
  Ball value;
};

[[nodiscard]] Expansion expand(const Correlations& c, std::size_t size, const std::vector<int>& columns,
                               const std::vector<Ball>& gamma);

/// dγ² + 2ργ: what a candidate that is not in a set adds.
[[nodiscard]] Ball absent(double d, const Ball& slope, const Ball& gamma);

/// (dγ + ρ)²/d: by how much less it adds when it is in.
[[nodiscard]] Ball gain(double d, const Ball& slope, const Ball& gamma);

/// An upper bound of the sum of the `count` largest of numbers ≥ 0 that are upper bounds themselves; infinite when one
/// of them is no number.
[[nodiscard]] double top_sum(std::vector<double> values, std::size_t count);

}  // namespace explainee::verify
