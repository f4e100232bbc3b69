// explainee/base/errors/suggestion.h: which name was meant by one that is not known: "did you mean".
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace explainee::base {

/// The one of these names that was probably meant, of equals the first; empty when none is near: more than a third of
/// the letters would have to change, and that is another word, no slip.
[[nodiscard]] std::string nearest(std::string_view written, std::span<const std::string> names);

/// 'name'
[[nodiscard]] std::string quoted(const std::string& name);

/// The end of a sentence about a name that is not known: "; did you mean X?" with the nearest of these, empty when none
/// is near. `shown` is how the door writes a name: as it is unless given.
[[nodiscard]] std::string did_you_mean(std::string_view written, std::span<const std::string> names,
                                       const std::function<std::string(const std::string&)>& shown = {});

/// The same for names that were found near by another rule: "; did you mean a, b or c?"
[[nodiscard]] std::string did_you_mean(std::span<const std::string> near);

}  // namespace explainee::base
