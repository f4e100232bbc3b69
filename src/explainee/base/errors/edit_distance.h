// explainee/base/errors/edit_distance.h: how far two names are apart, for "did you mean".
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace explainee::base {

/// Levenshtein's distance: insertions, deletions and replacements from a to b, the case of ASCII letters ignored.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// The one of these names that is nearest to what was written, of equals the first; empty when none is near: more than
/// half of the letters, and more than two, would have to change.
[[nodiscard]] std::string nearest(std::string_view written, std::span<const std::string> names);

}  // namespace explainee::base
