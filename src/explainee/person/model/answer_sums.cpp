#include "explainee/person/model/answer_sums.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "explainee/base/tolerances.h"

namespace explainee::person {
namespace {

constexpr double kLeastNoise = 0.01;       ///< nobody answers more sharply than this share of her answers' spread
constexpr double kNoiseIsWorth = 4;        ///< answers: how much a stated noise counts beside what the answers show
constexpr double kSharpestOfStated = 0.1;  ///< of the typical stated noise: no single answer decides everything

/// The stated variance in the middle; 0 when none is stated.
double typical_noise(const AnsweredRows& answered) {
  if (answered.noise.size() == 0) return 0;
  std::vector<double> sorted(answered.noise.begin(), answered.noise.end());
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>((sorted.size() - 1) / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  return *middle * *middle;
}

/// Precision of each answer relative to the typical one.
Eigen::VectorXd weights_of(const AnsweredRows& answered, double typical_variance) {
  if (typical_variance == 0) return Eigen::VectorXd::Ones(answered.answers.size());
  const double least = kSharpestOfStated * kSharpestOfStated * typical_variance;
  return typical_variance / answered.noise.array().square().max(least);
}

double spread_of_predictions(const PersonSpace& space) {
  for (const int column : space.predictions) {
    const double variance = space.covariance(column, column);
    if (variance > 0) return std::sqrt(variance);
  }
  return 1;
}

void standardise(const PersonSpace& space, AnswerSums& sums) {
  const Eigen::VectorXd variance = space.covariance.diagonal();
  sums.scale = variance.unaryExpr([](double value) { return value > 0 ? 1.0 / std::sqrt(value) : 0.0; });
  sums.correlation = sums.scale.asDiagonal() * space.covariance * sums.scale.asDiagonal();
}

/// Without an answer: the mean row, and the mean prediction with the prediction's spread.
void begin_with_nothing(const PersonSpace& space, AnswerSums& sums) {
  sums.centre = space.mean;
  sums.unit = spread_of_predictions(space);
  if (!space.predictions.empty()) sums.answer_centre = space.mean[space.predictions.front()];
}

}  // namespace

AnswerSums sum_up(const PersonSpace& space, const AnsweredRows& answered) {
  AnswerSums sums;
  sums.answers = static_cast<int>(answered.answers.size());
  standardise(space, sums);
  const Eigen::Index n = space.mean.size();
  sums.rows.resize(sums.answers, n);
  sums.replies.resize(sums.answers);
  begin_with_nothing(space, sums);
  if (sums.answers > 0) {
    const double noise = typical_noise(answered);
    const bool stated = noise > 0;
    const Eigen::VectorXd weights = weights_of(answered, noise);
    sums.precision = weights.sum();
    sums.centre = answered.rows.transpose() * weights / sums.precision;
    sums.answer_centre = answered.answers.dot(weights) / sums.precision;
    const Eigen::VectorXd roots = weights.cwiseSqrt();
    sums.rows =
        roots.asDiagonal() * (answered.rows.rowwise() - sums.centre.transpose()).eval() * sums.scale.asDiagonal();
    const Eigen::VectorXd centred = answered.answers.array() - sums.answer_centre;
    const double spread = std::sqrt(centred.squaredNorm() / std::max(1, sums.answers - 1));
    if (spread > base::kSameAnswers * answered.answers.cwiseAbs().maxCoeff()) sums.unit = spread;
    sums.replies = roots.cwiseProduct(centred) / sums.unit;
    sums.least = kLeastNoise * kLeastNoise;
    if (stated) {
      sums.stated = kNoiseIsWorth;
      sums.noise = noise / (sums.unit * sums.unit);
    }
  }
  sums.inner = sums.rows.transpose() * sums.rows;
  sums.cross = sums.rows.transpose() * sums.replies;
  sums.total = sums.replies.squaredNorm();
  return sums;
}

}  // namespace explainee::person
