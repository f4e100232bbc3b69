#include "explainee/person/model/guess.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "explainee/person/model/log_gamma.h"

namespace explainee::person {
namespace {

constexpr double kNoiseBelief = 4;  ///< answers: how firmly a sharpness fixes the noise

/// Sums over her rows of r = answer − location − amplitude·f, of f, and of their products.
struct Remains {
  double own = 0;
  double with_one = 0;
  double with_f = 0;
};

Remains remains_of(const AnswerSums& sums, const Direction& direction, double amplitude) {
  const double mean = -direction.location - amplitude * direction.offset;
  const double squares = sums.total - 2 * amplitude * direction.cross + amplitude * amplitude * direction.inner;
  const double weighted = sums.precision * mean;
  return {std::max(0.0, squares) + weighted * mean, weighted,
          direction.cross - amplitude * direction.inner + weighted * direction.offset};
}

}  // namespace

GuessFit fit_guess(const AnswerSums& sums, const Direction& direction, const GuessBelief& belief) {
  const bool flat = belief.flat;
  const double slack = belief.sharpness * belief.off_scale * belief.off_scale;
  const Remains r = remains_of(sums, direction, flat ? 0 : direction.amplitude);
  // Cholesky of the precision of (shift, stretch).
  const double both = flat ? 0 : sums.precision * direction.offset;
  const double l11 = std::sqrt(sums.precision + 1 / slack);
  const double l21 = both / l11;
  const double l22 = flat ? 1 : std::sqrt(direction.inner + both * direction.offset + 1 / slack - l21 * l21);
  const double first = r.with_one / l11;
  const double second = flat ? 0 : (r.with_f - l21 * first) / l22;
  GuessFit fit;
  fit.stretch = second / l22;
  fit.shift = (first - l21 * fit.stretch) / l11;
  fit.root << 1 / l11, -l21 / (l11 * l22), 0, flat ? 0 : 1 / l22;
  const double begin = kNoiseBelief + sums.stated;
  const double noise = direction.amplitude * direction.amplitude / belief.sharpness;
  const double known = kNoiseBelief * noise + sums.stated * sums.noise + sums.least;
  fit.degrees = begin + sums.answers;
  fit.squares = known + std::max(0.0, r.own - first * first - second * second);
  const double determinant = l11 * l11 * slack * (flat ? 1 : l22 * l22 * slack);
  fit.log_evidence = 0.5 * (begin * std::log(known) - fit.degrees * std::log(fit.squares) - std::log(determinant));
  return fit;
}

double log_of_all_guesses(const AnswerSums& sums) {
  const double begin = kNoiseBelief + sums.stated;
  return log_gamma((begin + sums.answers) / 2) - log_gamma(begin / 2) - 0.5 * sums.answers * std::log(std::numbers::pi);
}

}  // namespace explainee::person
