// explainee/explain/learnt/standing_check.h: how much a reader who combines columns freely would know of the
// predictions, from what is known, from the facts too, and from all promising columns (information §8).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/explain/shapes/held_rows.h"

namespace explainee::explain {

/// How much is looked at.
struct StandingRules {
  std::size_t most_rows = 5000;   ///< fewer where there are several predictions
  std::size_t most_columns = 12;  ///< promising ones, beside those of the facts
  std::uint64_t seed = 0;
};

/// Information in nats on rows that took no part in learning, and whether it exceeds two standard errors.
struct Standing {
  double known_nats = 0;  ///< of the predictions, from what is known
  double facts_nats = 0;  ///< further ones, from the columns of the facts
  double all_nats = 0;    ///< further ones, from those and the promising columns
  bool facts_clear = false;
  bool beyond_clear = false;  ///< that all tells more than the facts
  std::int64_t rows = 0;      ///< learned from
  std::vector<int> columns;   ///< promising ones, by place among the sources
};

/// Asks the learner; `facts`: places of the facts' columns among the sources. Predictions of numbers count together, by
/// ½ ln of the ratio of determinants of what is left of them; classes by log-loss. kInterrupted when stopped.
[[nodiscard]] base::Result<Standing> measure_standing(const HeldRows& held, std::span<const int> facts,
                                                      const StandingRules& rules, const base::Control& control);

}  // namespace explainee::explain
