#include "explainee/report/text/terminal_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "explainee/report/text/row_text.h"
#include "explainee/report/text/wrap.h"
#include "explainee/view/numbers/number_text.h"

namespace explainee::report {
namespace {

using view::pad_left;
using view::pad_right;
using view::text_width;

constexpr int kBar = 24;

class Screen {
 public:
  Screen(const view::View& view, const TerminalStyle& style) : v_(view), style_(style) {}

  std::string draw() {
    out_ += paint(v_.title, "1") + fmt::format("  ({} rows)\n\n", v_.rows);
    gaps();
    facts();
    curve();
    if (v_.row.size() == 1) out_ += row_text(v_.row.front(), style_);
    paragraphs();
    if (!v_.notes.empty()) out_ += "\n";
    for (const std::string& note : v_.notes) out_ += wrap(note, style_.width, "  ", "    ");
    write(std::span(v_.sentences).last(1));  // the caution always stands last
    return std::move(out_);
  }

 private:
  void paragraphs() {
    const auto& all = v_.sentences;
    for (auto from = all.begin(); from + 1 < all.end();) {
      const auto to = std::find_if(from, all.end(), [&](const view::Sentence& s) { return s.topic != from->topic; });
      write({from, to});
      from = to;
    }
  }

  void write(std::span<const view::Sentence> paragraph) {
    std::string text;
    for (const view::Sentence& sentence : paragraph) text += sentence.text + " ";
    out_ += "\n" + wrap(text, style_.width, "  ", "  ");
  }

  [[nodiscard]] std::string paint(const std::string& text, const char* code) const {
    return style_.colour ? fmt::format("\033[{}m{}\033[0m", code, text) : text;
  }

  void gaps() {
    for (const view::Gap& gap : v_.gaps) {
      const std::string bar = view::bar_text(gap.left, kBar);
      out_ += fmt::format("  {}  {} → {}   {}{}{}\n", gap.label, gap.before.text, gap.after.text, paint(bar, "36"),
                          paint(shade(bar), "2"), v_.right ? "" : "  " + gap.summed);
    }
    if (!v_.all_together.empty()) out_ += fmt::format("  all together  {}\n", v_.all_together);
    if (v_.right) {
      out_ += fmt::format("  right when naming the likeliest class  {} → {}\n", v_.right->before.text,
                          v_.right->after.text);
    }
    if (!v_.measured_on.empty()) out_ += fmt::format("  on {}\n", v_.measured_on);
  }

  /// The part of the bar that the facts took away.
  [[nodiscard]] static std::string shade(const std::string& bar) {
    std::string text;
    for (std::size_t i = text_width(bar); i < std::size_t{kBar}; ++i) text += "░";
    return text;
  }

  void facts() {
    if (v_.facts.empty()) return;
    std::size_t width = 4;
    for (const view::FactView& fact : v_.facts) width = std::max(width, text_width(fact.label));
    const bool again_known = std::any_of(v_.facts.begin(), v_.facts.end(),
                                         [](const view::FactView& fact) { return !fact.chosen_again.empty(); });
    out_ += "\n" + fmt::format("  {}  {}  {}{}\n", pad_right("fact", width), pad_right(v_.weight_title, kBar + 9),
                               pad_left("coefficient", 12), again_known ? "  chosen again" : "");
    for (const view::FactView& fact : v_.facts) {
      const std::string bar = view::bar_text(fact.share, kBar);
      const std::string space(static_cast<std::size_t>(kBar) - std::min<std::size_t>(kBar, text_width(bar)), ' ');
      out_ += fmt::format("  {}  {}{} {}  {}{}\n", pad_right(fact.label, width), paint(bar, "32"), space,
                          pad_left(fact.weight.text, 8), pad_left(fact.coefficient, 12),
                          fact.chosen_again.empty() ? "" : "  " + fact.chosen_again);
    }
  }

  void curve() {
    if (v_.curve.size() < 2) return;
    out_ += "\n  facts  bits\n";
    for (const view::CurveStep& step : v_.curve) {
      if (step.adds_none) continue;
      out_ += fmt::format("  {:>5}  {} {}  {}\n", step.count, pad_left(step.set.bits.text, 8),
                          pad_right(view::bar_text(step.share, kBar), kBar), step.set.text);
    }
  }

  const view::View& v_;
  const TerminalStyle& style_;
  std::string out_;
};

}  // namespace

std::string terminal_text(const view::View& view, const TerminalStyle& style) { return Screen(view, style).draw(); }

}  // namespace explainee::report
