#include "explainee/view/sentences/phrases/shape_text.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "explainee/base/printable/printable.h"

namespace explainee::view {
namespace {

using explain::Fact;
using Points = std::vector<std::pair<double, double>>;

/// Share of a curve's height below which a turn is none.
constexpr double kSmallTurn = 0.1;

/// What a fact moves, and by how much where it grows by one: the prediction, or the chance of one class.
struct Moved {
  double slope = 0;
  std::string of_class = {};  ///< empty: the prediction

  [[nodiscard]] std::string rises(bool up) const {
    if (of_class.empty()) return up ? "goes with higher" : "goes with lower";
    return fmt::format("{} the chance of {}", up ? "raises" : "lowers", of_class);
  }
};

/// None of several predictions.
std::optional<Moved> moved(const Draft& s, const Fact& fact) {
  const auto& slopes = fact.coefficient;
  if (!s.e.label) return slopes.size() == 1 ? std::optional(Moved{slopes.front()}) : std::nullopt;
  const auto name = [&](std::size_t k) { return base::printable(s.e.label->classes[k]); };
  if (slopes.size() == 1) return Moved{slopes.front(), name(1)};
  const auto most = std::max_element(slopes.begin(), slopes.end());
  if (most == slopes.end()) return std::nullopt;
  return Moved{*most, name(static_cast<std::size_t>(most - slopes.begin()))};
}

std::string bent_text(const Draft& s, const Fact& fact, const Moved& moves) {
  Points points = fact.shape.points;
  if (points.empty()) return " (bent)";
  for (auto& [x, y] : points) y *= moves.slope;
  const auto by_height = [](const auto& a, const auto& b) { return a.second < b.second; };
  const auto [low, high] = std::minmax_element(points.begin(), points.end(), by_height);
  const double turn = kSmallTurn * (high->second - low->second);
  const double first = points.front().second;
  const double last = points.back().second;
  const std::string chance = moves.of_class.empty() ? "" : "chance of " + moves.of_class + " ";
  // Ends that lie close to the extremes are the extremes.
  const bool dips = std::min(first, last) - low->second > turn;
  const bool peaks = high->second - std::max(first, last) > turn;
  if (dips && peaks) return fmt::format(" ({}up and down)", chance);
  if (dips)
    return fmt::format(" ({}lowest near {}, higher on both sides)", chance, s.names.value(fact.name, low->first));
  if (peaks)
    return fmt::format(" ({}highest near {}, lower on both sides)", chance, s.names.value(fact.name, high->first));
  return fmt::format(" (higher {}, not evenly)", moves.rises(last > first));
}

}  // namespace

bool told_in_shape(const Fact& fact) {
  return fact.shape.kind != family::Shape::Kind::kAsIs || (fact.family == "auto" && fact.sources.size() == 2);
}

std::string shape_text(const Draft& s, const Fact& fact) {
  const std::optional<Moved> moves = moved(s, fact);
  if (!moves) return fact.shape.kind == family::Shape::Kind::kBent ? " (bent)" : "";
  const bool up = moves->slope > 0;
  switch (fact.shape.kind) {
    case family::Shape::Kind::kBent:
      return bent_text(s, fact, *moves);
    case family::Shape::Kind::kCut:
      if (s.e.label) return fmt::format(" (which {})", moves->rises(up));
      return up ? " (if so, higher)" : " (if so, lower)";
    case family::Shape::Kind::kAsIs:
      break;
  }
  return fmt::format(" (how it counts depends on {})", s.names.column_name(fact.sources.back()));
}

}  // namespace explainee::view
