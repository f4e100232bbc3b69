#include "explainee/report/waterfall_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "explainee/report/number_text.h"
#include "explainee/report/part_value.h"
#include "explainee/report/svg_text.h"
#include "explainee/report/words.h"

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

/// One bar from `from` to `to` in the prediction's units.
struct Step {
  std::string label;
  std::string detail;
  double from = 0;
  double to = 0;
  std::string number;
  const char* colour = kEnds;
};

std::vector<Step> steps_of(const explain::Explanation& e, const PlainNames& names) {
  const auto& row = *e.row;
  std::vector<Step> steps;
  const std::string& column = e.predictions.front();
  const double expected = row.expected.front();
  const double slope = names.slope(column).value_or(1);
  const double scale = std::abs(slope) * e.uncertainty.before.front();
  steps.push_back({"she expects", "", expected, expected, names.value(column, expected), kEnds});
  double at = expected;
  for (const auto& part : row.contributions) {
    const double moved = part.contribution.front();
    steps.push_back({part_label(part, names), part_value(part, names), at, at + moved,
                     signed_at_scale(slope * moved, scale), moved < 0 ? kDown : kUp});
    at += moved;
  }
  const double said = row.prediction.front();
  steps.push_back({"the rest", "", at, said, signed_at_scale(slope * row.remainder.front(), scale), kRest});
  steps.push_back({std::string(says(e)), "", said, said, names.value(column, said), kEnds});
  return steps;
}

/// Maps the prediction's units to pixels of one panel.
struct Scale {
  double low = 0;
  double high = 1;
  double left = 0;
  double right = 1;
  [[nodiscard]] double operator()(double value) const { return left + (value - low) / (high - low) * (right - left); }
};

std::string draw_step(const Step& step, double y, double panel_left, const Scale& scale) {
  std::string out =
      svg_text(panel_left + kLabelWidth - 10, y + (step.detail.empty() ? 16 : 12), step.label, "class=\"label\"");
  if (!step.detail.empty()) out += svg_text(panel_left + kLabelWidth - 10, y + 25, step.detail, "class=\"detail\"");
  const double a = scale(std::min(step.from, step.to));
  const double b = scale(std::max(step.from, step.to));
  if (step.from == step.to) {
    out += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\" fill=\"{}\"/>\n", a, y + 11, step.colour);
  } else {
    out += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"18\" rx=\"2\" fill=\"{}\"/>\n", a,
                       y + 2, std::max(1.0, b - a), step.colour);
  }
  return out + svg_text(b + 8, y + 16, step.number, "class=\"number\"");
}

/// Breaks a title into at most two lines of about this many characters.
std::vector<std::string> two_lines(const std::string& text, std::size_t width) {
  if (text_width(text) <= width) return {text};
  std::size_t cut = text.rfind(' ', width);
  if (cut == std::string::npos) return {text};
  return {text.substr(0, cut), text.substr(cut + 1)};
}

}  // namespace

std::string waterfall_svg(const std::string& title, std::span<const WaterfallPanel> panels, const PlainNames& names) {
  std::vector<std::vector<Step>> steps;
  double low = INFINITY;
  double high = -INFINITY;
  std::size_t most = 0;
  for (const WaterfallPanel& panel : panels) {
    steps.push_back(steps_of(*panel.explanation, names));
    most = std::max(most, steps.back().size());
    for (const Step& step : steps.back()) {
      low = std::min({low, step.from, step.to});
      high = std::max({high, step.from, step.to});
    }
  }
  const double space = std::max(1e-12, high - low);
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
    for (std::size_t i = 0; i < steps[p].size(); ++i) {
      out += draw_step(steps[p][i], kStepsTop + kRowHeight * static_cast<double>(i), left, scale);
    }
  }
  out += svg_text(kMargin, height - 18,
                  "Red raises the prediction, blue lowers it, grey is what the facts leave open. The facts go along "
                  "with the prediction; they are not causes.",
                  "class=\"foot\"");
  return out + "</svg>\n";
}

}  // namespace explainee::report
