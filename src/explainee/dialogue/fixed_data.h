// explainee/dialogue/fixed_data.h: what does not change with her answers: the moments, the task, and what a case shows.
#pragma once

#include <string>
#include <vector>

#include "explainee/explain/answers/verdict.h"
#include "explainee/explain/compose/composer.h"
#include "explainee/person/model/person_model.h"

namespace explainee::dialogue {

/// Columns count within `columns` alone. Values are the table's own, shifts added.
struct FixedData {
  std::vector<int> columns;  ///< moment columns of features and predictions, increasing
  Eigen::VectorXd shifts;    ///< of these
  person::PersonSpace space;
  explain::VerdictTask task;
  std::vector<std::string> candidates;  ///< names of the task's
  std::vector<std::size_t> shown;       ///< columns of the table that a case shows, in its order
};

/// Features are what she may reason from: explain::Gathered::reasons, which the composition must have gathered.
[[nodiscard]] FixedData make_fixed_data(const explain::Composition& composition);

}  // namespace explainee::dialogue
