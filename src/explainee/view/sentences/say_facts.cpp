#include "explainee/view/sentences/say_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "explainee/base/bits.h"
#include "explainee/base/printable/printable.h"
#include "explainee/view/numbers/number_text.h"
#include "explainee/view/sentences/phrases/bits_text.h"
#include "explainee/view/sentences/phrases/claim_text.h"
#include "explainee/view/sentences/phrases/shape_text.h"
#include "explainee/view/sentences/thresholds.h"

namespace explainee::view {
namespace {

using explain::Fact;

/// Share of rows above which a percentage would read as all of them.
constexpr double kNearlyAll = 0.995;

/// Which way a fact that is no number goes, where it goes one way.
std::string derived_text(const Fact& fact, const family::Description& candidate) {
  if (fact.coefficient.size() != 1) return "";
  const std::string_view way = fact.coefficient.front() > 0 ? "higher" : "lower";
  switch (candidate.shown) {
    case family::Shown::kYesNo:
      return fmt::format(" (if so, {})", way);
    case family::Shown::kShare:
      return fmt::format(" (the more alike, the {})", way);
    default:
      return fmt::format(" (both high or both low goes with {})", way);  // a product
  }
}

/// Several predictions that sum to one: whatever a fact gives to one of them it takes from the others.
bool are_chances(const Draft& s, const Fact& fact) {
  double sum = 0;
  double size = 0;
  for (const double coefficient : fact.coefficient) {
    sum += coefficient;
    size += std::abs(coefficient);
  }
  double constant = 0;
  for (const double intercept : s.e.intercept) constant += intercept;
  return std::abs(sum) <= kRoundedSum * size && std::abs(constant - 1) <= kRoundedSum;
}

/// Which class a higher value makes likelier.
std::string chance_text(const Fact& fact, const std::vector<std::string>& classes) {
  std::size_t up = fact.coefficient.size() == 1 && fact.coefficient.front() > 0 ? 1 : 0;
  if (fact.coefficient.size() > 1) {
    const auto most = std::max_element(fact.coefficient.begin(), fact.coefficient.end());
    up = static_cast<std::size_t>(most - fact.coefficient.begin());
  }
  const bool together = std::find(fact.marks.begin(), fact.marks.end(), "with_others") != fact.marks.end();
  return fmt::format(" (higher raises the chance of {}{})", base::printable(classes[up]),
                     together ? ", together with the others" : "");
}

/// Which level goes with the highest and which with the lowest prediction; nothing for several predictions.
std::string levels_text(const Fact& fact) {
  if (fact.columns.front().coefficient.size() != 1) return "";
  const auto by_coefficient = [](const explain::FactColumn& a, const explain::FactColumn& b) {
    return a.coefficient.front() < b.coefficient.front();
  };
  const auto [low, high] = std::minmax_element(fact.columns.begin(), fact.columns.end(), by_coefficient);
  if (low == high) return "";
  return fmt::format("; {} goes with the highest, {} with the lowest", base::printable(high->level),
                     base::printable(low->level));
}

std::string fact_text(const Draft& s, const Fact& fact) {
  std::string text = s.names.name(fact.name);
  const auto derived = s.e.derived.find(fact.name);
  if (told_in_shape(fact)) {
    text += shape_text(s, fact);
  } else if (derived != s.e.derived.end() && derived->second.shown != family::Shown::kNumber &&
             derived->second.shown != family::Shown::kLevel) {
    text += derived_text(fact, derived->second);
  } else if (s.e.label && !fact.coefficient.empty()) {
    text += chance_text(fact, s.e.label->classes);
  } else if (fact.coefficient.size() > 1 && are_chances(s, fact)) {
    std::vector<std::string> plain;
    for (const std::string& column : s.e.predictions) plain.push_back(s.names.name(column));
    text += chance_text(fact, plain);
  } else if (fact.coefficient.size() == 1) {
    const bool together = std::find(fact.marks.begin(), fact.marks.end(), "with_others") != fact.marks.end();
    const std::string code = s.names.unit(fact.name);  // a unit in brackets explains a code: (1 female, 2 male)
    text +=
        fmt::format(" ({}higher goes with {}{})",
                    code.starts_with('(') && code.ends_with(')') ? code.substr(1, code.size() - 2) + "; " : "",
                    fact.coefficient.front() > 0 ? "higher" : "lower", together ? ", together with the others" : "");
  } else if (!fact.columns.empty()) {
    text += fmt::format(" (a category{})", levels_text(fact));
  }
  if (fact.used_by_model == explain::UsedByModel::kPartly) {
    text += " (the model sees only a part of what it is made of)";
  } else if (std::find(fact.marks.begin(), fact.marks.end(), "not_an_input") != fact.marks.end()) {
    text += " (the model does not see it)";
  }
  if (fact.shown_with.noise > 0)
    text += fmt::format(" (shown with noise of {})", s.names.amount(fact.name, fact.shown_with.noise));
  if (fact.shown_with.step > 0)
    text += fmt::format(" (shown in steps of {})", s.names.amount(fact.name, fact.shown_with.step));
  return text;
}

}  // namespace

void say_nothing_to_explain(Draft& s) {
  if (s.e.summary.empty()) {
    s.add("The prediction is the same in every row{}: there is nothing to explain.",
          s.e.uncertainty.floor ? " on average over its draws" : "");
  } else {
    s.add(
        "The prediction follows completely from what {} has before her{}: 0 bits are left, there is nothing to "
        "explain.",
        s.who(), s.e.uncertainty.floor ? ", but for what varies from draw to draw" : "");
  }
}

void say_no_facts(Draft& s) {
  const bool implied = std::any_of(s.e.already_known.begin(), s.e.already_known.end(),
                                   [](const explain::AlreadyKnown& known) { return !known.by.empty(); });
  if (s.e.method == "lasso" && s.e.request.how.lambda) {
    s.add("With this penalty the Lasso chooses no fact at all.");
  } else if (implied) {
    s.add("Everything in the table that goes along with the prediction is known to this person already.");
  } else {
    s.add("No fact in the table goes along with the prediction.");
  }
}

void say_errors(Draft& s) {
  const bool one = s.e.facts.size() == 1;
  std::vector<std::string> told;
  for (const Fact& fact : s.e.facts) told.push_back(fact.name);
  const std::string these = s.list(told);
  for (std::size_t k = 0; k < s.e.predictions.size(); ++k) {
    const std::string& column = s.e.predictions[k];
    const std::string title = s.names.name(column);
    const auto& u = s.e.uncertainty;
    if (s.e.information.infinite && s.e.predictions.size() == 1) {
      s.add("For {}, the typical error about {} is {}; {} {} the prediction completely: nothing is left open.", s.who(),
            title, s.names.amount(column, u.before[k]), these, one ? "settles" : "settle");
      continue;
    }
    if (u.before[k] == 0) {
      s.add("Nothing of {} is open to {}: it follows from what is known.", title, s.who());
      continue;
    }
    if (u.after[k] == 0) {
      s.add("For {}, the typical error about {} is {}; with {} nothing of it is left open.", s.who(), title,
            s.names.amount(column, u.before[k]), these);
      continue;
    }
    s.add("For {}, the typical error about {} is {}; with {} it is {}, {} less.", s.who(), title,
          s.names.amount(column, u.before[k]), these, s.names.amount(column, u.after[k]), percent_text(u.removed[k]));
  }
  if (s.e.claim.settles_a_part())
    s.add("Of all predictions together this {}; the other{} open.", settled_text(s.e.claim),
          s.e.claim.directions - s.e.claim.settled == 1 ? " stays" : "s stay");
  if (!s.e.uncertainty.helped.empty() && s.e.predictions.size() == 1 && !s.e.information.infinite) {
    if (s.e.uncertainty.helped.front() == 1) {
      s.add("Every row comes closer to the prediction that way.");
    } else if (s.e.uncertainty.helped.front() > kNearlyAll) {
      s.add("Nearly every row comes closer to the prediction that way.");
    } else {
      s.add("{} of the rows come closer to the prediction that way; for the others it leads further away.",
            percent_text(s.e.uncertainty.helped.front()));
    }
  }
}

/// The same for a class: how much is open, and how often the likeliest class is the predicted one.
void say_chances(Draft& s) {
  if (!s.e.information.of_nats) return;  // stopped before the class was measured
  const explain::LabelReport& label = *s.e.label;
  std::vector<std::string> told;
  for (const Fact& fact : s.e.facts) told.push_back(fact.name);
  const double open = *s.e.information.of_nats;
  const bool settled = open - s.e.information.nats < kNothingLeft * open;
  const std::string bits = bits_text(open);
  s.add("For {}, {} of {} {} open; {} {}.", s.who(), bits, s.names.name(label.column), bits == "1 bit" ? "is" : "are",
        s.list(told),
        settled ? (told.size() == 1 ? "answers all of it" : "answer all of it")
                : fmt::format("{} {} of them", told.size() == 1 ? "answers" : "answer",
                              number_text(base::to_bits(s.e.information.nats))));
  s.add("Naming the likeliest class she would be right in {} of the rows, with {} in {}.",
        percent_text(label.right_before), told.size() == 1 ? "this fact" : "these facts",
        percent_text(label.right_after));
}

void say_facts(Draft& s) {
  std::vector<std::string> parts;
  for (const Fact& fact : s.e.facts) parts.push_back(fact_text(s, fact));
  s.add("The {}{}: {}.", parts.size() == 1 ? "fact" : "facts, weightiest first",
        s.e.summary.empty() ? "" : ", given what she has", list_text(parts));
  if (s.e.cost()) {
    s.add("{} {} of the {} that facts may cost.", parts.size() == 1 ? "It costs" : "Together they cost",
          number_text(*s.e.cost()), number_text(*s.e.request.facts.budget));
  }
}

}  // namespace explainee::view
