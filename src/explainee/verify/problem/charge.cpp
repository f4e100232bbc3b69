#include "explainee/verify/problem/charge.h"

#include <boost/math/special_functions/digamma.hpp>
#include <cmath>

namespace explainee::verify {
namespace {

/// A rank that the rows cannot carry is charged this much a column.
constexpr double kUnaffordable = 1e6;
constexpr double kSame = 1e-9;

/// ½ Σ_k [ψ((n − k)/2) − ψ((n − a − k)/2)], n the degrees of freedom after u.
double charge(double degrees, std::size_t rank, std::size_t predictions) {
  if (rank == 0) return 0;
  double sum = 0;
  for (std::size_t k = 0; k < predictions; ++k) {
    const double whole = degrees - static_cast<double>(k);
    const double left = whole - static_cast<double>(rank);
    if (!(left > 0)) return kUnaffordable * static_cast<double>(rank);
    sum += boost::math::digamma(whole / 2) - boost::math::digamma(left / 2);
  }
  return sum / 2;
}

}  // namespace

std::string wrong_charge(const Certificate& certificate, const CheckedProblem& problem) {
  const bool blocks = problem.columns > problem.candidates.size();
  if (!blocks) return certificate.bias_nats.empty() ? "" : "it charges for extra columns, and there are none";
  if (certificate.bias_nats.size() != problem.columns + 1) return "its charge does not fit its columns";
  for (std::size_t rank = 0; rank <= problem.columns; ++rank) {
    const double own = charge(problem.degrees, rank, problem.predictions);
    if (!(std::abs(certificate.bias_nats[rank] - own) <= kSame * (1 + own))) return "its charge for columns is wrong";
  }
  return "";
}

}  // namespace explainee::verify
