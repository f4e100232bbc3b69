// explainee/explain/proposals/compare_families.h: what each family of facts tells with 1, 2, … facts, side by side, to
// choose from.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/explain/explanation.h"
#include "explainee/explain/gather/gather.h"
#include "explainee/request/records/record.h"

namespace explainee::explain {

/// The best set of at most so many facts of one family.
struct FamilyPoint {
  int sparsity = 0;
  FactSet set;
  bool optimal = false;              ///< proven best
  std::optional<double> bound_nats;  ///< no set has more
  PerPrediction after;               ///< typical error with these facts
  double seconds = 0;                ///< of the search, with its proof
};

/// One family.
struct FamilyCurve {
  std::string family;
  std::size_t candidates = 0;  ///< facts that are open to her
  PerPrediction before;        ///< typical error given what she has, with what the family makes of it
  std::string data_sha256;     ///< of the moments used
  std::vector<FamilyPoint> points;
};

/// All families that apply.
struct FamilyComparison {
  Explanation about;                ///< rows, predictions, person and options: what all of them share
  std::vector<FamilyCurve> curves;  ///< in the order of the families
  std::vector<SetAside> left_out;   ///< families that have no fact for her here, and why
  bool interrupted = false;
};

/// Seconds that one search may take when no time limit is given.
inline constexpr double kSecondsEach = 10;

/// Records of the options that compare_families() takes.
[[nodiscard]] const std::vector<request::Record>& families_records();

/// Searches every family by itself for 1 … s facts. With Request::facts.family empty: every family that applies to the
/// table (groups where there are some). The time limit is of each search. Interrupted, it gives what there is.
[[nodiscard]] base::Result<FamilyComparison> compare_families(const Input& input, const request::Request& request,
                                                              const base::Control& control);

}  // namespace explainee::explain
