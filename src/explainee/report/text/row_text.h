// explainee/report/text/row_text.h: one row as lines with bars.
#pragma once

#include <string>

#include "explainee/report/text/terminal_style.h"
#include "explainee/view/row/row_view.h"

namespace explainee::report {

/// An empty line, the row's name, and a line for each step: words, amount, bar.
[[nodiscard]] std::string row_text(const view::RowView& row, const TerminalStyle& style);

}  // namespace explainee::report
