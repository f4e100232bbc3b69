// explainee/report/json.h: the explanation as the JSON document of the contract (schema explainee.explanation.v1).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "explainee/explain/explanation.h"

namespace explainee::report {

/// The document; `sentences` as words() gives them. Keys that were not computed are null, never absent.
[[nodiscard]] nlohmann::ordered_json to_json(const explain::Explanation& explanation,
                                             const std::vector<std::string>& sentences);

/// The document as text, indented, with a line end.
[[nodiscard]] std::string to_json_text(const explain::Explanation& explanation,
                                       const std::vector<std::string>& sentences);

/// The options that differ from their defaults, without threads, paths and outputs.
[[nodiscard]] nlohmann::ordered_json options_json(const std::vector<base::GivenOption>& given);

}  // namespace explainee::report
