// explainee/explain/supported/told_by_folds.h: how many facts gain on folds of the moments that took no part, and what
// telling them is worth there (information §7): where there are no rows whose signs could be flipped.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/explain/compose/setting.h"
#include "explainee/explain/supported/worth.h"

namespace explainee::explain {

/// How much is done.
struct FoldRules {
  int most_facts = 3;
  bool decide = true;      ///< the number of facts; else as many as may be told
  bool measure = true;     ///< what they are worth on other rows
  std::size_t parts = 10;  ///< folds are joined to so many, fewer where these would have less than ten rows
};

/// What was found.
struct ToldByFolds {
  bool decided = false;    ///< else there are too few folds or rows, and as many are told as may be
  double rows_needed = 0;  ///< by facts of so many columns, in the folds there are, or in enough of them
  int facts = 0;
  std::vector<double> p_values;  ///< of a first, second … further fact, as far as was looked
  bool together = false;         ///< found only by looking at several facts at once
  std::optional<HeldOut> held_out;
};

/// In fewer folds with rows nothing is decided or measured.
inline constexpr std::size_t kFewestFolds = 3;

/// Decides and measures. Folds without rows do not count.
[[nodiscard]] base::Result<ToldByFolds> tell_by_folds(const Setting& setting, const FoldRules& rules,
                                                      const base::Control& control);

}  // namespace explainee::explain
