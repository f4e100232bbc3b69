// explainee/search/problem/addition.h: what adding one more candidate to a set would bring.
#pragma once

#include <optional>

#include "explainee/search/problem/gram_schmidt.h"
#include "explainee/search/problem/key.h"

namespace explainee::search {

/// The key once `candidate` is known beside the levels; none when it adds no rank.
[[nodiscard]] std::optional<Key> key_with(const Problem& problem, const GramSchmidt& levels, int candidate);

}  // namespace explainee::search
