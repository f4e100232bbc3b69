#include <algorithm>
#include <limits>

#include "explainee/explain/compose/classes.h"
#include "explainee/explain/compose/composer.h"
#include "explainee/explain/compose/refine.h"
#include "explainee/explain/measured/honesty.h"
#include "explainee/explain/measured/material.h"
#include "explainee/information/registry.h"

namespace explainee::explain {
namespace {

using base::Result;

/// With more candidates stability is computed only when asked for.
constexpr std::size_t kManyCandidates = 200;

/// What choosing adds to the width of the interval, where honest figures are not computed. Taking noise out of u anew
/// for so many candidates on every half would take minutes.
void weigh_choice(Composition& c) {
  if (c.setting.summary_noise.size() > 0) return;
  const Honesty choice = measure_choice(c.setting, c.solution.best.set, c.answer.sparsity, c.solution.best.value.rank,
                                        static_cast<std::uint64_t>(c.request.how.seed), c.searching);
  c.honesty.choice_variance = choice.choice_variance;
}

/// Every set that the answer tells of, the chosen one first.
std::vector<ListedSet*> listed_sets(Composition& c) {
  std::vector<ListedSet*> all = {&c.chosen};
  for (ListedSet& set : c.alternatives) all.push_back(&set);
  for (ListedPoint& point : c.curve) all.push_back(&point.set);
  for (auto* set : {&c.impersonal_all, &c.impersonal_unknown, &c.best}) {
    if (*set) all.push_back(&**set);
  }
  return all;
}

/// What people are told of each kind of set.
void ask(Composition& c) {
  information::SetToMeasure& chosen = c.chosen.asked;
  chosen.in_full = chosen.by_folds = true;
  chosen.tested = c.judging;
  chosen.p_value = c.judged_p_value;
  // What was chosen, nobody knows how freely, has no interval.
  constexpr double kUnknown = std::numeric_limits<double>::infinity();
  if (!c.judging) chosen.choice_variance = c.honesty.choice_variance.value_or(kUnknown);
  chosen.person_nats = c.person_nats;
  chosen.claim = c.answer.claim;
  for (ListedSet& other : c.alternatives) {
    other.asked.by_folds = true;
    other.asked.compared = false;
  }
}

Result<void> measure_with(Composition& c, const std::string& estimator, const information::Material& material) {
  EXPLAINEE_ASSIGN(const auto measure, information::make_measure(estimator, material));
  const std::vector<ListedSet*> all = listed_sets(c);
  std::vector<information::SetToMeasure> sets;
  for (const ListedSet* set : all) sets.push_back(set->asked);
  EXPLAINEE_ASSIGN(std::vector<information::MeasuredSet> measured, measure->measure(sets, c.control));
  for (std::size_t i = 0; i < all.size(); ++i) all[i]->measured = std::move(measured[i]);
  for (ListedSet& other : c.alternatives)
    other.indistinguishable = measure->indistinguishable(c.chosen.measured, other.measured);
  c.estimator = measure->name();
  c.from_moments = measure->from_moments();
  return {};
}

}  // namespace

void weigh_procedure(Composition& c) {
  if (c.judging || c.answer.nothing_to_explain) return;
  if (c.solution.best.set.empty() || c.solution.best.value.determined > 0) return;
  const bool many = c.setting.candidates.size() > kManyCandidates && !c.request.how.honest;
  if (many || c.request.how.method == request::Method::kLasso) {
    weigh_choice(c);
    return;
  }
  const auto weigh = c.request.how.honest ? measure_honesty : measure_choice;
  c.honesty = weigh(c.setting, c.solution.best.set, c.answer.sparsity, c.solution.best.value.rank,
                    static_cast<std::uint64_t>(c.request.how.seed), c.searching);
  for (std::size_t i = 0; i < c.honesty.feature_stability.size(); ++i) {
    const std::string& name = c.setting.candidates[static_cast<std::size_t>(c.solution.best.set[i])].description.name;
    for (Fact& fact : c.answer.facts) {
      if (fact.name == name) fact.stability = c.honesty.feature_stability[i];
    }
  }
  if (c.honesty.too_few_rows) {
    c.answer.warnings.push_back(
        {"too_few_rows_for_folds", "the folds are too small for honest_bits; more rows or fewer facts would allow it"});
  }
}

Result<void> measure_sets(Composition& c, std::optional<information::Classes> classes) {
  if (c.answer.nothing_to_explain) return {};
  ask(c);
  EXPLAINEE_TRY(refine(c, listed_sets(c)));
  GatheredRows rows(c.gathered);
  information::Material material = material_of(c, std::move(classes), rows);
  if (material.classes && c.request.rows.row) {
    EXPLAINEE_ASSIGN(material.row, position_of(c.gathered, *c.request.rows.row));
  }
  std::string estimator = c.request.how.estimator;
  // Where work was stopped nobody looked for classes: one that is for them may not apply.
  if (c.answer.interrupted && !information::find_estimator(estimator, material).ok())
    estimator = information::kAnyEstimator;
  Result<void> measured = measure_with(c, estimator, material);
  if (measured.ok()) measured = diagnose_sets(c, material);
  if (measured.ok() || measured.error().code != base::ErrorCode::kInterrupted) return measured;
  c.answer.interrupted = true;  // what can be had without the rows stands
  material.classes.reset();
  material.rows = nullptr;
  return measure_with(c, std::string(information::kAnyEstimator), material);
}

}  // namespace explainee::explain
