// explainee/explain/named_sd.h: "NAME=SD", a name with a standard deviation, as options hold it.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "explainee/base/result.h"

namespace explainee::explain {

/// Beyond this a square leaves the range of double precision.
inline constexpr double kLargestSd = 1e150;

/// Splits at the last =. kBadOption, naming the option and the part, when there is no name or no number of at least 0.
[[nodiscard]] base::Result<std::pair<std::string, double>> read_named_sd(std::string_view option,
                                                                         const std::string& part);

}  // namespace explainee::explain
