// explainee/person/model/person_posterior.h: whom a few answers say she may be, and what that is learnt from, as plain
// data.
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <vector>

namespace explainee::person {

/// What answers can depend on: the moments of all rows.
struct PersonSpace {
  Eigen::VectorXd mean;                    ///< of the moment columns
  Eigen::MatrixXd covariance;              ///< of the moment columns
  std::vector<std::vector<int>> features;  ///< moment columns of each feature; a category has several
  std::vector<int> predictions;            ///< moment columns of the predictions
};

/// The rows she was asked about; a row that stands there twice was asked twice.
struct AnsweredRows {
  Eigen::MatrixXd rows;     ///< answers × moment columns
  Eigen::VectorXd answers;  ///< on any scale
  Eigen::VectorXd noise;    ///< standard deviation of each answer, positive; empty where nobody knows
};

/// How likely each kind of person is before she answered, and how sharply she answers.
struct PersonPrior {
  double nothing = 0.05;     ///< her answers have nothing to do with the row
  double prediction = 0.05;  ///< she answers the prediction itself
  double everything = 0.1;   ///< she weighs all features a little
  /// She reasons from one, two or three features: each number is as likely, and so is every set of that number.
  double few = 0.8;
  /// Of those with several columns: how many weigh them as least squares for a prediction does; the others anyhow.
  double as_least_squares = 0.5;
  /// How many of those who do not weigh anyhow answer on the scale of the prediction, as if guessing it; the others on
  /// a scale of their own. 0 when she is not asked for the prediction.
  double guessing = 0.5;
  /// A guesser's typical shift and stretch, in units of what she means; each as likely.
  std::vector<double> off_scale = {0.05, 0.3};
  /// Variance of what she means by that of her noise; each as likely.
  std::vector<double> sharpness = {1, 4, 16, 64, 256, 1024};
};

/// Limits of the work.
struct PersonEffort {
  int most_models = 20000;  ///< of each number of features; where there are more, the promising ones and a sample
  int most_parts = 2000;    ///< of the posterior that are kept
  std::uint64_t seed = 0;
};

/// What a part of the posterior says she does.
enum class PersonKind { kConstant, kPrediction, kLeastSquares, kFree, kEverything };

/// One part of the posterior: answer = answer_centre + unit·(c + wᵀz + noise), z the standardised columns less their
/// mean over her rows. Noise variance σ² ~ squares/χ²(degrees); c and w given σ² are normal.
struct PersonPart {
  PersonKind kind = PersonKind::kConstant;
  bool guesses = false;       ///< on the scale of the prediction
  double off_scale = 0;       ///< of a guesser
  std::vector<int> features;  ///< what she reasons from; empty for kConstant, kPrediction and kEverything
  std::vector<int> columns;   ///< the moment columns that w stands for
  double probability = 0;
  double sharpness = 0;
  double squares = 0;  ///< what the part leaves of her answers
  double degrees = 1;
  double intercept = 0;            ///< mean of c
  Eigen::VectorXd mean;            ///< of w
  Eigen::VectorXd intercept_root;  ///< c = intercept + σ·intercept_rootᵀε, ε standard normal
  /// w = mean + σ·root·ε, the same ε. For kEverything, with another ε, w = mean + σ·breadth·(ε +
  /// seen·diag(shrink)·seenᵀε).
  Eigen::MatrixXd root;
  double breadth = 0;
  Eigen::VectorXd shrink;
};

/// The posterior over persons.
struct PersonPosterior {
  std::vector<PersonPart> parts;  ///< probabilities sum to one
  Eigen::VectorXd scale;          ///< one by the standard deviation of each moment column; 0 where it is constant
  Eigen::VectorXd centre;         ///< mean of the moment columns over her rows, each weighing by its precision
  double answer_centre = 0;
  double unit = 1;       ///< of the answers
  Eigen::MatrixXd seen;  ///< columns of kEverything × rank: orthonormal directions that her rows span
};

}  // namespace explainee::person
