#include "explainee/report/svg/waterfall_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "explainee/report/svg/svg_text.h"
#include "explainee/view/numbers/number_text.h"

namespace explainee::report {
namespace {

constexpr double kPanelWidth = 360;
constexpr double kLabelWidth = 168;
constexpr double kRowHeight = 34;
constexpr double kStepsTop = 128;
constexpr double kMargin = 24;
constexpr double kNumberSpace = 44;

constexpr const char* kUp = "#c2553a";
constexpr const char* kDown = "#2f6f9f";
constexpr const char* kEnds = "#3b3f46";
constexpr const char* kRest = "#b9bec6";

/// What stays open is grey, whichever way it goes.
const char* colour_of(const view::Step& step) {
  if (step.kind == view::StepKind::kRest) return kRest;
  if (step.kind != view::StepKind::kFact) return kEnds;
  return step.amount < 0 ? kDown : kUp;
}

/// Maps the prediction's units to pixels of one panel.
struct Scale {
  double low = 0;
  double high = 1;
  double left = 0;
  double right = 1;
  [[nodiscard]] double operator()(double value) const { return left + (value - low) / (high - low) * (right - left); }
};

/// Breaks a text into at most two lines of about this many characters.
std::vector<std::string> two_lines(const std::string& text, std::size_t width) {
  if (view::text_width(text) <= width) return {text};
  std::size_t cut = text.rfind(' ', width);
  if (cut == std::string::npos) return {text};
  return {text.substr(0, cut), text.substr(cut + 1)};
}

/// The name of a step and, below it, its value; a long name takes two lines.
std::string draw_label(const view::Step& step, double y, double right) {
  constexpr std::size_t kOneLine = 27;
  const std::vector<std::string> lines = two_lines(step.label, kOneLine);
  const bool one = lines.size() == 1;
  std::string out = svg_text(right, y + (!one ? 7 : step.value.empty() ? 16 : 12), lines.front(), "class=\"label\"");
  if (!one) out += svg_text(right, y + 18, lines.back(), "class=\"detail\"");
  if (!step.value.empty()) out += svg_text(right, y + (one ? 25 : 29), step.value, "class=\"detail\"");
  return out;
}

std::string draw_step(const view::Step& step, double y, double panel_left, const Scale& scale) {
  std::string out = draw_label(step, y, panel_left + kLabelWidth - 10);
  const double a = scale(std::min(step.from, step.to));
  const double b = scale(std::max(step.from, step.to));
  if (step.from == step.to) {
    out += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\" fill=\"{}\"/>\n", a, y + 11, colour_of(step));
  } else {
    out += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"18\" rx=\"2\" fill=\"{}\"/>\n", a,
                       y + 2, std::max(1.0, b - a), colour_of(step));
  }
  return out + svg_text(b + 8, y + 16, step.text, "class=\"number\"");
}

}  // namespace

WaterfallPanel waterfall_panel(const view::View& view, const std::string& title) {
  std::string subtitle;
  if (!view.gaps.empty()) {
    const view::Gap& gap = view.gaps.front();
    subtitle = fmt::format("{} {} → {}", gap.label, view::number_text(gap.before.value), gap.after.text);
    if (!view.measured_on.empty()) subtitle += ", on " + view.measured_on;
  }
  return {title, std::move(subtitle), view.row.front()};
}

std::string waterfall_svg(const std::string& title, std::span<const WaterfallPanel> panels) {
  double low = INFINITY;
  double high = -INFINITY;
  std::size_t most = 0;
  for (const WaterfallPanel& panel : panels) {
    most = std::max(most, panel.row.steps.size());
    for (const view::Step& step : panel.row.steps) {
      low = std::min({low, step.from, step.to});
      high = std::max({high, step.from, step.to});
    }
  }
  const double space = high > low ? high - low : std::max(1.0, std::abs(high));  // where nothing moves, any will do
  const double width = 2 * kMargin + kPanelWidth * static_cast<double>(panels.size());
  const double height = kStepsTop + kRowHeight * static_cast<double>(most) + 48;
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
      "role=\"img\">\n"
      "<title>{2}</"
      "title>\n<style>text{{font-family:Helvetica,Arial,sans-serif;fill:#22252a}}.head{{font-size:18px;font-weight:"
      "bold}}"
      ".who{{font-size:14px;font-weight:bold}}.sub{{font-size:12.5px;fill:#5a6068}}.label{{font-size:13px;text-anchor:"
      "end}}"
      ".detail{{font-size:11px;text-anchor:end;fill:#5a6068}}.number{{font-size:12px}}.foot{{font-size:11px;fill:#"
      "5a6068}}</style>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
      width, height, svg_escape(title));
  out += svg_text(kMargin, 34, title, "class=\"head\"");
  for (std::size_t p = 0; p < panels.size(); ++p) {
    const double left = kMargin + kPanelWidth * static_cast<double>(p);
    double y = 64;
    for (const std::string& line : two_lines(panels[p].title, 44)) {
      out += svg_text(left, y, line, "class=\"who\"");
      y += 18;
    }
    out += svg_text(left, y + 2, panels[p].subtitle, "class=\"sub\"");
    const Scale scale{low - 0.04 * space, high + 0.04 * space, left + kLabelWidth,
                      left + kPanelWidth - kNumberSpace - 16};
    for (std::size_t i = 0; i < panels[p].row.steps.size(); ++i) {
      out += draw_step(panels[p].row.steps[i], kStepsTop + kRowHeight * static_cast<double>(i), left, scale);
    }
  }
  out += svg_text(kMargin, height - 18,
                  "Red raises the prediction, blue lowers it, grey is what the facts leave open. The facts go along "
                  "with the prediction; they are not causes.",
                  "class=\"foot\"");
  return out + "</svg>\n";
}

}  // namespace explainee::report
