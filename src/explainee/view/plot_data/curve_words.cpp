#include "explainee/view/plot_data/curve_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace explainee::view {
namespace {

/// No line is broken here.
constexpr const char* kBlank = "\u00a0";

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::vector<std::string> curve_labels(std::span<const CurveSet> sets, const PlainNames& names) {
  std::vector<std::string> labels;
  const std::vector<std::string> none;
  for (std::size_t k = 0; k < sets.size(); ++k) {
    const std::vector<std::string>& before = k > 0 ? sets[k - 1].facts : none;
    std::vector<std::string> changes;
    for (const std::string& fact : sets[k].facts)
      if (!has(before, fact)) changes.push_back(fmt::format("+{}{}", kBlank, names.name(fact)));
    for (const std::string& fact : before)
      if (!has(sets[k].facts, fact)) changes.push_back(fmt::format("−{}{}", kBlank, names.name(fact)));
    if (changes.empty()) changes.emplace_back("the same");
    labels.push_back(
        fmt::format("{} fact{}: {}", sets[k].count, sets[k].count > 1 ? "s" : "", fmt::join(changes, ", ")));
  }
  return labels;
}

std::string curve_caption(std::span<const CurveSet> sets) {
  const auto any = [&](bool optimal) {
    return std::any_of(sets.begin(), sets.end(), [&](const CurveSet& set) { return set.optimal == optimal; });
  };
  if (any(true) && any(false)) return "bits (full dots: proven best)";
  if (any(true)) return "bits (each set proven best)";
  return any(false) ? "bits (not proven best)" : "bits";
}

}  // namespace explainee::view
