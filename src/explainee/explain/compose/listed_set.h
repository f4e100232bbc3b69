// explainee/explain/compose/listed_set.h: a set of facts on its way from the search to the answer.
#pragma once

#include <optional>
#include <vector>

#include "explainee/explain/compose/setting.h"
#include "explainee/explain/explanation.h"
#include "explainee/information/measure.h"

namespace explainee::explain {

/// Which facts, what is asked about them, and what was measured.
struct ListedSet {
  std::vector<Candidate> facts;
  information::SetToMeasure asked;
  information::MeasuredSet measured;
  double doubt_nats = 0;                  ///< how far what was measured from moments may be off by their rounding
  std::optional<bool> indistinguishable;  ///< of an alternative: the rows cannot tell it from the chosen set
};

/// A point of the curve on the same way.
struct ListedPoint {
  int sparsity = 0;
  ListedSet set;
  bool optimal = false;
};

/// These candidates of the setting, with what the search made of them.
[[nodiscard]] ListedSet list_set(const Setting& setting, const PersonProblem& problem, const search::Set& set);

/// As the answer has it.
[[nodiscard]] FactSet named_set(const ListedSet& set);

}  // namespace explainee::explain
