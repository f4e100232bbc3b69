// explainee/explain/shapes/fit_shape.h: which shape tells most about the predictions, by cross-fitted gains
// (information §8).
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "explainee/explain/shapes/shape.h"
#include "explainee/explain/shapes/shape_library.h"

namespace explainee::explain {

/// Σ w·z·zᵀ of each fold of z = (1, columns of u, shapes of the library, targets).
struct ShapeGrams {
  std::vector<Eigen::MatrixXd> folds;
  std::vector<double> fold_weights;
  int given = 0;  ///< columns of u
  int targets = 0;
};

/// As it is, unless a bend or a cut is better by more than a standard error; a product with what is known where its
/// gain beside that shape is clear.
[[nodiscard]] CandidateShape fit_shape(const ShapeLibrary& library, const ShapeGrams& grams);

}  // namespace explainee::explain
