// explainee/person/model/answer_sums.h: all that closed forms need of a person's answers.
#pragma once

#include <Eigen/Dense>

#include "explainee/person/model/person_posterior.h"

namespace explainee::person {

/// Columns are standardised over all rows and less their mean over her rows; a row weighs by its precision.
struct AnswerSums {
  int answers = 0;
  Eigen::VectorXd scale;        ///< one by each column's standard deviation over all rows; 0 where it is constant
  Eigen::MatrixXd correlation;  ///< of the columns over all rows
  Eigen::MatrixXd rows;         ///< answers × columns, times the roots of the weights
  Eigen::MatrixXd inner;        ///< rowsᵀ·rows
  Eigen::VectorXd replies;      ///< the answers likewise, in units of `unit`
  Eigen::VectorXd cross;        ///< rowsᵀ·replies
  double total = 0;             ///< the replies' squares summed
  Eigen::VectorXd centre;       ///< what was subtracted of the columns, in their own units
  double answer_centre = 0;
  double unit = 1;       ///< spread of the answers; of the prediction where they have none
  double least = 0;      ///< squares to begin with: never quite nothing
  double stated = 0;     ///< answers that a stated noise is worth, 0 when none is
  double noise = 0;      ///< stated variance, in units of unit²
  double precision = 0;  ///< sum of the weights
};

[[nodiscard]] AnswerSums sum_up(const PersonSpace& space, const AnsweredRows& answered);

}  // namespace explainee::person
