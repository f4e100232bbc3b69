// explainee/verify/problem/checked_problem.h: from moments and a certificate's columns to the regression that it is
// about (docs/certificate.md §3), in balls.
#pragma once

#include <utility>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/verify/certificate.h"
#include "explainee/verify/problem/not_proven.h"
#include "explainee/verify/problem/totals.h"

namespace explainee::verify {

/// τ: a column that others determine but for this share of its variance is passed over.
[[nodiscard]] inline Ball determined_share() { return Ball(1) / Ball(1e11); }

/// Covariances given u of the candidates' columns as they are shown, then of the predictions. Throws NotProven when the
/// certificate's columns cannot be conditioned on, Stopped.
class CheckedProblem {
 public:
  /// `certificate` and `totals` outlive it.
  CheckedProblem(const Certificate& certificate, const Totals& totals, const base::Control& control);

  /// First column and number of columns of each candidate.
  std::vector<std::pair<std::size_t, std::size_t>> candidates;
  std::size_t columns = 0;  ///< of all candidates; predictions follow
  std::size_t predictions = 0;
  base::Control control;  ///< of the caller

  /// K: covariance given u of two variables.
  [[nodiscard]] Ball given(std::size_t v, std::size_t w) const;
  /// The same before u, and what u takes away from it: given = before − Σ shadow·shadow. Where all of K is kept, it is
  /// `before`, and nothing is taken away.
  [[nodiscard]] Ball before(std::size_t v, std::size_t w) const;
  [[nodiscard]] std::size_t shadows() const { return kept_.empty() ? shadows_.size() : 0; }
  [[nodiscard]] const Ball& shadow(std::size_t k, std::size_t v) const { return shadows_[k][v]; }
  /// Variance of a variable before u.
  [[nodiscard]] const Ball& own(std::size_t v) const { return own_[v]; }
  [[nodiscard]] std::size_t target(std::size_t k) const { return columns + k; }
  /// ν, the degrees of freedom that u leaves.
  [[nodiscard]] const Ball& degrees() const { return degrees_; }
  /// True when ν − i − a > 0 for all predictions i: the rows carry `a` columns and extra degrees. Throws NotProven
  /// where weights are too extreme for that.
  [[nodiscard]] bool carries(std::size_t a) const;
  /// One prediction, one column per candidate, no extra degrees: what the bounds of §4 are about.
  [[nodiscard]] bool plain() const { return plain_; }
  /// Which candidates are not void, in increasing order.
  [[nodiscard]] const std::vector<std::size_t>& live() const { return live_; }
  [[nodiscard]] bool is_live(std::size_t candidate) const { return alive_[candidate] != 0; }
  /// A variable counts in units of 2^exponent.
  [[nodiscard]] int exponent(std::size_t v) const { return exponents_[v]; }

  /// True when `left`, a variance of the variable, exceeds τ times its own. Throws NotProven when it cannot be told.
  [[nodiscard]] bool counts(const Ball& left, std::size_t v) const;

  /// Throws Stopped when the caller wants no more.
  void throw_if_stopped() const {
    if (control.should_stop()) throw Stopped{};
  }

 private:
  /// Weights of moment columns in even units.
  using Variable = std::vector<std::pair<int, Ball>>;

  [[nodiscard]] Ball covariance(const Variable& a, const Variable& b) const;
  [[nodiscard]] Variable variable_of(const WeightedSum& sum, int& exponent) const;
  void set_variables(const Certificate& certificate);
  void set_known_variances(const Certificate& certificate);
  void take_out(const Certificate& certificate);
  void find_live();

  const Totals& totals_;
  std::vector<Variable> variables_;
  std::vector<int> exponents_;
  std::vector<Ball> own_;
  std::vector<Ball> noise_;                 ///< of each variable, beyond the moments
  std::vector<std::vector<Ball>> shadows_;  ///< r × variables: L⁻¹Cov(u, V) where LLᵀ = Cov(u, u)
  std::vector<Ball> kept_;                  ///< all of K, lower triangle, where columns are few
  std::vector<std::size_t> live_;
  std::vector<char> alive_;
  std::size_t given_columns_ = 0;
  Ball degrees_;
  bool plain_ = false;
};

}  // namespace explainee::verify
