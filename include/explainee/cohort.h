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
  std::optional<double> bits;             ///< none where the facts settle the prediction, or rows are too few
  bool infinite = false;                  ///< they settle it
  std::optional<double> removed;          ///< share of the typical error; none where rows are too few
  std::optional<double> bound_bits;       ///< no other facts tell this person more
  bool optimal = false;                   ///< proven best
  std::optional<double> impersonal_bits;  ///< of the best facts for nobody in particular; none where these settle it
  std::string status;                     ///< ok, nothing_to_explain, too_few_rows …
  std::optional<bool> found;              ///< some fact is more than chance; none where that was not asked
  std::optional<double> predictive_bits;  ///< on rows not used for choosing; none where not measured
  std::optional<double> predictive_se;    ///< its standard error
  std::vector<std::string> shapes;        ///< of each fact: as it is, bent or cut; empty where all are served at once
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
/// or row and answer. The request says what is the same for all. A quadratic or linear reader, the family features and
/// request::Tell::kAll serve all at once, in microseconds each; anything else explains one after the other as explain()
/// does.
[[nodiscard]] Result<std::int64_t> cohort(const Dataset& dataset, const Request& request, const Dataset& people,
                                          const CohortSettings& settings, const ForEachPerson& each,
                                          const Control& control = {});

}  // namespace v0
}  // namespace explainee
