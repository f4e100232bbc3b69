// tests/testing/random_task.h: random tables and people, with everything that makes an answer hard to get right.
#pragma once

#include <cstdint>

#include "testing/oracle.h"

namespace explainee::oracle {

/// What is special about a task; anything else may occur now and then as well.
enum class Kind {
  kPlain,
  kDependent,   ///< duplicates, near-duplicates, sums of other columns
  kFewRows,     ///< fewer rows than columns
  kWeighted,    ///< weights, some of them 0
  kSummaries,   ///< one to three summaries or guesses, often in the span of the columns
  kKnowing,     ///< known and told columns, with squares and products or --linear
  kReasons,     ///< a least-squares model or weights of her own
  kSeeing,      ///< expressions
  kCategories,  ///< text columns as facts and as what she knows
  kSeveral,     ///< two or three predictions, or probabilities that sum to one
  kWild,        ///< scales 1e-12…1e12 and offsets up to 1e9 deviations
  kSettled,     ///< predictions that facts or her knowledge determine
};
inline constexpr int kKinds = 12;

/// Name of a kind, for tests.
[[nodiscard]] const char* name_of(Kind kind);

/// The task with this number.
[[nodiscard]] Task random_task(Kind kind, std::uint64_t seed);

}  // namespace explainee::oracle
