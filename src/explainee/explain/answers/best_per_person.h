// explainee/explain/answers/best_per_person.h: the best explanation of each of many persons, and what those sets tell
// the others.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/explain/answers/verdict_task.h"
#include "explainee/person/model/person_draws.h"

namespace explainee::explain {

struct BestPerPerson {
  std::vector<search::Set> sets;  ///< those that are best for somebody, the most frequent ones; the one with the most
                                  ///< bits on average is among them where all sets were looked at
  Eigen::MatrixXd bits;           ///< sets × persons
  Eigen::VectorXd best_bits;      ///< of each person
  std::vector<int> best;          ///< of each person: position in `sets`, −1 when it was not kept
};

/// Looks at all sets where that is quick, else searches person by person. Stopped: who was not reached has no bits.
[[nodiscard]] BestPerPerson find_best_sets(const VerdictTask& task, const person::PersonDraws& draws,
                                           const base::Control& control);

/// What one set tells each person, in bits.
[[nodiscard]] Eigen::VectorXd bits_of_set(const VerdictTask& task, const person::PersonDraws& draws,
                                          const search::Set& set);

}  // namespace explainee::explain
