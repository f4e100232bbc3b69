#include "explainee/explain/kept/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "explainee/base/tolerances.h"
#include "explainee/explain/compose/setting.h"
#include "explainee/explain/kept/kept_table.h"
#include "explainee/information/gaussian/gaussian_measure.h"
#include "explainee/moments/accumulate/accumulate.h"
#include "explainee/moments/levels.h"

namespace explainee::explain {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr double kBothTails = 0.975;

/// The levels of then and of now together: a text that is new counts as none of the old ones.
Result<void> join_levels(KeptTable& kept, const base::Control& control) {
  std::vector<std::size_t> texts;
  for (const moments::TextColumn& text : kept.plan.texts) texts.push_back(text.column);
  if (texts.empty()) return {};
  EXPLAINEE_ASSIGN(const moments::LevelScan scan, moments::scan_levels(*kept.table, texts, control));
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (scan.columns[i].too_many) {
      return Error{ErrorCode::kUnfitColumn,
                   fmt::format("the text column '{}' has more than {} different texts now, where the explainer knows "
                               "few; check that it is the same column",
                               kept.table->columns()[texts[i]].name, moments::kMostLevels),
                   kept.table->name()};
    }
    std::vector<std::string>& levels = kept.plan.texts[i].levels;
    levels.insert(levels.end(), scan.columns[i].levels.begin(), scan.columns[i].levels.end());
    std::sort(levels.begin(), levels.end());
    levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  }
  return {};
}

/// Positions of the explainer's columns among those of the moments.
std::vector<int> positions(const Explainer& explainer, const moments::Moments& moments) {
  std::vector<int> found;
  for (const KeptNumber& number : explainer.numbers) found.push_back(moments.find(number.column));
  for (const KeptText& text : explainer.texts) {
    for (const std::string& level : text.levels) {
      const auto same = [&](const moments::MomentColumn& column) {
        return column.kind == moments::ColumnKind::kLevel && column.source == text.column && column.level == level;
      };
      found.push_back(static_cast<int>(std::find_if(moments.columns.begin(), moments.columns.end(), same) -
                                       moments.columns.begin()));
    }
  }
  for (const auto& [a, b] : explainer.products) {
    found.push_back(moments.find_product(explainer.numbers[static_cast<std::size_t>(a)].column,
                                         explainer.numbers[static_cast<std::size_t>(b)].column));
  }
  return found;
}

/// `columns`: where the explainer's columns stand in `moments`.
Setting setting_of(const Explainer& explainer, std::span<const moments::Fold> folds, const moments::Moments& moments,
                   const std::vector<int>& columns) {
  Setting setting;
  setting.folds = folds;
  setting.summary_weights = explainer.user;
  setting.predictions = explainer.model.predictions;
  setting.resolution_variance = explainer.resolution_variance;
  setting.draws.columns = explainer.draws;
  for (const int column : explainer.draws) {
    const int at = columns[static_cast<std::size_t>(column)];
    setting.draws.shifts.push_back(moments.columns[static_cast<std::size_t>(at)].shift);
  }
  for (std::size_t fact = 0; fact < explainer.facts.size(); ++fact) {
    Candidate facts{explainer.facts[fact], {}};
    for (std::size_t i = 0; i < explainer.columns.size(); ++i) {
      if (explainer.fact_of[i] != static_cast<int>(fact)) continue;
      facts.columns.push_back(explainer.columns[i]);
      facts.shown_with = explainer.shown_with[i];
    }
    setting.candidates.push_back(std::move(facts));
  }
  setting.independent = open_predictions(setting, moments::sum_folds(folds));
  return setting;
}

Result<KeptInformation> measure_now(const Explainer& explainer, const Setting& setting, std::int64_t rows,
                                    const std::string& where) {
  KeptInformation now;
  now.rows = rows;
  const moments::Fold total = moments::sum_folds(setting.folds);
  const PersonProblem problem = make_problem(setting, total);
  const double needed = rows_needed(setting, problem, static_cast<int>(explainer.columns.size()));
  if (problem.effective_rows < needed) {
    return Error{
        ErrorCode::kTooFewRows,
        fmt::format(
            "{:.4g} effective rows are too few to check {} facts; at least {:.0f} are needed, so give more of them",
            problem.effective_rows, explainer.facts.size(), needed),
        where};
  }
  if (setting.independent.empty()) return now;
  std::vector<information::SetToMeasure> sets(1);
  sets.front().facts = columns_of(setting.candidates);
  sets.front().in_full = sets.front().by_folds = true;
  information::Material material;
  material.situation = setting;
  material.total = &total;
  EXPLAINEE_ASSIGN(const auto measured, information::GaussianMeasure(std::move(material)).measure(sets, {}));
  const information::Searched& told = measured.front().searched;
  now.infinite = told.infinite;
  now.nats = told.nats;
  now.corrected_nats = told.corrected_nats;
  measure_errors(told.delete_one, now);
  return now;
}

/// The corrected figures of the same facts, fitted on the rows of then and of now; what the whole procedure is worth on
/// rows it did not choose on is another figure. Both positive: by their logarithms, others as they are.
void compare(CheckReport& report, std::size_t folds) {
  const KeptInformation& then = report.then;
  const KeptInformation& now = report.now;
  if (then.infinite || now.infinite) {
    report.changed = then.infinite != now.infinite;
    return;
  }
  if (then.error && !now.error && now.nats == 0) {  // the prediction is settled without the facts now
    report.changed = then.corrected_nats > 0;
    return;
  }
  if (!then.error || !now.error || folds < 2) return;
  const double t = boost::math::quantile(boost::math::students_t(static_cast<double>(folds) - 1), kBothTails);
  if (then.log_error && now.log_error && then.corrected_nats > 0 && now.corrected_nats > 0) {
    report.log_change = std::log(now.corrected_nats) - std::log(then.corrected_nats);
    report.allowed = t * std::hypot(*then.log_error, *now.log_error);
    report.changed = std::abs(*report.log_change) > *report.allowed + base::kSameFigure;
    return;
  }
  const double rounding = base::kSameFigure * std::max(then.nats, now.nats);
  report.changed =
      std::abs(now.corrected_nats - then.corrected_nats) > t * std::hypot(*then.error, *now.error) + rounding;
}

}  // namespace

Result<CheckReport> check(const Explainer& explainer, data::TableSource& table, const base::Control& control) {
  CheckReport report;
  report.then = explainer.then;
  EXPLAINEE_ASSIGN(report.rows, explain_rows(explainer, table, nullptr, control));
  EXPLAINEE_ASSIGN(KeptTable kept, open_kept(explainer, table));
  EXPLAINEE_TRY(join_levels(kept, control));
  kept.plan.folds = moments::default_folds(kept.plan.size());
  EXPLAINEE_ASSIGN(const moments::Moments moments, moments::accumulate(*kept.table, kept.plan, control));
  const std::vector<int> columns = positions(explainer, moments);
  std::vector<moments::Fold> folds;
  for (const moments::Fold& fold : moments.folds) folds.push_back(moments::select_columns(fold, columns));
  const Setting setting = setting_of(explainer, folds, moments, columns);
  EXPLAINEE_ASSIGN(report.now, measure_now(explainer, setting, moments.rows(), table.name()));
  compare(report, folds.size());
  return report;
}

}  // namespace explainee::explain
