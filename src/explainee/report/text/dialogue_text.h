// explainee/report/text/dialogue_text.h: what a dialogue shows on a screen: the choices, and a case.
#pragma once

#include <string>
#include <vector>

#include "explainee/view/people/dialogue_words.h"

namespace explainee::report {

/// What she might have in front of her, by plain names, numbered from 1.
[[nodiscard]] std::string choices_text(const std::vector<std::string>& choices, int width);

/// The values of a case; several side by side where there are many.
[[nodiscard]] std::string case_text(const view::CaseView& shown, int width);

}  // namespace explainee::report
