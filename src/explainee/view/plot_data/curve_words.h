// explainee/view/plot_data/curve_words.h: what changes from one number of facts to the next, and what is proven of it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "explainee/view/names/plain_names.h"

namespace explainee::view {

/// A set of at most `count` facts, by the names that the answer gives them.
struct CurveSet {
  int count = 0;
  std::vector<std::string> facts;
  std::optional<bool> optimal;  ///< proven best; none where nothing is known of it
};

/// "2 facts: + body mass index, − age": who comes and goes against the set before. Signs stay with their names.
[[nodiscard]] std::vector<std::string> curve_labels(std::span<const CurveSet> sets, const PlainNames& names);

/// "bits (each set proven best)".
[[nodiscard]] std::string curve_caption(std::span<const CurveSet> sets);

}  // namespace explainee::view
