#include "explainee/view/sentences/phrases/shape_text.h"

#include <algorithm>

#include "explainee/base/printable/printable.h"

namespace explainee::view {
namespace {

using explain::Fact;
using Points = std::vector<std::pair<double, double>>;

/// Share of a curve's height below which a turn is none.
constexpr double kSmallTurn = 0.1;

/// What rises: the prediction, or the chance of a class.
std::string rises_text(const Draft& s, bool up) {
  if (!s.e.label) return up ? "goes with higher" : "goes with lower";
  return fmt::format("{} the chance of {}", up ? "raises" : "lowers", base::printable(s.e.label->classes.back()));
}

std::string bent_text(const Draft& s, const Fact& fact) {
  Points points = fact.shape.points;
  if (points.empty()) return " (bent)";
  for (auto& [x, y] : points) y *= fact.coefficient.front();
  const auto by_height = [](const auto& a, const auto& b) { return a.second < b.second; };
  const auto [low, high] = std::minmax_element(points.begin(), points.end(), by_height);
  const double turn = kSmallTurn * (high->second - low->second);
  const double first = points.front().second;
  const double last = points.back().second;
  const std::string chance = s.e.label ? "chance of " + base::printable(s.e.label->classes.back()) + " " : "";
  // Ends that lie close to the extremes are the extremes.
  const bool dips = std::min(first, last) - low->second > turn;
  const bool peaks = high->second - std::max(first, last) > turn;
  if (dips && peaks) return fmt::format(" ({}up and down)", chance);
  if (dips)
    return fmt::format(" ({}lowest near {}, higher on both sides)", chance, s.names.value(fact.name, low->first));
  if (peaks)
    return fmt::format(" ({}highest near {}, lower on both sides)", chance, s.names.value(fact.name, high->first));
  return fmt::format(" (higher {}, not evenly)", rises_text(s, last > first));
}

}  // namespace

bool told_in_shape(const Fact& fact) {
  return fact.shape.kind != family::Shape::Kind::kAsIs || (fact.family == "auto" && fact.sources.size() == 2);
}

std::string shape_text(const Draft& s, const Fact& fact) {
  if (fact.coefficient.size() != 1) return fact.shape.kind == family::Shape::Kind::kBent ? " (bent)" : "";
  const bool up = fact.coefficient.front() > 0;
  switch (fact.shape.kind) {
    case family::Shape::Kind::kBent:
      return bent_text(s, fact);
    case family::Shape::Kind::kCut:
      if (s.e.label) return fmt::format(" (if so, it {})", rises_text(s, up));
      return up ? " (if so, higher)" : " (if so, lower)";
    case family::Shape::Kind::kAsIs:
      break;
  }
  return fmt::format(" (higher {} then {})", s.names.name(fact.sources.front()), rises_text(s, up));
}

}  // namespace explainee::view
