// explainee/report/text/terminal_style.h: how text for a terminal is written.
#pragma once

namespace explainee::report {

/// How to write it.
struct TerminalStyle {
  bool colour = false;  ///< ANSI colours
  int width = 100;      ///< sentences are wrapped to this many characters
};

}  // namespace explainee::report
