#include <algorithm>

#include "explainee/explain/compose/classes.h"
#include "explainee/explain/compose/composer.h"
#include "explainee/explain/measured/honesty.h"
#include "explainee/information/registry.h"
#include "explainee/request/words.h"

namespace explainee::explain {
namespace {

using base::Result;

/// With more candidates honest figures are computed only when asked for.
constexpr std::size_t kManyCandidates = 200;

/// The rows of the table behind the moments.
class GatheredRows final : public information::Rows {
 public:
  explicit GatheredRows(Gathered& gathered) : gathered_(gathered) {}
  [[nodiscard]] Result<void> visit(const base::Control& control, const information::RowVisitor& visitor) override {
    return visit_rows(gathered_, control, visitor);
  }

 private:
  Gathered& gathered_;
};

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
  chosen.claim = c.answer.claim;
  for (ListedSet& other : c.alternatives) {
    other.asked.by_folds = true;
    other.asked.compared = false;
  }
}

Result<void> measure_with(Composition& c, information::Measure& measure) {
  const std::vector<ListedSet*> all = listed_sets(c);
  std::vector<information::SetToMeasure> sets;
  for (const ListedSet* set : all) sets.push_back(set->asked);
  EXPLAINEE_ASSIGN(std::vector<information::MeasuredSet> measured, measure.measure(sets, c.control));
  for (std::size_t i = 0; i < all.size(); ++i) all[i]->measured = std::move(measured[i]);
  for (ListedSet& other : c.alternatives)
    other.indistinguishable = measure.indistinguishable(c.chosen.measured, other.measured);
  c.estimator = measure.name();
  c.from_moments = measure.from_moments();
  return {};
}

}  // namespace

void weigh_procedure(Composition& c) {
  if (c.judging || c.answer.nothing_to_explain) return;
  if (c.setting.candidates.size() > kManyCandidates && !c.request.how.honest) return;
  if (c.solution.best.set.empty() || c.solution.best.value.determined > 0) return;
  if (c.request.how.method == request::Method::kLasso) return;
  c.honesty = measure_honesty(c.setting, c.solution.best.set, c.answer.sparsity, c.solution.best.value.rank,
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
  information::Material material;
  material.situation = c.setting;
  material.total = &c.total();
  material.classes = std::move(classes);
  material.blocks = c.gathered.roles.block.has_value();
  GatheredRows rows(c.gathered);
  if (c.gathered.table != nullptr) material.rows = &rows;
  if (material.classes && c.request.rows.row) {
    EXPLAINEE_ASSIGN(material.row, position_of(c.gathered, *c.request.rows.row));
  }
  const Result<void> measured =
      measure_with(c, *information::make_measure(request::word_of(c.request.how.estimator), material));
  if (measured.ok() || measured.error().code != base::ErrorCode::kInterrupted) return measured;
  c.answer.interrupted = true;  // what can be had without the rows stands
  material.classes.reset();
  return measure_with(c, *information::make_measure("auto", material));
}

}  // namespace explainee::explain
