#include "explainee/view/make_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "explainee/base/bits.h"
#include "explainee/base/printable/printable.h"
#include "explainee/view/numbers/number_text.h"
#include "explainee/view/row/explained_row.h"
#include "explainee/view/sentences/phrases/person_text.h"
#include "explainee/view/sentences/phrases/support_text.h"
#include "explainee/view/sentences/sentences.h"

namespace explainee::view {
namespace {

using base::to_bits;
using explain::Explanation;
using explain::Fact;

/// "0.9 bits", "0.9 of 1.4 explainable bits", "settled completely", "1 of 2 independent directions settled".
std::string told_text(const Explanation& e) {
  const explain::Information& information = e.information;
  if (const explain::Predictive* rows = elsewhere(e)) return predictive_text(*rows);
  if (e.claim.settles_a_part())
    return fmt::format("{} of {} independent directions settled", e.claim.settled, e.claim.directions);
  if (information.infinite) return "settled completely";
  const std::string bits = number_text(to_bits(information.nats));
  if (!information.of_nats) return bits + " bits";
  return fmt::format("{} of {} explainable bits", bits, number_text(to_bits(*information.of_nats)));
}

void add_errors(const Explanation& e, const PlainNames& names, View& view) {
  const bool one = e.predictions.size() == 1;
  const explain::Predictive* rows = elsewhere(e);
  for (std::size_t k = 0; k < e.predictions.size(); ++k) {
    const std::string& column = e.predictions[k];
    const bool measured = rows != nullptr && std::isfinite(rows->before[k]);
    const double before = measured ? rows->before[k] : e.uncertainty.before[k];
    const double after = measured ? rows->after[k] : e.uncertainty.after[k];
    const double slope = std::abs(names.slope(column).value_or(1));
    Gap gap;
    gap.label = one ? "typical error" : "typical error of " + names.name(column);
    gap.before = {slope * before, names.amount(column, before)};
    gap.after = {slope * after, names.amount(column, after)};
    gap.left = before > 0 ? after / before : 0.0;
    if (one) gap.summed = told_text(e);
    view.gaps.push_back(std::move(gap));
  }
  if (!one) view.all_together = told_text(e);
}

/// Of a class: the bits that are open, and how often its likeliest value is right.
void add_chances(const Explanation& e, View& view) {
  if (!e.information.of_nats) return;  // stopped before the class was measured
  const double open = to_bits(*e.information.of_nats);
  const explain::Predictive* rows = elsewhere(e);
  const double told = to_bits(rows != nullptr ? rows->nats : e.information.nats);
  const double left = open > 0 ? 1 - told / open : 0.0;
  Gap gap;
  gap.label = "open";
  gap.before = {open, number_text(open)};
  gap.after = {left * open, number_text(left * open) + " bits"};
  gap.left = left;
  view.gaps.push_back(std::move(gap));
  const auto share = [](double value) { return Figure{value, percent_text(value)}; };
  view.right = rows != nullptr && rows->right_before && rows->right_after
                   ? Change{share(*rows->right_before), share(*rows->right_after)}
                   : Change{share(e.label->right_before), share(e.label->right_after)};
}

/// Per unit as shown; where the values are shown bent there is no such number.
std::string coefficient_text(const Explanation& e, const PlainNames& names, const Fact& fact) {
  if (fact.shape.kind == family::Shape::Kind::kBent) return "bent";
  if (fact.coefficient.size() != 1)
    return fact.columns.empty() || fact.columns.front().level.empty() ? "several" : "category";
  const bool cut = fact.shape.kind == family::Shape::Kind::kCut;  // a step: no value of the column stands behind it
  const std::optional<double> slope = cut ? 1.0 : names.slope(fact.name);
  if (!slope || *slope == 0) return "bent";
  return signed_text(fact.coefficient.front() * names.slope(e.predictions.front()).value_or(1) / *slope);
}

void add_facts(const Explanation& e, const PlainNames& names, View& view) {
  const bool one = e.predictions.size() == 1;
  view.weight_title = e.label ? "weight" : one ? "moves the prediction by" : "moves them by (typical errors)";
  // Typical errors of several predictions, and weights of a class, have no unit.
  const double scale = e.label || !one ? 1 : std::abs(names.slope(e.predictions.front()).value_or(1));
  double most = 0;
  for (const Fact& fact : e.facts) most = std::max(most, fact.weight);
  for (const Fact& fact : e.facts) {
    FactView shown;
    shown.name = fact.name;
    shown.label = names.name(fact.name);
    shown.weight = {fact.weight * scale, number_text(fact.weight * scale)};
    shown.share = most > 0 ? fact.weight / most : 0;
    shown.coefficient = coefficient_text(e, names, fact);
    if (fact.stability) shown.chosen_again = percent_text(*fact.stability);
    view.facts.push_back(std::move(shown));
  }
}

void add_curve(const Explanation& e, const PlainNames& names, View& view) {
  double most = 0;
  for (const explain::CurvePoint& point : e.curve) most = std::max(most, point.set.infinite ? 0.0 : point.set.nats);
  for (std::size_t i = 0; i < e.curve.size(); ++i) {
    const explain::CurvePoint& point = e.curve[i];
    CurveStep step;
    step.count = point.sparsity;
    step.set = set_view(point.set, names);
    step.share = point.set.infinite ? 1.0 : (most > 0 ? point.set.nats / most : 0.0);
    step.optimal = point.optimal;
    step.adds_none = i > 0 && point.set.features == e.curve[i - 1].set.features;
    view.curve.push_back(std::move(step));
  }
}

}  // namespace

SetView set_view(const explain::FactSet& set, const PlainNames& names) {
  SetView shown;
  for (const std::string& feature : set.features) shown.facts.push_back(names.name(feature));
  shown.text = list_text(shown.facts);
  shown.bits = {to_bits(set.nats), set.infinite ? "∞" : number_text(to_bits(set.nats))};
  shown.infinite = set.infinite;
  shown.indistinguishable = set.indistinguishable;
  return shown;
}

std::string subject_name(const Explanation& e, const PlainNames& names) {
  if (e.label) return names.name(e.label->column);
  std::vector<std::string> plain;
  for (const std::string& column : e.predictions) plain.push_back(names.name(column));
  return list_text(plain);
}

View make_view(const Explanation& e, const PlainNames& of_columns, const base::Speech& speech) {
  const PlainNames names = of_columns.with_facts(e.derived);
  View view;
  view.subject = subject_name(e, names);
  view.person = person_text(e, names);
  view.title = fmt::format("{} explained to {}", view.subject, view.person);
  view.rows = e.rows;
  if (!e.nothing_to_explain && !tells_nothing(e)) {
    if (elsewhere(e) != nullptr) view.measured_on = other_rows(e);
    e.label ? add_chances(e, view) : add_errors(e, names, view);
    add_facts(e, names, view);
    add_curve(e, names, view);
  }
  for (const explain::FactSet& set : e.alternatives) view.alternatives.push_back(set_view(set, names));
  view.row = explained_row(e, names);
  for (const explain::SetAside& aside : e.set_aside)
    view.notes.push_back(
        fmt::format("Set aside: {} ({}).", base::printable(aside.name), base::text(aside.reason, speech)));
  for (const explain::Warning& warning : e.warnings)
    view.notes.push_back(fmt::format("Note ({}): {}.", warning.code, base::text(warning.message, speech)));
  view.sentences = sentences(e, names);
  return view;
}

}  // namespace explainee::view
