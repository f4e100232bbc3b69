// explainee/cohort.h: the best facts for every person of a list.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "explainee/dataset.h"
#include "explainee/request.h"
#include "explainee/result.h"

namespace explainee {
inline namespace v0 {

/// What one person is told.
struct PersonalExplanation {
  std::string user;
  std::vector<std::string> facts;
  std::vector<double> coefficients;
  double bits = 0;                   ///< NaN where the facts settle the prediction
  bool infinite = false;             ///< they do
  double removed = 0;                ///< share of the typical error
  std::optional<double> bound_bits;  ///< no other facts tell her more
  bool optimal = false;              ///< proven best
  double impersonal_bits = 0;        ///< what the best facts for nobody in particular tell her
  std::string status;                ///< ok, nothing_to_explain, too_few_rows …
};

/// Receives people in the order of the list; what it returns as an error ends the work.
using ForEachPerson = std::function<Result<void>(const PersonalExplanation&)>;

/// Where a run leaves its marks.
struct CohortSettings {
  /// A file of the caller's choice: kept until all are served, so that a run that was stopped goes on from it.
  /// One run at a time has it: kUnwritableOutput for a second.
  std::string journal;
};

/// Serves everybody in `people`: a table with the column user and one of knows (names separated by ;), w:NAME weights,
/// or row and answer. The request says what is the same for all.
[[nodiscard]] Result<std::int64_t> cohort(const Dataset& dataset, const Request& request, const Dataset& people,
                                          const CohortSettings& settings, const ForEachPerson& each,
                                          const Control& control = {});

}  // namespace v0
}  // namespace explainee
