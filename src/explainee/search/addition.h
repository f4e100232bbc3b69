// explainee/search/addition.h: what adding one more candidate to a set would bring.
#pragma once

#include <optional>

#include "explainee/search/key.h"
#include "explainee/search/levels.h"

namespace explainee::search {

/// The key once `candidate` is known beside the levels; none when it adds no rank.
[[nodiscard]] std::optional<Key> key_with(const Problem& problem, const Levels& levels, int candidate);

}  // namespace explainee::search
