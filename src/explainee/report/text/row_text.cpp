#include "explainee/report/text/row_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "explainee/view/numbers/number_text.h"

namespace explainee::report {
namespace {

constexpr int kRowBar = 24;

std::string painted(const TerminalStyle& style, const std::string& text, const char* code) {
  return style.colour ? fmt::format("\033[{}m{}\033[0m", code, text) : text;
}

}  // namespace

std::string row_text(const view::RowView& row, const TerminalStyle& style) {
  std::size_t width = 0;
  for (const view::Step& step : row.steps) {
    if (step.kind == view::StepKind::kFact || step.kind == view::StepKind::kEnd)
      width = std::max(width, view::text_width(step.words()));
  }
  std::string text = "\n" + painted(style, fmt::format("  {}\n", row.name), "1");
  for (const view::Step& step : row.steps) {
    const std::string bar = step.share > 0 ? view::bar_text(step.share, kRowBar) : "";
    text += fmt::format("  {}  {}  {}\n", view::pad_right(step.words(), width), view::pad_left(step.text, 12),
                        painted(style, bar, step.amount < 0 ? "31" : "32"));
  }
  return text;
}

}  // namespace explainee::report
