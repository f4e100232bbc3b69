// explainee/person/noise.h: noisy answers, and the noise-free understanding beneath them (mathematics §7).
#pragma once

#include <Eigen/Dense>
#include <optional>
#include <string>
#include <vector>

#include "explainee/person/answered_table.h"

namespace explainee::person {

/// The variance of the noise of single answers, and what it is known from: "noise column" or "repeats".
struct AnswerNoise {
  double variance = 0;
  std::string from;
};

/// From the column `noise` the average variance; else, where a row was answered repeatedly, the pooled variance within
/// rows; else none.
[[nodiscard]] std::optional<AnswerNoise> noise_of(const std::vector<Answer>& answers);

/// The largest part of the noise N that fits into R, what (x, ŷ) leave open of u: eigenvalues of N relative to R are
/// cut at 1, so that nothing depends on units. One summary: min(N, R). `own`: variances of the columns of u, for what
/// counts as 0.
[[nodiscard]] Eigen::MatrixXd noise_within(const Eigen::MatrixXd& noise, const Eigen::MatrixXd& open,
                                           const Eigen::VectorXd& own);

}  // namespace explainee::person
