#include "explainee/verify/problem/charge.h"

#include "explainee/verify/arithmetic/elementary.h"

namespace explainee::verify {

std::optional<Ball> Charge::of(std::size_t degrees, std::size_t facts) {
  if (!bias(degrees)) return std::nullopt;  // all that it is made of has to be there, also where nothing is charged
  if (degrees <= facts) return Ball();
  return *bias(degrees) - *bias(facts);
}

/// ½ Σ_{i<d} [ψ((ν−i)/2) − ψ((ν−i−a)/2)]; none when some ν − i − a is not positive.
const std::optional<Ball>& Charge::bias(std::size_t degrees) {
  if (known_.size() <= degrees) known_.resize(degrees + 1);
  auto& known = known_[degrees];
  if (known) return *known;
  if (!problem_.carries(degrees)) return known.emplace(std::nullopt);
  Ball sum;
  for (std::size_t i = 0; i < problem_.predictions; ++i) {
    const Ball whole = problem_.degrees() - Ball(static_cast<double>(i));
    const Ball left = whole - Ball(static_cast<double>(degrees));
    if (degrees > 0) sum += digamma(scaled_by(whole, -1)) - digamma(scaled_by(left, -1));
  }
  return known.emplace(scaled_by(sum, -1));
}

}  // namespace explainee::verify
