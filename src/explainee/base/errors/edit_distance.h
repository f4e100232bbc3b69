// explainee/base/errors/edit_distance.h: how far two names are apart, for "did you mean".
#pragma once

#include <cstddef>
#include <string_view>

namespace explainee::base {

/// How many insertions, deletions, replacements and exchanges of neighbours lead from a to b, where no letter changes
/// twice and the case of ASCII letters does not count.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace explainee::base
