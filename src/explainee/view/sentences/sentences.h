// explainee/view/sentences/sentences.h: the explanation in sentences that a reader without statistics understands.
#pragma once

#include <string_view>
#include <vector>

#include "explainee/explain/explanation.h"
#include "explainee/view/names/plain_names.h"
#include "explainee/view/sentences/sentence.h"

namespace explainee::view {

/// What every text for people ends with.
inline constexpr const char* kNotCauses =
    "These facts tell what the prediction goes along with; they are not causes, nor a list of what the model uses.";

/// Most important first: error before and after (the headline) and the facts; the person; the row if asked; the proof
/// and how sure; other choices; and last, alone, kNotCauses.
[[nodiscard]] std::vector<Sentence> sentences(const explain::Explanation& explanation, const PlainNames& names);

}  // namespace explainee::view
