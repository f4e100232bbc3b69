// explainee/report/json/explanation_json.h: the explanation as the JSON document of the contract (schema
// explainee.explanation.v1).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "explainee/base/errors/speech.h"
#include "explainee/explain/explanation.h"
#include "explainee/view/sentences/sentence.h"

namespace explainee::report {

/// The document; `sentences` as view::sentences() gives them. Keys that were not computed are null, never absent.
/// Warnings and reasons name options in the manner of `speech`.
[[nodiscard]] nlohmann::ordered_json to_json(const explain::Explanation& explanation,
                                             const std::vector<view::Sentence>& sentences,
                                             const base::Speech& speech = base::command_line());

/// The document as text, indented, with a line end.
[[nodiscard]] std::string to_json_text(const explain::Explanation& explanation,
                                       const std::vector<view::Sentence>& sentences);

/// One row taken apart; null without one.
[[nodiscard]] nlohmann::ordered_json row_json(const std::optional<explain::RowExplanation>& row);

/// The options that differ from their defaults, without threads, paths and outputs.
[[nodiscard]] nlohmann::ordered_json options_json(const std::vector<base::GivenOption>& given);

}  // namespace explainee::report
