#include <fmt/format.h>

#include <algorithm>

#include "explainee/explain/composer.h"
#include "explainee/explain/row_pass.h"

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
      : fit(fit_set(c.setting, c.problem, c.total(), c.solution.best.set)),
        model(make_row_model(c.setting, c.total(), fit, c.gathered.moments->columns, c.answer.information.infinite)) {}
};

Result<void> second_pass(Composition& c, const base::Control& control) {
  const Chosen chosen(c);
  const auto& [fit, model] = chosen;
  std::optional<RowParts> parts;
  if (c.options.row) {
    EXPLAINEE_ASSIGN(const std::int64_t at, position_of(c.gathered, *c.options.row));
    EXPLAINEE_ASSIGN(parts, explain_row(c.gathered, c.setting, fit, model, c.solution.best.set, at, control));
    parts->row.index = *c.options.row;
  }
  EXPLAINEE_ASSIGN(const RowSums sums,
                   sum_rows(c.gathered, model, parts ? &parts->residuals : nullptr, c.options.keep, control));
  if (c.options.keep) c.answer.explainer = keep_explainer(c, fit, model, sums);
  for (Eigen::Index k = 0; k < sums.helped.size(); ++k) {
    c.answer.uncertainty.helped.push_back(sums.helped[k] / sums.weight);
    if (!parts) continue;
    parts->row.one_in_before.push_back(sums.weight / sums.as_far_before[k]);
    parts->row.one_in_after.push_back(sums.weight / sums.as_far_after[k]);
  }
  if (!parts) return {};
  sort_parts(c.answer.facts, parts->row.contributions);
  if (c.answer.predictions.size() == 1 && (c.answer.nothing_to_explain || c.answer.information.infinite)) {
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

/// What can be kept of moments: all but where the columns lay, so that no row counts as beyond it.
void keep_without_rows(Composition& c) {
  constexpr double kAnything = 1e300;
  const Chosen chosen(c);
  RowSums sums;
  sums.low = Eigen::VectorXd::Constant(c.total().mean.size(), -kAnything);
  sums.high = -sums.low;
  c.answer.explainer = keep_explainer(c, chosen.fit, chosen.model, sums);
}

}  // namespace

Result<std::int64_t> position_of(const Gathered& gathered, std::int64_t row) {
  if (gathered.answered == nullptr) return row;
  const std::optional<std::int64_t> position = gathered.answered->position_of(row);
  if (position) return *position;
  return base::Error{base::ErrorCode::kBadOption,
                     fmt::format("--row {}: she was not asked about this row, so what she understands of it is "
                                 "unknown; choose one of the answered rows",
                                 row),
                     gathered.table->name()};
}

Result<void> look_at_rows(Composition& c) {
  const bool stopped_before = c.control.cancelled();
  if (c.gathered.table == nullptr && c.options.keep && !c.answer.noise_free) keep_without_rows(c);
  if (c.gathered.table == nullptr || (stopped_before && !c.options.row)) return {};
  if (c.answer.noise_free) return {};  // her understanding of single rows is known with its noise only
  base::Control control = c.control;
  if (stopped_before) control.cancel = nullptr;  // a search that was cut short still gets its row explained
  Result<void> looked = second_pass(c, control);
  if (looked.ok() || looked.error().code != base::ErrorCode::kInterrupted) return looked;
  c.answer.interrupted = true;  // what was found stands without the figures of the rows
  return {};
}

}  // namespace explainee::explain
