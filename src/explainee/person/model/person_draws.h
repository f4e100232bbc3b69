// explainee/person/model/person_draws.h: persons drawn from a posterior, what she will answer, and whether a line
// explains her.
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <vector>

#include "explainee/person/model/person_model.h"

namespace explainee::person {

/// Persons, one a column: answer = intercept + weightsᵀ·row + noise.
struct PersonDraws {
  Eigen::MatrixXd weights;          ///< moment columns × draws, in the columns' own units
  Eigen::VectorXd intercepts;       ///< of the answers
  Eigen::VectorXd noise_variances;  ///< of the answers
  std::vector<bool> nothing = {};   ///< her answers have nothing to do with the row: they do not say who she is

  [[nodiscard]] Eigen::Index size() const { return weights.cols(); }
};

/// `count` persons drawn from the posterior, by their probability as evenly as can be; the same for the same seed.
[[nodiscard]] PersonDraws draw_persons(const PersonPosterior& posterior, int count, std::uint64_t seed);

/// Her answer to a row before she gives it.
struct PersonPrediction {
  double mean = 0;
  double variance = 0;        ///< of what she means: what is not known of her
  double noise_variance = 0;  ///< of her answer around what she means
};

/// Predicts her answer to a row (values of the moment columns). Where answers are too few for a variance to exist, the
/// noise variance is the sum of squares itself.
[[nodiscard]] PersonPrediction predict_answer(const PersonPosterior& posterior, const Eigen::VectorXd& row);

/// The expected map.
struct PersonMap {
  Eigen::VectorXd weights;  ///< of the moment columns
  double intercept = 0;
};
[[nodiscard]] PersonMap mean_map(const PersonPosterior& posterior);

/// How far a linear map of the columns accounts for her answers over all rows.
struct LinearReading {
  double share = 0;        ///< expected share of their variance
  double probability = 0;  ///< that it is more than half
};
[[nodiscard]] LinearReading linear_reading(const PersonDraws& draws, const PersonSpace& space);

}  // namespace explainee::person
