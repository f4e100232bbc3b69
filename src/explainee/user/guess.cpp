#include "explainee/user/guess.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace explainee::user {
namespace {

constexpr double kNoiseBelief = 4;  ///< answers: how firmly a sharpness fixes the noise

}  // namespace

GuessFit fit_guess(const AnswerSums& sums, const Direction& direction, double sharpness, double off_scale, bool flat) {
  const double weight = sums.precision;
  const double amplitude = flat ? 0 : direction.amplitude;
  const double slack = sharpness * off_scale * off_scale;
  // Sums over her rows of r = answer − location − amplitude·f, of f, and of their products.
  const double mean = -direction.location - amplitude * direction.offset;
  const double squares = sums.total - 2 * amplitude * direction.cross + amplitude * amplitude * direction.inner;
  const double own = std::max(0.0, squares) + weight * mean * mean;
  const double with_one = weight * mean;
  const double with_f = direction.cross - amplitude * direction.inner + weight * mean * direction.offset;
  const double one = weight + 1 / slack;
  const double f = flat ? 1 : direction.inner + weight * direction.offset * direction.offset + 1 / slack;
  const double both = flat ? 0 : weight * direction.offset;
  // Cholesky of [[one, both], [both, f]], precision of (shift, stretch).
  const double l11 = std::sqrt(one);
  const double l21 = both / l11;
  const double l22 = std::sqrt(std::max(f - l21 * l21, 1e-300));
  const double first = with_one / l11;
  const double second = flat ? 0 : (with_f - l21 * first) / l22;
  GuessFit fit;
  fit.stretch = second / l22;
  fit.shift = (first - l21 * fit.stretch) / l11;
  fit.root[0][0] = 1 / l11;
  fit.root[0][1] = -l21 / (l11 * l22);
  fit.root[1][1] = flat ? 0 : 1 / l22;
  if (flat) fit.root[0][1] = 0;
  const double begin = kNoiseBelief + sums.stated;
  const double scale = direction.amplitude * direction.amplitude / sharpness;
  const double known = kNoiseBelief * scale + sums.stated * sums.noise + sums.least;
  fit.degrees = begin + sums.answers;
  fit.squares = known + std::max(0.0, own - first * first - second * second);
  const double log_determinant = std::log(l11 * l11 * slack) + (flat ? 0 : std::log(l22 * l22 * slack));
  fit.log_evidence = -0.5 * log_determinant + std::lgamma(fit.degrees / 2) - std::lgamma(begin / 2) +
                     begin / 2 * std::log(known / 2) - fit.degrees / 2 * std::log(fit.squares / 2) -
                     0.5 * sums.answers * std::log(2 * std::numbers::pi);
  return fit;
}

}  // namespace explainee::user
