#include "explainee/explain/named_sd.h"

#include <fmt/format.h>

#include <cmath>

#include "explainee/base/number_of_text.h"

namespace explainee::explain {

base::Result<std::pair<std::string, double>> read_named_sd(std::string_view option, const std::string& part) {
  const auto bad = [&](const std::string& why) {
    return base::Error{base::ErrorCode::kBadOption, fmt::format("--{}: '{}' {}", option, part, why), ""};
  };
  const std::size_t equals = part.rfind('=');
  if (equals == std::string::npos || equals == 0) return bad("has no name or no noise; write A=0.5");
  const std::optional<double> sd = base::number_of_text<double>(std::string_view(part).substr(equals + 1));
  if (!sd || !std::isfinite(*sd)) return bad("does not end in a finite number; write A=0.5");
  if (!(*sd >= 0 && *sd <= kLargestSd))
    return bad(fmt::format("is no standard deviation; it must lie between 0 and {}", kLargestSd));
  return std::pair{part.substr(0, equals), *sd};
}

}  // namespace explainee::explain
