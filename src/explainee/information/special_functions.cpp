#include "explainee/information/special_functions.h"

#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <limits>

namespace explainee::information {
namespace {

namespace policies = boost::math::policies;

// The core never throws from numerics, and double is precise enough here: long double doubles the time.
using Quiet =
    policies::policy<policies::domain_error<policies::ignore_error>, policies::pole_error<policies::ignore_error>,
                     policies::overflow_error<policies::ignore_error>,
                     policies::evaluation_error<policies::ignore_error>, policies::promote_double<false>>;

constexpr double kFewTerms = 30;  // so far above a the continued fraction of Γ(a, z) needs few of them
constexpr int kMostTerms = 1000;

}  // namespace

double beta_cdf(double p, double q, Share at) {
  return at.part <= at.rest ? boost::math::ibeta(p, q, at.part, Quiet()) : boost::math::ibetac(q, p, at.rest, Quiet());
}

double negative_binomial_pmf(double k, double size, Share failure) {
  // failure^k · success^size · Γ(size + k) / (Γ(size) Γ(k + 1)), as a density of Beta, which Boost keeps from
  // overflowing.
  const double density = failure.rest <= failure.part
                             ? boost::math::ibeta_derivative(size, k + 1, failure.rest, Quiet())
                             : boost::math::ibeta_derivative(k + 1, size, failure.part, Quiet());
  return density * failure.rest / (size + k);
}

double student_quantile(double probability, double degrees) {
  return boost::math::quantile(boost::math::students_t_distribution<double, Quiet>(degrees), probability);
}

double student_tail(double x, double degrees) {
  const double both = beta_cdf(degrees / 2, 0.5, {degrees / (degrees + x * x), x * x / (degrees + x * x)});
  return x > 0 ? both / 2 : 1 - both / 2;
}

double normal_quantile(double probability) {
  return boost::math::quantile(boost::math::normal_distribution<double, Quiet>(), probability);
}

double chi_squared_tail(double x, double degrees) {
  return x > 0 ? boost::math::gamma_q(degrees / 2, x / 2, Quiet()) : 1.0;
}

double log_chi_squared_tail(double x, double degrees) {
  const double a = degrees / 2;
  const double z = x / 2;
  if (!(x > 0)) return 0;
  if (z <= a) return std::log1p(-boost::math::gamma_p(a, z, Quiet()));
  if (z <= a + kFewTerms) return std::log(boost::math::gamma_q(a, z, Quiet()));
  // The continued fraction of Γ(a, z)·eᶻ·z⁻ᵃ, from the front (Lentz): a few terms, as z is well above a.
  double b = z + 1 - a;
  double c = std::numeric_limits<double>::infinity();
  double d = 1 / b;
  double fraction = d;
  for (int i = 1; i < kMostTerms; ++i) {
    const double numerator = -i * (i - a);
    b += 2;
    d = 1 / (numerator * d + b);
    c = b + numerator / c;
    fraction *= c * d;
    if (std::abs(c * d - 1) <= std::numeric_limits<double>::epsilon()) break;
  }
  return a * std::log(z) - z - boost::math::lgamma(a, Quiet()) + std::log(fraction);
}

}  // namespace explainee::information
