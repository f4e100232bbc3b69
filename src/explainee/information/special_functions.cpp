#include "explainee/information/special_functions.h"

#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/gamma.hpp>

namespace explainee::information {
namespace {

namespace policies = boost::math::policies;

// The core never throws from numerics, and double is precise enough here: long double doubles the time.
using Quiet =
    policies::policy<policies::domain_error<policies::ignore_error>, policies::pole_error<policies::ignore_error>,
                     policies::overflow_error<policies::ignore_error>,
                     policies::evaluation_error<policies::ignore_error>, policies::promote_double<false>>;

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

double normal_quantile(double probability) {
  return boost::math::quantile(boost::math::normal_distribution<double, Quiet>(), probability);
}

double chi_squared_tail(double x, double degrees) {
  return x > 0 ? boost::math::gamma_q(degrees / 2, x / 2, Quiet()) : 1.0;
}

}  // namespace explainee::information
