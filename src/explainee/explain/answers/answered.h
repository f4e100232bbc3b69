// explainee/explain/answers/answered.h: a person who answered a few questions: who she may be, and what is best to tell
// her.
#pragma once

#include "explainee/explain/answers/verdict.h"
#include "explainee/explain/compose/composer.h"
#include "explainee/person/model/person_model.h"

namespace explainee::explain {

/// One person in the place of several: the average of what they mean, and what she varies by beyond it: their noise,
/// and how far they differ.
struct Typical {
  Eigen::VectorXd weights;  ///< of the moment columns
  double own_variance = 0;
};

/// What answers say.
struct Learnt {
  AnswersReport report;
  std::optional<search::Set> told;  ///< the candidates with the most bits expected over all whom she may be
  Typical typical;                  ///< of those for whom they are right
  /// Of the nats of the set that is told, or judged, over all whom she may be, 95 %.
  std::optional<information::Interval> nats;
};

/// What answers can depend on, in a composition that is prepared but for them: Gathered::reasons.
[[nodiscard]] person::PersonSpace person_space(const Composition& composition);

/// What is explained; `before` is the problem without her answers, `covariance` that of all moment columns, or of some,
/// increasing, by whose positions the task counts then.
[[nodiscard]] VerdictTask verdict_task(const Composition& composition, const PersonProblem& before,
                                       const Eigen::MatrixXd& covariance);
[[nodiscard]] VerdictTask verdict_task(const Composition& composition, const PersonProblem& before,
                                       const Eigen::MatrixXd& covariance, const std::vector<int>& columns);

/// Where each of some columns stands among others, increasing, that contain it.
[[nodiscard]] std::vector<int> positions_among(const std::vector<int>& columns, const std::vector<int>& some);

/// The answered rows as values of the moment columns, in the order of the answers, which is that of rows. Fails naming
/// the line of `from` when the table lacks one.
[[nodiscard]] base::Result<Eigen::MatrixXd> read_answered(Composition& composition,
                                                          const std::vector<person::Answer>& answers,
                                                          const data::TableSource& from);

/// Her answers and the rows they are to (read_answered).
struct Asked {
  Eigen::MatrixXd rows;
  const std::vector<person::Answer>& answers;
  const person::PersonDraws* anybody = nullptr;  ///< draw_anybody() where it is at hand
  const VerdictTask* judged = nullptr;           ///< the facts that are judged, all its candidates; null: none are
};

/// How persons are drawn, but for control.
[[nodiscard]] PersonsOptions persons_options(const Composition& composition);

/// From her answers. Out of time there is no verdict; anything when cancelled.
[[nodiscard]] Learnt learn(const Composition& composition, const person::PersonSpace& space, const VerdictTask& task,
                           Asked asked, const base::Control& control);

/// Learns who she may be from Gathered::asked and which of the open candidates are best to tell her then, and adds what
/// the typical one of those for whom they are understands as a column of u. Nothing without answers.
[[nodiscard]] base::Result<void> learn_from_answers(Composition& composition);

/// The set with the most bits expected over the persons she may be takes the place of the one that was searched.
/// Nothing without answers.
void tell_the_verdict(Composition& composition);

}  // namespace explainee::explain
