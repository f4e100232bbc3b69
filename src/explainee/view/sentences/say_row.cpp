#include "explainee/view/sentences/say_row.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "explainee/base/printable/printable.h"
#include "explainee/view/names/part_value.h"
#include "explainee/view/numbers/number_text.h"
#include "explainee/view/row/explained_row.h"
#include "explainee/view/sentences/phrases/bits_text.h"
#include "explainee/view/sentences/phrases/support_text.h"

namespace explainee::view {
namespace {

using explain::Contribution;

/// "bmi, 32 where she would expect 27,"
std::string part_is(const Draft& s, const Contribution& part) {
  if (part.shown == family::Shown::kLevel)
    return fmt::format("{} {}", part_label(part, s.names), base::printable(part.level));
  if (part.shown != family::Shown::kNumber)
    return fmt::format("{} ({})", s.names.name(part.name), part_value(part, s.names));
  return fmt::format("{}, {} where she would expect {},", s.names.name(part.name),
                     s.names.value(part.name, *part.value), s.names.value(part.name, part.expected.value_or(0)));
}

std::string unit_text(const Draft& s, const std::string& column) {
  const std::string unit = s.names.unit_of_differences(column);
  return unit.empty() ? "" : " " + unit;
}

std::string part_text(const Draft& s, const Contribution& part, std::size_t k) {
  const std::string moved = moved_text(s.e, s.names, part.contribution[k], k) + unit_text(s, s.e.predictions[k]);
  if (part.shown == family::Shown::kLevel)
    return fmt::format("{} is {}: {}", part_label(part, s.names), base::printable(part.level), moved);
  if (part.shown != family::Shown::kNumber)
    return fmt::format("{} ({}): {}", s.names.name(part.name), part_value(part, s.names), moved);
  // A unit in brackets explains a code, and a code has no value in between that one would expect.
  if (s.names.unit(part.name).starts_with('(')) {
    return fmt::format("{} is {}: {}", s.names.name(part.name), s.names.value(part.name, *part.value), moved);
  }
  return fmt::format("{} is {} where she would expect {}: {}", s.names.name(part.name),
                     s.names.value(part.name, *part.value), s.names.value(part.name, part.expected.value_or(0)), moved);
}

/// "40 % of the rows", or "one row in 120" for what is rare.
std::string how_often(double one_in) {
  constexpr double kRare = 10;
  return one_in < kRare ? percent_text(1 / one_in) + " of the rows" : fmt::format("one row in {:.0f}", one_in);
}

void say_row_verdict(Draft& s, const explain::RowExplanation& r, std::size_t k) {
  if (r.one_in_before.empty()) return;
  const double gap = std::abs(r.prediction[k] - r.expected[k]);
  if (r.one_in_after.empty()) {
    s.add("So large a gap from what she expected ({}) occurs in {}; nothing is left of it.",
          s.names.amount(s.e.predictions[k], gap), how_often(r.one_in_before[k]));
    return;
  }
  s.add("So large a gap from what she expected ({}) occurs in {}; so large a rest ({}) in {}.",
        s.names.amount(s.e.predictions[k], gap), how_often(r.one_in_before[k]),
        s.names.amount(s.e.predictions[k], std::abs(r.remainder[k])), how_often(r.one_in_after[k]));
}

/// One row of a class: what moves the chance of the class that was predicted.
void say_class_row(Draft& s) {
  const explain::RowExplanation& r = *s.e.row;
  std::size_t k = 0;  // of several: the predicted one
  if (r.prediction.size() > 1)
    k = static_cast<std::size_t>(std::max_element(r.prediction.begin(), r.prediction.end()) - r.prediction.begin());
  const bool low = r.prediction.size() == 1 && r.prediction[0] == 0;
  const std::string predicted = base::printable(s.e.label->classes[r.prediction.size() > 1 ? k : (low ? 0 : 1)]);
  std::vector<std::string> parts;
  for (const Contribution& part : r.contributions) {
    const double moved = low ? -part.contribution[k] : part.contribution[k];
    parts.push_back(fmt::format("{} {} its chance", part_is(s, part), moved < 0 ? "lowers" : "raises"));
  }
  s.add("{} the model says {}.", in_row(s.e, s.names), predicted);
  if (!parts.empty()) s.add("There {}.", list_text(parts));
}

}  // namespace

void say_row(Draft& s) {
  const explain::RowExplanation& r = *s.e.row;
  const std::string name = in_row(s.e, s.names);
  if (s.e.label) say_class_row(s);
  for (std::size_t k = 0; k < s.e.predictions.size() && !s.e.label; ++k) {
    const std::string& column = s.e.predictions[k];
    std::vector<std::string> parts;
    for (const Contribution& part : r.contributions) parts.push_back(part_text(s, part, k));
    const std::string where = name + (s.e.predictions.size() == 1 ? "" : ", for " + s.names.name(column) + ",");
    if (r.guesses.size() == 1) {
      s.add(
          "{} she guesses {}; whoever has seen how her guesses run against the model would expect {}, and "
          "{} {}.",
          where, s.names.value(column, r.guesses.front().second), s.names.value(column, r.expected[k]), says_text(s.e),
          s.names.value(column, r.prediction[k]));
    } else {
      s.add("{} she would have expected {}; {} {}.", where, s.names.value(column, r.expected[k]), says_text(s.e),
            s.names.value(column, r.prediction[k]));
    }
    if (!parts.empty()) {
      s.add("There {}. Left over: {}.", list_text(parts),
            moved_text(s.e, s.names, r.remainder[k], k) + unit_text(s, column));
    }
    say_row_verdict(s, r, k);
  }
  if (r.surprise_removed_nats && !tells_nothing(s.e) && (s.e.predictions.size() == 1 || s.e.label)) {
    const double removed = *r.surprise_removed_nats;
    if (removed < 0) {
      s.add("For this row {}: the prediction is more surprising with {} than without, by {}.",
            s.e.facts.size() == 1 ? "the fact does not help" : "the facts do not help",
            s.e.facts.size() == 1 ? "it" : "them", bits_text(-removed));
    } else {
      s.add("For this row the {} {} of surprise.", s.e.facts.size() == 1 ? "fact removes" : "facts remove",
            bits_text(removed));
    }
  }
}

}  // namespace explainee::view
