// tests/testing/simulated_people.h: people who answer questions about rows, and what they lose with the explanation
// they then get.
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <string>
#include <vector>

#include "explainee/explain/answers/verdict.h"
#include "explainee/person/model/person_model.h"

namespace explainee::tests {

/// Rows of features and, last, the prediction; with their moments.
struct PeopleTable {
  Eigen::MatrixXd rows;
  person::PersonSpace space;
  [[nodiscard]] int features() const { return static_cast<int>(rows.cols()) - 1; }
};

[[nodiscard]] PeopleTable table_of(Eigen::MatrixXd rows);

/// Who is simulated, and how she is asked.
struct PeopleSettings {
  /// few: she guesses the prediction by least squares from one, two or three features, each number as likely;
  /// everything: all features, normal weights; two: above or below the mean of the guess of `few`; curved: a square and
  /// a product of two features; words: the guess of `few` as one of three words; prior: drawn from the model's own
  /// prior. Noise: a tenth of the standard deviation of what she means (prior: as drawn; words: before the word).
  std::string people = "few";
  int sparsity = 2;
  int active = 6;   ///< questions chosen by the program
  int random = 10;  ///< questions about rows drawn at random
  int draws = 1000;
  double matters = 0.1;  ///< only who loses this share of the achievable bits with the impersonal explanation is asked
};

/// After 0, 1, … answers.
struct Dialogue {
  std::vector<double> loss;         ///< share of the achievable bits, by the true moments of what she answers
  std::vector<double> plug_in;      ///< the same with the paper's Algorithm 1 on the answered rows alone
  std::vector<double> probability;  ///< Verdict::probability_best
  std::vector<double> expected;     ///< Verdict::expected_loss_share
  double seconds = 0;               ///< processor time of the slowest answer: posterior, verdict, next question
};

struct Outcome {
  bool matters = false;
  double impersonal = 0;  ///< loss with the impersonal explanation
  double best = 0;        ///< achievable bits
  Dialogue active;
  Dialogue random;
};

[[nodiscard]] search::Set impersonal_set(const PeopleTable& table, int sparsity);

/// One person; the same for the same seed.
[[nodiscard]] Outcome simulate(const PeopleTable& table, const PeopleSettings& settings, const search::Set& impersonal,
                               std::uint64_t seed);

}  // namespace explainee::tests
