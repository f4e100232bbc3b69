// explainee/dialogue/case_pool.h: the cases that she may be asked about, and those that she was.
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/dialogue/fixed_data.h"
#include "explainee/dialogue/next_row.h"

namespace explainee::dialogue {

/// One value of a case, as the table has it.
struct ShownValue {
  std::string column;
  std::optional<double> number;  ///< of a number column
  std::string text;              ///< of a text column
};

/// One row of the table, to be shown.
struct Case {
  std::int64_t row = 0;
  std::string id;  ///< where rows have one
  std::vector<ShownValue> values;
  std::vector<double> predictions;  ///< what the model says
};

/// Few enough to be held in memory, however long the table is.
struct CasePool {
  std::vector<Case> cases;     ///< by increasing row
  Eigen::MatrixXd values;      ///< cases × columns of the fixed
  std::vector<bool> ordinary;  ///< may be asked about; the others were answered in an earlier dialogue

  /// Position of a row; none when it is not here.
  [[nodiscard]] std::optional<std::size_t> find(std::int64_t row) const;
};

/// Chooses ordinary rows from a seeded sample, and adds the rows `answered`. Two passes. kMalformedTable when one of
/// those is not in the table or has a missing cell.
[[nodiscard]] base::Result<CasePool> read_cases(explain::Composition& composition, const FixedData& fixed,
                                                const QuestionPolicy& policy,
                                                const std::vector<std::int64_t>& answered);

}  // namespace explainee::dialogue
