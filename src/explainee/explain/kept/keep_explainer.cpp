#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "explainee/explain/compose/composer.h"
#include "explainee/explain/rows/row_pass.h"
#include "explainee/information/jackknife.h"

namespace explainee::explain {
namespace {

/// The moment columns that take part, with the sources of products and all levels of a category.
std::vector<int> kept_columns(const Composition& c, const Fit& fit) {
  const auto& all = c.gathered.moments->columns;
  const std::vector<int> direct = columns_in_use(c.setting, {});
  std::set<int> used(direct.begin(), direct.end());
  used.insert(fit.columns.begin(), fit.columns.end());
  for (const int column : std::set<int>(used)) {
    const moments::MomentColumn& own = all[static_cast<std::size_t>(column)];
    for (std::size_t i = 0; i < all.size(); ++i) {
      const bool factor = own.kind == moments::ColumnKind::kProduct && all[i].kind == moments::ColumnKind::kNumber &&
                          (all[i].name == own.source || all[i].name == own.second);
      const bool level = own.kind == moments::ColumnKind::kLevel && all[i].kind == moments::ColumnKind::kLevel &&
                         all[i].source == own.source;
      if (factor || level) used.insert(static_cast<int>(i));
    }
  }
  return {used.begin(), used.end()};  // numbers, levels, products: the order of the moments
}

void keep_columns(const Composition& c, const std::vector<int>& used, const RowSums& sums, Explainer& e) {
  std::map<std::string, int> position;
  for (const int index : used) {
    const moments::MomentColumn& column = c.gathered.moments->columns[static_cast<std::size_t>(index)];
    switch (column.kind) {
      case moments::ColumnKind::kNumber:
        position[column.name] = static_cast<int>(e.numbers.size());
        e.numbers.push_back(
            {column.name, column.shift, column.shift + sums.low[index], column.shift + sums.high[index]});
        break;
      case moments::ColumnKind::kLevel:
        if (e.texts.empty() || e.texts.back().column != column.source) e.texts.push_back({column.source, {}});
        e.texts.back().levels.push_back(column.level);
        break;
      case moments::ColumnKind::kProduct:
        e.products.emplace_back(position.at(column.source), position.at(column.second));
        break;
    }
  }
}

/// Formulas of the columns that take part, and of nothing else.
void keep_formulas(const Composition& c, Explainer& e) {
  std::set<std::string> names;
  for (const KeptNumber& number : e.numbers) names.insert(number.column);
  for (const KeptText& text : e.texts) names.insert(text.column);
  for (const family::MadeColumn& made : c.gathered.made) {
    if (!names.contains(made.name)) continue;
    KeptMade kept{made.name, {}, made.formula};
    for (const std::size_t source : made.sources) kept.sources.push_back(c.gathered.columns[source].name);
    e.made.push_back(std::move(kept));
  }
  for (const std::string& expression : c.gathered.expressions) {
    if (names.contains(expression)) e.expressions.push_back(expression);
  }
  e.scales = c.gathered.scales;
}

void keep_fit(const Composition& c, const std::vector<int>& used, const Fit& fit, const RowModel& model, Explainer& e) {
  const auto position = [&](int column) {
    return static_cast<int>(std::lower_bound(used.begin(), used.end(), column) - used.begin());
  };
  for (const Fact& fact : c.answer.facts) {  // weightiest first
    for (std::size_t k = 0; k < c.solution.best.set.size(); ++k) {
      const Candidate& candidate = c.setting.candidates[static_cast<std::size_t>(c.solution.best.set[k])];
      if (candidate.description.name != fact.name) continue;
      for (std::size_t i = 0; i < fit.columns.size(); ++i) {
        if (fit.fact_of[i] != static_cast<int>(k)) continue;
        e.columns.push_back(position(fit.columns[i]));
        e.fact_of.push_back(static_cast<int>(e.facts.size()));
        e.shown_with.push_back(fit.shown_with[i]);
        const auto at = static_cast<Eigen::Index>(e.columns.size());
        e.beta.conservativeResize(at, fit.beta.cols());
        e.beta.row(at - 1) = fit.beta.row(static_cast<Eigen::Index>(i));
        e.column_expected.conservativeResize(static_cast<Eigen::Index>(used.size()), at);
        e.column_expected.col(at - 1) = fit.column_expected(used, static_cast<Eigen::Index>(i));
      }
      e.facts.push_back(candidate.description);
    }
  }
  e.model = model;
  e.model.noise_variance = noise_variance(e.beta, e.shown_with);
  e.model.rounded.clear();  // shown_with says it
  e.model.mean = model.mean(used);
  e.model.expected = model.expected(used, Eigen::all);
  e.model.facts = model.facts(used, Eigen::all);
  for (int& column : e.model.predictions) column = position(column);
  for (const int column : c.setting.draws.columns) e.draws.push_back(position(column));
  e.user = c.setting.summary_weights(used, Eigen::all);
}

}  // namespace

void measure_errors(const std::vector<double>& delete_one, KeptInformation& information) {
  const auto all = [&](auto holds) { return std::all_of(delete_one.begin(), delete_one.end(), holds); };
  if (delete_one.size() < 2 || !all([](double value) { return std::isfinite(value); })) return;
  information.error = information::jackknife_standard_error(delete_one);
  if (!all([](double value) { return value > 0; })) return;
  std::vector<double> logs;
  for (const double value : delete_one) logs.push_back(std::log(value));
  information.log_error = information::jackknife_standard_error(logs);
}

std::shared_ptr<const Explainer> keep_explainer(const Composition& c, const Fit& fit, const RowModel& model,
                                                const RowSums& sums) {
  auto e = std::make_shared<Explainer>();
  const std::vector<int> used = kept_columns(c, fit);
  e->predictions = c.answer.predictions;
  for (const SummaryEntry& entry : c.answer.summary) e->person.push_back(entry.name);
  keep_columns(c, used, sums, *e);
  keep_formulas(c, *e);
  e->weight = c.request.how.weight;
  e->id = c.request.what.id;
  e->drop_missing = c.request.how.missing == request::Missing::kDrop;
  e->resolution_variance = c.setting.resolution_variance;
  e->beta.resize(0, static_cast<Eigen::Index>(e->predictions.size()));
  e->column_expected.resize(static_cast<Eigen::Index>(used.size()), 0);
  keep_fit(c, used, fit, model, *e);
  if (c.answer.label) e->model.independent.clear();  // variances say nothing about the surprise of a class
  const information::Searched& told = c.chosen.measured.searched;  // check() measures in these terms
  e->then = {c.answer.rows, told.infinite, told.nats, told.corrected_nats, c.honesty.honest_nats, {}, {}};
  measure_errors(told.delete_one, e->then);
  return e;
}

}  // namespace explainee::explain
