// explainee/base/edit_distance.h: how far two names are apart, for "did you mean".
#pragma once

#include <cstddef>
#include <string_view>

namespace explainee::base {

/// Levenshtein's distance: insertions, deletions and replacements from a to b, the case of ASCII letters ignored.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace explainee::base
