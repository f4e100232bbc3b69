#include "explainee/explain/compose/classes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "explainee/base/tolerances.h"
#include "explainee/explain/measured/material.h"
#include "explainee/information/registry.h"

namespace explainee::explain {
namespace {

using base::Result;
using information::Classes;

/// Whether the estimator that was asked for is for such a prediction.
Result<void> check_applies(Composition& c, const std::optional<Classes>& classes) {
  GatheredRows rows(c.gathered);
  EXPLAINEE_TRY(information::find_estimator(c.request.how.estimator, material_of(c, classes, rows)));
  return {};
}

/// A number that takes the values 0 and 1, and no other, is a label, unless the estimator wants a number.
Result<std::optional<Classes>> zeros_and_ones(Composition& c) {
  const int column = c.setting.predictions.front();
  const double shift = c.gathered.moments->columns[static_cast<std::size_t>(column)].shift;
  const Classes label{{column}, {0 - shift, 1 - shift}, {"0", "1"}};
  // The variance of zeros and ones follows from their mean: most tables need no look at the rows.
  const double mean = shift + c.total().mean[column];
  if (!(std::abs(moments::covariance_at(c.total(), column, column) - mean * (1 - mean)) < base::kNoLabel))
    return std::optional<Classes>();
  if (!check_applies(c, label).ok()) return std::optional<Classes>();
  std::set<double> values;
  EXPLAINEE_TRY(visit_rows(c.gathered, c.control, [&](const auto& rows, const auto&, const auto&) {
    for (Eigen::Index i = 0; i < rows.rows() && values.size() < 3; ++i) values.insert(rows(i, column));
    return values.size() < 3;
  }));
  if (values != std::set<double>{0 - shift, 1 - shift}) return std::optional<Classes>();
  return std::optional(label);
}

Result<std::optional<Classes>> look_for_classes(Composition& c) {
  if (c.gathered.table == nullptr) return std::optional<Classes>();
  const auto& columns = c.gathered.moments->columns;
  const int first = c.setting.predictions.front();
  if (columns[static_cast<std::size_t>(first)].kind != moments::ColumnKind::kLevel) {
    const bool plain = c.setting.predictions.size() == 1 && c.request.how.resolution == 0 &&
                       c.setting.draws.columns.empty() &&
                       !c.gathered.asked;  // what she understands is known with noise: no cells to count
    return plain ? zeros_and_ones(c) : Result<std::optional<Classes>>(std::optional<Classes>());
  }
  constexpr std::size_t kMostClasses = 50;
  if (c.setting.predictions.size() > kMostClasses) {
    return base::Error{
        base::ErrorCode::kUnfitColumn,
        fmt::format("the prediction '{}' has {} classes, and at most {} can be explained at once; join "
                    "rare ones",
                    columns[static_cast<std::size_t>(first)].source, c.setting.predictions.size(), kMostClasses),
        c.gathered.table->name()};
  }
  Classes classes;
  for (const int column : c.setting.predictions) {
    if (!(c.total().mean[column] > 0)) continue;  // near a row some classes may not occur
    classes.columns.push_back(column);
    classes.names.push_back(columns[static_cast<std::size_t>(column)].level);
  }
  return std::optional(std::move(classes));
}

/// Chances are counted from the cells as they are: noise has no part in them.
Result<void> check_exact(const Composition& c) {
  const auto noisy = [](const Candidate& facts) { return facts.shown_with.variance() > 0; };
  const bool shown =
      std::any_of(c.everyone.begin(), c.everyone.end(), noisy) || std::any_of(c.judged.begin(), c.judged.end(), noisy);
  if (c.request.how.resolution > 0) {
    return base::Error{base::ErrorCode::kBadOption,
                       base::say("{} is for predictions that are numbers, not classes", base::option("resolution"))};
  }
  if (!shown && !c.answer.noise_free) return {};
  const base::Message what = shown ? base::say("{} and {} are", base::option("noise"), base::option("shown-as"))
                                   : base::say("{} is", base::switched_on("noise-free"));
  return base::Error{
      base::ErrorCode::kBadOption,
      base::say("{} for predictions that are numbers, and '{}' is a class; explain its probability instead", what,
                c.answer.predictions.front())};
}

}  // namespace

std::vector<int> prediction_columns(const Gathered& gathered) {
  std::vector<int> columns;
  for (const std::size_t index : gathered.roles.predictions) {
    const data::Column& column = gathered.columns[index];
    if (column.type == data::ColumnType::kNumber) {
      columns.push_back(gathered.moments->find(column.name));
      continue;
    }
    for (std::size_t i = 0; i < gathered.moments->columns.size(); ++i) {
      const moments::MomentColumn& level = gathered.moments->columns[i];
      if (level.kind == moments::ColumnKind::kLevel && level.source == column.name)
        columns.push_back(static_cast<int>(i));
    }
  }
  return columns;
}

Result<std::optional<Classes>> find_classes(Composition& c) {
  const auto& columns = c.gathered.moments->columns;
  const bool text =
      columns[static_cast<std::size_t>(c.setting.predictions.front())].kind == moments::ColumnKind::kLevel;
  const auto report = [&](const std::vector<std::string>& names) {
    LabelReport& label = c.answer.label.emplace();
    label.column = c.gathered.columns[c.gathered.roles.predictions.front()].name;
    label.classes = names;
  };
  if (text) {
    std::vector<std::string> names;
    for (const int column : c.setting.predictions) names.push_back(columns[static_cast<std::size_t>(column)].level);
    report(names);
  }
  const bool stopped = c.answer.interrupted || c.control.cancelled();
  if (c.answer.nothing_to_explain || stopped) return std::optional<Classes>();
  EXPLAINEE_ASSIGN(std::optional<Classes> classes, look_for_classes(c));
  EXPLAINEE_TRY(check_applies(c, classes));
  if (!classes) return classes;
  EXPLAINEE_TRY(check_exact(c));
  if (!text) report(classes->names);
  return classes;
}

}  // namespace explainee::explain
