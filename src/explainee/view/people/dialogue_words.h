// explainee/view/people/dialogue_words.h: a dialogue in words: a case, how sure it is, why it ends, what she said.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explainee/dialogue/dialogue.h"
#include "explainee/view/names/plain_names.h"

namespace explainee::view {

/// One value of a case, as people know it.
struct CaseValue {
  std::string label;
  std::string value;
};

/// A case that she is asked about.
struct CaseView {
  std::vector<CaseValue> values;
};

/// The values of a case with plain names and units.
[[nodiscard]] CaseView case_view(const dialogue::Case& shown, const PlainNames& names);

/// What the questions are about, and what is usual: "predicted price: 152 euro on average, mostly between 98 and 206
/// euro".
[[nodiscard]] std::string subject_text(const dialogue::Dialogue& dialogue, const PlainNames& names);

/// Her reply in her own terms: "110 points", "'high'".
[[nodiscard]] std::string answer_text(const dialogue::Dialogue& dialogue, double number, const PlainNames& names);

/// "2 answers and 1 case passed over".
[[nodiscard]] std::string count_text(const dialogue::DialogueState& state);

/// "62 % sure what to tell you".
[[nodiscard]] std::string sureness_text(const dialogue::Standing& standing);

/// Why no more is asked, how sure the facts are, and what is odd about her answers.
[[nodiscard]] std::vector<std::string> ending_sentences(const dialogue::Standing& standing);

/// "You said 110 in the last case, where the model says 152; cases that you rate 110 average 137." None where her
/// answers do not tell. `average`: Dialogue::average_where_she_says() of her last answer.
[[nodiscard]] std::optional<std::string> lead_sentence(const dialogue::Dialogue& dialogue,
                                                       const dialogue::Standing& standing,
                                                       std::optional<double> average, const PlainNames& names);

}  // namespace explainee::view
