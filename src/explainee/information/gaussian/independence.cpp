#include "explainee/information/gaussian/independence.h"

#include <cmath>

#include "explainee/information/special_functions.h"

namespace explainee::information {

std::optional<double> independence_p_value(double nats, double degrees, int rank, int predictions) {
  const double a = rank;
  const double d = predictions;
  if (std::isnan(nats) || !(degrees - a - d + 1 > 0)) return std::nullopt;
  if (rank == 0 || nats <= 0) return 1.0;

  // Rao (1951) for Wilks' Λ = e^{−2I}: F = (Λ^{−1/t} − 1)·second/first ~ F(first, second). With d = 1 it is the exact
  // F(a, n − a).
  const double spread = d * d + a * a - 5;
  const double t = spread > 0 ? std::sqrt((d * d * a * a - 4) / spread) : 1.0;
  const double first = a * d;
  const double second = (degrees - (a + d + 1) / 2) * t - first / 2 + 1;
  if (!(second > 0)) return std::nullopt;

  // P(F > f) = P(Beta(second/2, first/2) ≤ Λ^{1/t}), which stays exact for f near 0 and for infinite f.
  return beta_cdf(second / 2, first / 2, {.part = std::exp(-2 * nats / t), .rest = -std::expm1(-2 * nats / t)});
}

}  // namespace explainee::information
