// explainee/explain/person_bests.h: the best explanation of each of many persons, and what those sets tell the others.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "explainee/explain/verdict.h"

namespace explainee::explain {

struct PersonBests {
  std::vector<search::Set> sets;  ///< those that are best for somebody, the most frequent ones; the one with the most
                                  ///< bits on average is among them where all sets were looked at
  Eigen::MatrixXd bits;           ///< sets × persons
  Eigen::VectorXd best_bits;      ///< of each person
  std::vector<int> best;          ///< of each person: position in `sets`, −1 when it was not kept
};

/// Looks at all sets where that is quick, else searches person by person. Stopped: who was not reached has no bits.
[[nodiscard]] PersonBests find_bests(const VerdictTask& task, const user::PersonDraws& draws,
                                     const base::Control& control);

}  // namespace explainee::explain
