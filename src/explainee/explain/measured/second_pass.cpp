#include <fmt/format.h>

#include <algorithm>

#include "explainee/explain/compose/composer.h"
#include "explainee/explain/compose/refine.h"
#include "explainee/explain/rows/row_pass.h"

namespace explainee::explain {
namespace {

using base::Result;

/// The parts of a row stand in the order of the facts.
void sort_parts(const std::vector<Fact>& facts, std::vector<Contribution>& parts) {
  const auto place = [&](const Contribution& part) {
    return std::find_if(facts.begin(), facts.end(), [&](const Fact& fact) { return fact.name == part.name; }) -
           facts.begin();
  };
  std::sort(parts.begin(), parts.end(), [&](const auto& a, const auto& b) { return place(a) < place(b); });
}

/// The chosen facts, as rows are taken apart by them.
struct Chosen {
  Fit fit;
  RowModel model;

  explicit Chosen(const Composition& c)
      : fit(chosen_fit(c)),
        model(make_row_model(c.setting, c.total(), fit, c.gathered.moments->columns,
                             c.solution.best.value.determined > 0)) {}
};

Result<void> second_pass(Composition& c, const base::Control& control) {
  const Chosen chosen(c);
  const auto& [fit, model] = chosen;
  std::optional<RowParts> parts;
  if (c.request.rows.row) {
    EXPLAINEE_ASSIGN(const std::int64_t at, position_of(c.gathered, *c.request.rows.row));
    EXPLAINEE_ASSIGN(parts, explain_row(c.gathered, c.setting, fit, model, c.solution.best.set, at, control));
    parts->row.index = *c.request.rows.row;
  }
  EXPLAINEE_ASSIGN(RowSums sums,
                   sum_rows(c.gathered, model, parts ? &parts->residuals : nullptr, c.request.how.keep, control));
  for (Eigen::Index k = 0; k < sums.helped.size(); ++k) {
    c.answer.uncertainty.helped.push_back(sums.helped[k] / sums.weight);
    if (!parts) continue;
    parts->row.one_in_before.push_back(sums.weight / sums.as_far_before[k]);
    parts->row.one_in_after.push_back(sums.weight / sums.as_far_after[k]);
  }
  if (c.request.how.keep) c.row_sums = std::move(sums);
  if (!parts) return {};
  sort_parts(c.answer.facts, parts->row.contributions);
  if (c.answer.predictions.size() == 1 && (c.answer.nothing_to_explain || model.infinite)) {
    parts->row.remainder = {0.0};  // what is left is rounding, and is not shown as if it were a rest
    parts->row.one_in_after.clear();
    if (c.answer.nothing_to_explain) {
      parts->row.expected = parts->row.prediction;
      parts->row.one_in_before.clear();
    }
  }
  c.answer.row = std::move(parts->row);
  return {};
}

/// Where the columns lay is not known from moments: no row counts as beyond it.
RowSums without_rows(const Composition& c) {
  constexpr double kAnything = 1e300;
  RowSums sums;
  sums.low = Eigen::VectorXd::Constant(c.total().mean.size(), -kAnything);
  sums.high = -sums.low;
  return sums;
}

}  // namespace

Result<std::int64_t> position_of(const Gathered& gathered, std::int64_t row) {
  if (gathered.answered == nullptr) return row;
  const std::optional<std::int64_t> position = gathered.answered->position_of(row);
  if (position) return *position;
  base::Subject subject(gathered.table->name());
  subject.option = base::option("row", row);
  return base::Error{base::ErrorCode::kBadOption,
                     "she was not asked about this row, so what she understands of it is unknown; choose one of the "
                     "answered rows",
                     std::move(subject)};
}

void keep(Composition& c) {
  if (!c.request.how.keep || c.answer.noise_free) return;
  if (c.gathered.table == nullptr) c.row_sums = without_rows(c);
  if (!c.row_sums) return;
  const Chosen chosen(c);
  c.answer.explainer = keep_explainer(c, chosen.fit, chosen.model, *c.row_sums);
}

Result<void> look_at_rows(Composition& c) {
  const bool stopped_before = c.control.cancelled();
  if (c.gathered.table == nullptr || (stopped_before && !c.request.rows.row)) return {};
  if (c.answer.noise_free) return {};  // her understanding of single rows is known with its noise only
  base::Control control = c.control;
  if (stopped_before) control.cancel = nullptr;  // a search that was cut short still gets its row explained
  Result<void> looked = second_pass(c, control);
  if (looked.ok() || looked.error().code != base::ErrorCode::kInterrupted) return looked;
  c.answer.interrupted = true;  // what was found stands without the figures of the rows
  return {};
}

}  // namespace explainee::explain
