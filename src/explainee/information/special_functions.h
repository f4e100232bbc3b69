// explainee/information/special_functions.h: the few special functions this module needs; Boost.Math stays behind them.
#pragma once

namespace explainee::information {

/// A probability and its complement, each to full relative precision where the other is close to one.
struct Share {
  double part = 0;
  double rest = 1;
};

/// P(Beta(p, q) ≤ x), x = at.part and 1 − x = at.rest; p and q positive.
[[nodiscard]] double beta_cdf(double p, double q, Share at);

/// Probability of k failures before success number `size`, size > 0, k > −1 and not necessarily whole; failure.part is
/// a failure's.
[[nodiscard]] double negative_binomial_pmf(double k, double size, Share failure);

/// The number that Student's t with so many degrees of freedom (positive) falls below with this probability.
[[nodiscard]] double student_quantile(double probability, double degrees);

/// P(t > x) of Student's t with so many degrees of freedom (positive).
[[nodiscard]] double student_tail(double x, double degrees);

/// The number that a standard normal falls below with this probability, between 0 and 1.
[[nodiscard]] double normal_quantile(double probability);

/// P(χ² > x) with so many degrees of freedom (positive).
[[nodiscard]] double chi_squared_tail(double x, double degrees);

/// Its logarithm, also where the chance itself is too small for a number.
[[nodiscard]] double log_chi_squared_tail(double x, double degrees);

}  // namespace explainee::information
