#include "explainee/request/grammar/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "explainee/base/number_of_text.h"
#include "explainee/data/name_pattern.h"

namespace explainee::request {

using base::Error;
using base::ErrorCode;
using base::Result;

Result<std::vector<std::string>> expand_names(std::string_view option, TableColumns columns,
                                              std::span<const std::string> patterns) {
  std::vector<std::string> names;
  for (const std::string& pattern : patterns) {
    const auto found = data::resolve_name(columns, pattern);
    if (!found.ok()) return Error{found.error().code, found.error().message, base::option(option)};
    for (const std::size_t index : found.value()) names.push_back(columns[index].name);
  }
  return names;
}

Result<std::string> expand_name(std::string_view option, TableColumns columns, const std::string& pattern) {
  EXPLAINEE_ASSIGN(std::vector<std::string> names, expand_names(option, columns, std::span(&pattern, 1)));
  if (names.size() == 1) return std::move(names.front());
  return Error{ErrorCode::kBadOption,
               base::say("{} takes one column, {} names {}", base::option(option), pattern, names.size())};
}

Result<std::vector<WeightedColumn>> read_weights(std::string_view option, TableColumns columns,
                                                 std::span<const std::string> texts) {
  std::vector<WeightedColumn> all;
  for (const std::string& text : texts) {
    const std::size_t equals = text.rfind('=');
    const bool literal = std::any_of(columns.begin(), columns.end(), [&](const auto& c) { return c.name == text; });
    std::optional<double> weight;
    std::string pattern = text;
    if (equals != std::string::npos && !literal) {
      weight = base::number_of_text<double>(std::string_view(text).substr(equals + 1));
      if (!weight || !std::isfinite(*weight)) {
        return Error{ErrorCode::kBadOption, fmt::format("'{}' does not end in a finite number", text),
                     base::option(option)};
      }
      pattern = text.substr(0, equals);
    }
    EXPLAINEE_ASSIGN(std::vector<std::string> names, expand_names(option, columns, std::span(&pattern, 1)));
    for (std::string& name : names) all.push_back({std::move(name), weight});
  }
  return all;
}

}  // namespace explainee::request
