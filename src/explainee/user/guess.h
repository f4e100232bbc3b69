// explainee/user/guess.h: answers on the scale of the prediction: she guesses it from some direction of the row.
#pragma once

#include "explainee/user/answer_sums.h"

namespace explainee::user {

/// A direction f of the row, of mean 0 and variance 1 over all rows, as her rows have it.
struct Direction {
  double inner = 0;      ///< squares of f over her rows, less its mean there; rows weigh by their precision
  double cross = 0;      ///< its product with the replies
  double offset = 0;     ///< its mean over her rows
  double amplitude = 1;  ///< of a perfect guess from it, in units of AnswerSums::unit
  double location = 0;   ///< mean prediction less the mean answer, in those units
};

/// answer = location + shift + (amplitude + stretch)·f + noise with shift, stretch ~ N(0, σ²·g·off_scale²) and
/// σ² ~ IG around amplitude²/g: proper, so that it is weighed against maps on a scale of her own.
struct GuessFit {
  double log_evidence = 0;
  double squares = 0;
  double degrees = 0;
  double shift = 0;  ///< posterior means
  double stretch = 0;
  double root[2][2] = {{0, 0}, {0, 0}};  ///< (shift, stretch) = means + σ·root·ε; lower rows belong to stretch
};

/// `flat`: there is no direction, only the shift.
[[nodiscard]] GuessFit fit_guess(const AnswerSums& sums, const Direction& direction, double sharpness, double off_scale,
                                 bool flat);

}  // namespace explainee::user
