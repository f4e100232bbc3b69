// explainee/explain/answers/verdict.h: the posterior over persons as a posterior over explanations
// (docs/decisions/0008).
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <optional>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/explain/answers/verdict_task.h"
#include "explainee/person/model/odd_answers.h"
#include "explainee/person/model/person_draws.h"

namespace explainee::explain {

/// A set that is best for some of the persons drawn.
struct Contender {
  search::Set set;
  double expected_bits = 0;
  double share_best = 0;  ///< of the persons drawn for whom it is the best
};

/// Which explanation to give now, and how sure that is.
struct Verdict {
  search::Set set;                    ///< the one with the most expected bits
  double expected_bits = 0;           ///< what it tells her
  double expected_best_bits = 0;      ///< what would be told if she were known
  double probability_best = 0;        ///< that it is right: within base::kRight of the best set's bits
  double expected_loss_bits = 0;      ///< expected_best_bits − expected_bits
  double expected_loss_share = 0;     ///< expectation of the loss by the best set's bits
  std::vector<Contender> contenders;  ///< the chosen set first, then by how often they are best
  Eigen::MatrixXd bits;               ///< contenders × persons
  Eigen::VectorXd best_bits;          ///< of each person
};

/// Whom she may be, and what is best to tell her then.
struct Persons {
  person::PersonDraws from_answers;  ///< whom her answers say she is
  person::LinearReading reading;     ///< of them
  person::Oddity oddity = person::Oddity::kNone;
  person::PersonDraws draws;  ///< whom she may be: the same, but anybody where her answers have nothing to do with it
  Verdict verdict;            ///< over the draws; empty where there is nothing to choose
};

/// From her answers: at most `count` persons drawn from the posterior, fewer where candidates are many. `by_words`: the
/// answers are scores of words, not on the scale of the prediction.
struct PersonsOptions {
  int count = 1000;
  bool by_words = false;
  std::uint64_t seed = 0;
  const person::PersonDraws* anybody = nullptr;  ///< draw_anybody() with the same options, where it is at hand
  base::Control control;
};
/// Persons of whom nothing is known.
[[nodiscard]] person::PersonDraws draw_anybody(const person::PersonSpace& space, const VerdictTask& task,
                                               const PersonsOptions& options);
[[nodiscard]] Persons weigh_persons(const person::PersonSpace& space, const person::AnsweredRows& answered,
                                    const VerdictTask& task, const PersonsOptions& options);

/// The verdict over persons drawn from a posterior. A settled prediction counts as kDetermined's bits.
[[nodiscard]] Verdict judge(const VerdictTask& task, const person::PersonDraws& draws,
                            const base::Control& control = {});

}  // namespace explainee::explain
