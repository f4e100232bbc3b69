#include "explainee/report/svg/families_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "explainee/report/svg/svg_text.h"
#include "explainee/view/numbers/number_text.h"

namespace explainee::report {
namespace {

using view::FamiliesView;
using view::FamilyStep;
using view::FamilyView;

constexpr double kLeft = 64;
constexpr double kRight = 560;
constexpr double kCurvesTop = 96;
constexpr double kBottom = 400;
constexpr double kWidth = 780;
constexpr double kHeight = 496;
constexpr double kLabelGap = 17;

/// Told apart also without seeing all colours.
constexpr std::array kColours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#a07d00",
                                 "#56b4e9", "#22252a", "#8c4a1f", "#6a51a3"};

/// A step of 1, 2 or 5 times a power of ten that divides the height into about five.
double nice_step(double most) {
  const double rough = most / 5;
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough) return factor * power;
  }
  return 10 * power;
}

/// Where things stand in the picture.
struct Frame {
  double most_bits = 1;
  double step = 0.2;
  std::size_t most_facts = 1;

  explicit Frame(const FamiliesView& view) {
    double most = 0;
    for (const FamilyView& family : view.families) {
      most_facts = std::max(most_facts, family.steps.size());
      for (const FamilyStep& step_of : family.steps) most = std::max(most, step_of.infinite ? 0 : step_of.bits.value);
    }
    if (!(most > 0)) most = 1;
    step = nice_step(most);
    most_bits = step * std::ceil(most / step + 0.05);
  }

  [[nodiscard]] double x(std::size_t facts) const {
    if (most_facts == 1) return 0.5 * (kLeft + kRight);
    return kLeft + 20 + (kRight - kLeft - 40) * static_cast<double>(facts - 1) / static_cast<double>(most_facts - 1);
  }
  [[nodiscard]] double y(const FamilyStep& one) const {
    return one.infinite ? kCurvesTop : kBottom - (kBottom - kCurvesTop) * std::max(0.0, one.bits.value) / most_bits;
  }
};

std::string axes(const Frame& frame) {
  std::string out;
  const auto ticks = static_cast<int>(std::lround(frame.most_bits / frame.step));
  for (int k = 0; k <= ticks; ++k) {
    const double y = kBottom - (kBottom - kCurvesTop) * k / ticks;
    out += fmt::format("<line x1=\"{0}\" y1=\"{2:.1f}\" x2=\"{1}\" y2=\"{2:.1f}\" stroke=\"{3}\"/>\n", kLeft, kRight, y,
                       k == 0 ? "#5a6068" : "#e4e6ea");
    out += svg_text(kLeft - 10, y + 4, view::number_text(frame.step * k), "class=\"tick\" text-anchor=\"end\"");
  }
  for (std::size_t facts = 1; facts <= frame.most_facts; ++facts)
    out += svg_text(frame.x(facts), kBottom + 20, std::to_string(facts), "class=\"tick\" text-anchor=\"middle\"");
  out += svg_text(0.5 * (kLeft + kRight), kBottom + 42, "facts told, at most", "class=\"axis\" text-anchor=\"middle\"");
  return out + svg_text(kLeft - 44, kCurvesTop - 18, "bits", "class=\"axis\"");
}

std::string line_of(const FamilyView& family, const Frame& frame, const char* colour) {
  std::string path;
  std::string dots;
  for (std::size_t k = 0; k < family.steps.size(); ++k) {
    const double x = frame.x(k + 1);
    const double y = frame.y(family.steps[k]);
    path += fmt::format("{}{:.1f},{:.1f}", k == 0 ? "" : " ", x, y);
    dots +=
        fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4.5\" fill=\"{}\" stroke=\"{}\" stroke-width=\"2\"/>\n", x,
                    y, family.steps[k].optimal ? colour : "#ffffff", colour);
  }
  return fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\n", path, colour) + dots;
}

/// Heights of the labels at the lines' ends: as near as can be, in order, and a line apart.
std::vector<double> label_heights(const FamiliesView& view, const Frame& frame) {
  std::vector<std::pair<double, std::size_t>> ends;
  for (std::size_t i = 0; i < view.families.size(); ++i) {
    if (!view.families[i].steps.empty()) ends.emplace_back(frame.y(view.families[i].steps.back()), i);
  }
  std::sort(ends.begin(), ends.end());
  std::vector<double> heights(view.families.size(), kBottom);
  double lowest = kCurvesTop - kLabelGap;
  for (auto& [y, i] : ends) lowest = y = std::max(y, lowest + kLabelGap);
  double room = kBottom + 10;  // what went beyond the axis moves up again
  for (auto it = ends.rbegin(); it != ends.rend(); ++it) {
    it->first = std::min(it->first, room);
    room = it->first - kLabelGap;
    heights[it->second] = it->first;
  }
  return heights;
}

}  // namespace

std::string families_svg(const FamiliesView& view) {
  const Frame frame(view);
  const std::string title = "What each family of facts tells " + view.person;
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
      "role=\"img\">\n<title>{2}</title>\n"
      "<style>text{{font-family:Helvetica,Arial,sans-serif;fill:#22252a}}.head{{font-size:18px;font-weight:bold}}"
      ".sub,.axis{{font-size:13px;fill:#5a6068}}.tick{{font-size:12px;fill:#5a6068}}.name{{font-size:13px}}"
      ".foot{{font-size:11px;fill:#5a6068}}</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
      kWidth, kHeight, svg_escape(title));
  out += svg_text(24, 34, "What each family of facts tells", "class=\"head\"");
  const std::string about = fmt::format("{} ({} rows), to {}", view.subject, view.rows, view.person);
  out += svg_text(24, 56, svg_fit(about, 110), "class=\"sub\"");
  out += axes(frame);
  const std::vector<double> heights = label_heights(view, frame);
  for (std::size_t i = 0; i < view.families.size(); ++i) {
    const FamilyView& family = view.families[i];
    if (family.steps.empty()) continue;
    const char* colour = kColours[i % kColours.size()];
    const double x = frame.x(family.steps.size());
    out += line_of(family, frame, colour);
    out += fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" stroke-width=\"1\" "
        "stroke-dasharray=\"2 3\"/>\n",
        x + 8, frame.y(family.steps.back()), kRight + 14, heights[i], colour);
    out += svg_text(kRight + 20, heights[i] + 4, family.name + "  " + family.end,
                    fmt::format("class=\"name\" style=\"fill:{}\"", colour));
  }
  out +=
      svg_text(24, kHeight - 18,
               "Each bit halves the typical error. Full dots are proven best, hollow ones the best found. The facts go "
               "along with the prediction; they are not causes.",
               "class=\"foot\"");
  return out + "</svg>\n";
}

}  // namespace explainee::report
