#include "explainee/view/sentences/say_elsewhere.h"

#include <cmath>

#include "explainee/view/numbers/number_text.h"
#include "explainee/view/sentences/phrases/bits_text.h"
#include "explainee/view/sentences/phrases/support_text.h"

namespace explainee::view {
namespace {

std::string told(const Draft& s) {
  std::vector<std::string> names;
  for (const explain::Fact& fact : s.e.facts) names.push_back(fact.name);
  return s.list(names);
}

/// ", 48 % less"
std::string change_text(double before, double after) {
  if (!(after < before)) return ", no less";
  return fmt::format(", {} less", percent_text(1 - after / before));
}

/// One test found something, and without the rows that are left out it finds nothing.
void say_chance(Draft& s) {
  s.add("Chosen anew without these rows, nothing was clear enough to be told, so this may be chance.");
}

/// Without rows there is another rule for how many facts are told.
void say_rule(Draft& s) {
  if (!s.e.support || s.e.support->rule != explain::Support::Rule::kFoldGains) return;
  s.add("Moments have no rows: a fact is told where it clearly gains on folds that took no part in choosing it.");
}

void say_error(Draft& s, std::size_t k) {
  const explain::Predictive& rows = *elsewhere(s.e);
  const std::string& column = s.e.predictions[k];
  const std::string title = s.names.name(column);
  if (std::isnan(rows.before[k])) {
    s.add("{} follows from the other predictions and what is known.", title);
  } else if (rows.before[k] == 0) {
    s.add("Nothing of {} is open to {}: it follows from what is known.", title, s.who());
  } else {
    s.add("For {}, the typical error about {} is {}; with {} it is {}{}, on {}.", s.who(), title,
          s.names.amount(column, rows.before[k]), told(s), s.names.amount(column, rows.after[k]),
          change_text(rows.before[k], rows.after[k]), other_rows(s.e));
  }
}

}  // namespace

void say_nothing_supported(Draft& s) {
  s.add("Nothing in this table tells this reader more than chance.");
  const Weight before = s.weight;
  s.begin(s.topic, Weight::kDetail);
  if (s.e.unsupported && !s.e.unsupported->features.empty()) {
    s.add("The best that was found, not told: {} ({} on the rows it was chosen from).",
          s.list(s.e.unsupported->features), information_text(s.e.unsupported->nats, s.e.unsupported->infinite));
  }
  say_rule(s);
  s.begin(s.topic, before);
}

void say_errors_elsewhere(Draft& s) {
  const explain::Predictive& rows = *elsewhere(s.e);
  for (std::size_t k = 0; k < s.e.predictions.size(); ++k) say_error(s, k);
  if (!told_elsewhere(rows) && !s.e.score) return say_chance(s);
  if (!rows.closer) return;
  // Where the number of facts is decided anew, nothing may be told of some rows: these come neither closer nor away.
  const bool decided = s.e.support && s.e.support->decided;
  s.add("There {} closer in {} of cases, {} in {}.", s.e.facts.size() == 1 ? "it leads" : "they lead",
        percent_text(*rows.closer), decided ? "not closer" : "further away", percent_text(1 - *rows.closer));
}

void say_chances_elsewhere(Draft& s) {
  const explain::Predictive& rows = *elsewhere(s.e);
  s.add("For {}, {} could be named correctly in {} of cases; with {} in {}, on {}.", s.who(),
        s.names.name(s.e.label->column), percent_text(rows.right_before.value_or(0)), told(s),
        percent_text(rows.right_after.value_or(0)), other_rows(s.e));
  if (!told_elsewhere(rows) && !s.e.score) say_chance(s);
}

void say_support(Draft& s) {
  if (!s.e.support || !s.e.support->decided || s.e.score || s.e.facts.empty()) return;
  const auto count = s.e.facts.size();
  const bool one = count == 1;
  // A further fact was looked at and found to be no more than chance.
  const explain::Predictive* rows = elsewhere(s.e);
  const bool fewer = s.e.support->p_values.size() > count && (rows == nullptr || told_elsewhere(*rows));
  if (fewer) s.add("Only {} {} clearly more than chance.", count, one ? "fact is" : "facts are");
  if (s.e.support->together) s.add("They are more than chance only together.");
  const Weight before = s.weight;
  s.begin(s.topic, Weight::kDetail);
  say_rule(s);
  s.begin(s.topic, before);
}

void say_model_asked(Draft& s) {
  if (s.e.model_asked) s.add("The model was asked about {} rows like these.", s.e.model_asked->rows);
}

}  // namespace explainee::view
