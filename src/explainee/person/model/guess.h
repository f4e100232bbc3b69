// explainee/person/model/guess.h: answers on the scale of the prediction: she guesses it from some direction of the
// row.
#pragma once

#include "explainee/person/model/answer_sums.h"

namespace explainee::person {

/// A direction f of the row, of mean 0 and variance 1 over all rows, as her rows have it.
struct Direction {
  double inner = 0;      ///< squares of f over her rows, less its mean there; rows weigh by their precision
  double cross = 0;      ///< its product with the replies
  double offset = 0;     ///< its mean over her rows
  double amplitude = 1;  ///< of a perfect guess from it, in units of AnswerSums::unit
  double location = 0;   ///< mean prediction less the mean answer, in those units
};

/// What is believed of a guesser.
struct GuessBelief {
  double sharpness = 1;  ///< variance of what she means by that of her noise
  double off_scale = 0;  ///< typical shift and stretch, in units of what she means
  bool flat = false;     ///< she always means the same: there is no direction, only the shift
};

/// answer = location + shift + (amplitude + stretch)·f + noise with shift, stretch ~ N(0, σ²·sharpness·off_scale²) and
/// σ² ~ IG around amplitude²/sharpness: proper, so that it can be weighed against maps on a scale of her own.
struct GuessFit {
  double log_evidence = 0;  ///< without log_of_all_guesses()
  double squares = 0;
  double degrees = 0;
  double shift = 0;  ///< posterior means
  double stretch = 0;
  Eigen::Matrix2d root;  ///< (shift, stretch) = means + σ·root·ε
};

[[nodiscard]] GuessFit fit_guess(const AnswerSums& sums, const Direction& direction, const GuessBelief& belief);

/// What the log evidence of all guesses has in common.
[[nodiscard]] double log_of_all_guesses(const AnswerSums& sums);

}  // namespace explainee::person
