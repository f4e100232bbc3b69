// explainee/report/text/terminal_text.h: the explanation as a screenful of words and bars.
#pragma once

#include <string>

#include "explainee/report/text/terminal_style.h"
#include "explainee/view/view.h"

namespace explainee::report {

/// Title, error before and after, the facts with bars, the row if asked for, then the sentences in paragraphs and the
/// notes.
[[nodiscard]] std::string terminal_text(const view::View& view, const TerminalStyle& style);

}  // namespace explainee::report
