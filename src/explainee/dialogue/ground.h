// explainee/dialogue/ground.h: what does not change with her answers: the moments, the task, and what a case shows.
#pragma once

#include <string>
#include <vector>

#include "explainee/explain/composer.h"
#include "explainee/explain/verdict.h"
#include "explainee/user/person_model.h"

namespace explainee::dialogue {

/// Columns count within `columns` alone. Values are the table's own, shifts added.
struct Ground {
  std::vector<int> columns;  ///< moment columns of features and predictions, increasing
  Eigen::VectorXd shifts;    ///< of these
  user::PersonSpace space;
  explain::VerdictTask task;
  std::vector<std::string> candidates;  ///< names of the task's
  std::vector<std::size_t> shown;       ///< columns of the table that a case shows, in its order
};

/// Features are what she may reason from: explain::Gathered::reasons, which the composition must have gathered.
[[nodiscard]] Ground make_ground(const explain::Composition& composition);

}  // namespace explainee::dialogue
