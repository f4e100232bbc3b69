// explainee/report/terminal_text.h: the explanation as a screenful of words and bars.
#pragma once

#include <string>
#include <vector>

#include "explainee/explain/explanation.h"
#include "explainee/report/plain_names.h"
#include "explainee/report/words.h"

namespace explainee::report {

/// How to write it.
struct TerminalStyle {
  bool colour = false;  ///< ANSI colours
  int width = 100;      ///< sentences are wrapped to this many characters
};

/// Title, error before and after, the facts with bars, the row if asked for, then the paragraphs and warnings.
[[nodiscard]] std::string terminal_text(const explain::Explanation& explanation,
                                        const std::vector<Paragraph>& paragraphs, const PlainNames& names,
                                        const TerminalStyle& style);

/// Wraps a sentence; further lines are indented.
[[nodiscard]] std::string wrap(const std::string& text, int width, const std::string& first, const std::string& rest);

}  // namespace explainee::report
