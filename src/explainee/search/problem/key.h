// explainee/search/problem/key.h: the order among values: settled directions first, then the objective (mathematics
// §2).
#pragma once

#include <compare>

#include "explainee/search/problem/problem.h"

namespace explainee::search {

/// What sets are ranked by, bounds included.
struct Key {
  int determined = 0;  ///< directions of ŷ that are settled
  double nats = 0;     ///< objective of the others

  // The check takes the 0 inside the defaulted comparison for a pointer.
  [[nodiscard]] std::partial_ordering operator<=>(const Key& other) const = default;  // NOLINT(modernize-use-nullptr)
};

/// The key of a value.
[[nodiscard]] inline Key key_of(const Value& value) { return {value.determined, value.objective_nats()}; }

}  // namespace explainee::search
