#include "explainee/verify/arithmetic/elementary.h"

#include <array>
#include <cmath>

namespace explainee::verify {
namespace {

const Ball kNothingKnown{DoubleDouble(0), std::numeric_limits<double>::infinity()};

/// ln 2, whose double-double is off by less than 2⁻¹⁰⁸.
constexpr Ball kLogOfTwo{DoubleDouble(0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56), 0x1p-107};

constexpr int kHalvings = 8;
constexpr int kTerms = 14;

/// eᵗ for an exact |t| ≤ 0.36: its Taylor series at t/2⁸, squared eight times.
Ball exponential_near_zero(const Ball& t) {
  const Ball small = scaled_by(t, -kHalvings);
  Ball sum = 1;
  for (int k = kTerms; k >= 1; --k) sum = 1.0 + sum * small / Ball(k);
  // |t|/2⁸ < 2⁻⁹, so what the series leaves out is below 2·(2⁻⁹)¹⁵/15! < 2⁻¹⁷⁰.
  sum.radius = round_up(sum.radius + 0x1p-170);
  for (int k = 0; k < kHalvings; ++k) sum = sum * sum;
  return sum;
}

/// The numerators and denominators of B_2k/(2k), k = 1 … 7.
constexpr std::array<std::array<double, 2>, 7> kBernoulli = {
    {{1, 12}, {-1, 120}, {1, 252}, {-1, 240}, {1, 132}, {-691, 32760}, {1, 12}}};

constexpr double kFar = 32;

}  // namespace

Ball exponential(const Ball& x) {
  if (!(x.size() <= 600)) return kNothingKnown;
  const double steps = std::nearbyint(x.middle.high / kLogOfTwo.middle.high);
  Ball rest = Ball(x.middle, 0) - kLogOfTwo * Ball(steps);
  // eˣ for x in the ball: e^(middle) times 1 ± (e^r − 1), and e^r − 1 ≤ 2r for r ≤ 1.
  const double off = round_up(rest.radius + x.radius);
  if (!(off <= 1)) return kNothingKnown;
  rest.radius = 0;
  const Ball result = exponential_near_zero(rest) * Ball(DoubleDouble(1), round_up(2 * off));
  return scaled_by(result, static_cast<int>(steps));
}

Ball logarithm(const Ball& x) {
  if (!certainly_positive(x)) return kNothingKnown;
  int exponent = 0;
  (void)std::frexp(x.middle.high, &exponent);
  const Ball near_one = scaled_by(x, -exponent);  // between ½ and 1
  const double guess = std::log(near_one.middle.high);
  // ln x = guess + ln(1 + t), 1 + t = x·e^−guess, and |ln(1 + t) − t + t²/2| ≤ |t|³ for |t| ≤ ½.
  const Ball t = near_one * exponential(Ball(-guess)) - 1.0;
  const double size = t.size();
  if (!(size <= 0.5)) return kNothingKnown;
  Ball result = Ball(guess) + t - scaled_by(t * t, -1);
  result.radius = round_up(result.radius + size * size * size);
  return result + kLogOfTwo * Ball(exponent);
}

Ball digamma(const Ball& x) {
  if (!certainly_positive(x) || !(x.size() <= 1e12)) return kNothingKnown;
  Ball at = x;
  Ball sum;
  while (at.lower() < kFar) {  // ψ(x) = ψ(x + 1) − 1/x
    sum -= Ball(1) / at;
    at += 1.0;
  }
  // ψ(x) = ln x − 1/(2x) − Σ B_2k/(2k x²ᵏ), and the first term left out bounds what the series lacks.
  const Ball inverse = Ball(1) / (at * at);
  Ball power = inverse;
  Ball series;
  for (std::size_t k = 0; k + 1 < kBernoulli.size(); ++k) {
    series += Ball(kBernoulli[k][0]) / Ball(kBernoulli[k][1]) * power;
    power = power * inverse;
  }
  Ball result = logarithm(at) - Ball(0.5) / at - series + sum;
  result.radius = round_up(result.radius + power.size());
  return result;
}

}  // namespace explainee::verify
