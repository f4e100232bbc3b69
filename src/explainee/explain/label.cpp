#include "explainee/explain/label.h"

#include <algorithm>

#include "explainee/explain/label_measure.h"
#include "explainee/information/special_functions.h"

namespace explainee::explain {
namespace {

using base::Result;
using information::DiscreteInformation;

/// Nats about the class below which nothing is open.
constexpr double kNothingOpen = 1e-6;
constexpr double kTwoSided95 = 1.959963984540054;

std::vector<int> columns_of_names(const Composition& c, const std::vector<std::string>& names) {
  std::vector<int> columns;
  for (const std::string& name : names) {
    for (const auto* list : {&c.setting.candidates, &c.everyone}) {
      const auto found =
          std::find_if(list->begin(), list->end(), [&](const Facts& facts) { return facts.candidate.name == name; });
      if (found == list->end()) continue;
      columns.insert(columns.end(), found->columns.begin(), found->columns.end());
      break;
    }
  }
  return columns;
}

/// All sets that the answer lists.
std::vector<NamedSet*> listed_sets(Explanation& answer) {
  std::vector<NamedSet*> all;
  for (NamedSet& set : answer.alternatives) all.push_back(&set);
  for (CurvePoint& point : answer.curve) all.push_back(&point.set);
  for (auto* set : {&answer.impersonal_all, &answer.impersonal_unknown}) {
    if (*set) all.push_back(&**set);
  }
  if (answer.score) all.push_back(&answer.score->best);
  return all;
}

/// The chosen set, then the listed ones.
std::vector<MeasuredSet> sets_to_measure(const Composition& c, const std::vector<NamedSet*>& listed) {
  std::vector<MeasuredSet> sets(1);
  for (const int index : c.solution.best.set) {
    const Facts& facts = c.setting.candidates[static_cast<std::size_t>(index)];
    sets.front().facts.insert(sets.front().facts.end(), facts.columns.begin(), facts.columns.end());
  }
  for (const NamedSet* set : listed) {
    sets.emplace_back().facts = columns_of_names(c, set->features);
    const auto& others = c.answer.alternatives;
    const bool other = std::any_of(others.begin(), others.end(), [&](const NamedSet& o) { return &o == set; });
    const auto is = [set](const std::optional<NamedSet>& named) { return named && &*named == set; };
    sets.back().compared = !other && !is(c.answer.impersonal_all) && !is(c.answer.impersonal_unknown);
  }
  return sets;
}

void report_chosen(Composition& c, const MeasuredSet& chosen) {
  Explanation& answer = c.answer;
  const DiscreteInformation& found = chosen.found;
  Information& info = answer.information;
  info.estimator = "discrete";
  info.infinite = false;
  info.nats = found.nats;
  info.of_nats = found.open_nats;
  info.corrected_nats = found.corrected_nats;
  info.interval_nats.reset();
  if (!c.gathered.roles.block && !chosen.facts.empty()) {
    info.interval_nats =
        Interval{found.nats - kTwoSided95 * found.error_nats, found.nats + kTwoSided95 * found.error_nats};
  }
  info.gaussian_interval_nats.reset();
  info.honest_nats.reset();  // its folds know variances only
  info.honest_method.clear();
  if (answer.score) {
    const double rows = moments::effective_rows(c.total());
    info.p_value = found.degrees > 0 ? information::chi_squared_tail(2 * rows * found.nats, found.degrees) : 1.0;
  }
  LabelReport& label = *answer.label;
  label.right_before = found.right_before;
  label.right_after = found.right_after;
  label.counted = chosen.model == nullptr;
  if (!answer.row) return;
  answer.row->surprise_removed_nats = chosen.row_nats;
  answer.row->one_in_before.clear();
  answer.row->one_in_after.clear();
}

/// What she knows decides the class: the indicators still vary, but there is nothing to explain.
void close_answer(Composition& c) {
  Explanation& answer = c.answer;
  answer.nothing_to_explain = true;
  answer.facts.clear();
  answer.alternatives.clear();
  answer.curve.clear();
  answer.information = {};
  answer.information.estimator = "discrete";
  answer.information.of_nats = 0.0;
  answer.certificate = {true, 0.0, 0.0, answer.certificate.nodes,
                        "there is nothing to explain, so no fact has any bits"};
  if (!answer.row) return;
  answer.row->contributions.clear();
  answer.row->expected = answer.row->prediction;
  std::fill(answer.row->remainder.begin(), answer.row->remainder.end(), 0.0);
  answer.row->surprise_removed_nats = 0.0;
  answer.row->one_in_before.clear();
  answer.row->one_in_after.clear();
}

}  // namespace

Result<void> measure_label(Composition& c, const Classes& classes) {
  const std::vector<NamedSet*> listed = listed_sets(c.answer);
  std::vector<MeasuredSet> sets = sets_to_measure(c, listed);
  EXPLAINEE_TRY(measure_sets(c, classes, sets));
  if (sets.front().found.open_nats < kNothingOpen) {
    close_answer(c);
    return {};
  }
  report_chosen(c, sets.front());
  std::string& statement = c.answer.certificate.statement;  // the proof is about the search
  constexpr std::string_view kUnder = "under this estimator";
  if (const std::size_t at = statement.find(kUnder); at != std::string::npos)
    statement.replace(at, kUnder.size(),
                      "with each class as a number, 1 or 0; in bits of the class itself another set may tell more, "
                      "above all facts that tell only together");
  for (std::size_t i = 0; i < listed.size(); ++i) {
    listed[i]->nats = sets[i + 1].found.nats;
    listed[i]->infinite = false;
  }
  if (c.answer.score) {
    if (c.answer.score->best.nats < c.answer.information.nats) {  // the search looked at indicators
      c.answer.score->best.features.clear();
      for (const Facts& facts : c.setting.candidates) c.answer.score->best.features.push_back(facts.candidate.name);
      c.answer.score->best.nats = c.answer.information.nats;
    }
    c.answer.score->lost_nats = c.answer.score->best.nats - c.answer.information.nats;
    c.answer.score->lost_infinite = false;
  }
  return {};
}

}  // namespace explainee::explain
