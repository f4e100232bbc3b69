// explainee/cohort/one_by_one/told.h: what explain() tells one of many people, as the list of them keeps it.
#pragma once

#include <string>
#include <vector>

#include "explainee/cohort/serve/served.h"
#include "explainee/explain/explanation.h"

namespace explainee::cohort {

/// Figures, and the names of the facts in their order; Served::facts is empty.
struct Told {
  Served served;
  std::vector<std::string> facts;
};

/// Of one prediction that is a number.
[[nodiscard]] Told told_of(const explain::Explanation& explanation);

}  // namespace explainee::cohort
