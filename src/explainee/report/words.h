// explainee/report/words.h: the explanation in sentences that a reader without statistics understands.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "explainee/explain/explanation.h"
#include "explainee/report/plain_names.h"

namespace explainee::report {

/// What every text for people ends with.
inline constexpr const char* kNotCauses =
    "These facts tell what the prediction goes along with; they are not causes, nor a list of what the model uses.";

/// The person, as in "somebody who knows age and sex".
[[nodiscard]] std::string person_text(const explain::Explanation& explanation, const PlainNames& names);

/// What stands before the prediction of a row; with --versus it is the difference of two.
[[nodiscard]] inline std::string_view says(const explain::Explanation& explanation) {
  return explanation.options.versus.empty() ? "the model says" : "the difference is";
}

/// Sentences about one thing.
using Paragraph = std::vector<std::string>;

/// Most important first: error before and after and the facts; the row if asked; the proof and how sure; other choices;
/// and last, alone, kNotCauses.
[[nodiscard]] std::vector<Paragraph> paragraphs(const explain::Explanation& explanation, const PlainNames& names);

/// The same sentences in one list.
[[nodiscard]] std::vector<std::string> sentences(const std::vector<Paragraph>& paragraphs);

}  // namespace explainee::report
