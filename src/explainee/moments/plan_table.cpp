#include "explainee/moments/plan_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "explainee/data/name_pattern.h"
#include "explainee/moments/levels.h"

namespace explainee::moments {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// Resolves names; a failure says which option and which file.
Result<std::vector<std::size_t>> resolve(const data::TableSource& table, const std::vector<std::string>& names,
                                         std::string_view option) {
  auto found = data::resolve_names(table.columns(), names);
  if (!found.ok()) {
    found.error().subject.file = table.name();
    found.error().subject.option = base::option(option);
  }
  return found;
}

Result<std::optional<std::size_t>> find_column(const data::TableSource& table, const std::string& name,
                                               std::string_view option) {
  if (name.empty()) return std::optional<std::size_t>();
  EXPLAINEE_ASSIGN(const auto found, resolve(table, {name}, option));
  if (found.size() > 1) {
    return Error{ErrorCode::kBadOption,
                 base::say("{} takes one column, {} names {}", base::option(option), name, found.size()), table.name()};
  }
  if (option == "weight" && table.columns()[found.front()].type == data::ColumnType::kText) {
    return Error{ErrorCode::kUnfitColumn, fmt::format("the weight column '{}' holds text", name), table.name()};
  }
  return std::optional(found.front());
}

/// Columns that are kept: those named, else all; text columns with more levels than are kept are left out.
Result<void> plan_columns(data::TableSource& table, const PlanOptions& options, const base::Control& control,
                          PlannedTable& planned) {
  Plan& plan = planned.plan;
  EXPLAINEE_ASSIGN(const auto named, resolve(table, options.features, "features"));
  EXPLAINEE_ASSIGN(const auto excluded, resolve(table, options.exclude, "exclude"));
  std::vector<std::size_t> texts;
  const auto contains = [](const auto& list, std::size_t i) {
    return std::find(list.begin(), list.end(), i) != list.end();
  };
  for (std::size_t i = 0; i < table.columns().size(); ++i) {
    if (contains(excluded, i) || (!named.empty() && !contains(named, i)) || plan.weight == i || plan.block == i)
      continue;
    if (!table.columns()[i].unreadable.empty() && !contains(named, i)) continue;
    (table.columns()[i].type == data::ColumnType::kNumber ? plan.numbers : texts).push_back(i);
  }
  if (texts.empty()) return {};
  EXPLAINEE_ASSIGN(LevelScan scan, scan_levels(table, texts, control));
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string& name = table.columns()[texts[i]].name;
    if (scan.columns[i].too_many) {
      planned.left_out.push_back(name);
      continue;
    }
    if (scan.columns[i].all_distinct) planned.all_different.push_back(name);
    plan.texts.push_back({texts[i], std::move(scan.columns[i].levels)});
  }
  return {};
}

Result<void> plan_products(const data::TableSource& table, const PlanOptions& options, Plan& plan) {
  EXPLAINEE_ASSIGN(const auto wanted, resolve(table, options.products, "products"));
  std::vector<int> positions;
  for (const std::size_t column : wanted) {
    const auto at = std::find(plan.numbers.begin(), plan.numbers.end(), column);
    if (at == plan.numbers.end()) {
      base::Subject subject(table.name());
      subject.option = base::option("products");
      return Error{ErrorCode::kBadOption,
                   fmt::format("'{}' is not among the number columns that are kept; leave it out, or keep it",
                               table.columns()[column].name),
                   std::move(subject)};
    }
    positions.push_back(static_cast<int>(at - plan.numbers.begin()));
  }
  for (std::size_t i = 0; i < positions.size(); ++i) {
    for (std::size_t j = i; j < positions.size(); ++j) plan.products.emplace_back(positions[i], positions[j]);
  }
  return {};
}

}  // namespace

const std::vector<base::Option<PlanOptions>>& plan_options() {
  using O = PlanOptions;
  static const std::vector<base::Option<O>> kRecords = {
      {.name = "features",
       .group = "what",
       .argument = "A,B",
       .help = "only these columns (name the prediction too); all by default",
       .field = &O::features},
      {.name = "exclude", .group = "what", .argument = "A,B", .help = "all but these columns", .field = &O::exclude},
      {.name = "products",
       .group = "what",
       .argument = "A,B",
       .help = "also squares and products of these columns: what quadratic knowing of them needs",
       .field = &O::products},
      {.name = "weight",
       .group = "how",
       .argument = "COL",
       .help = "weight of each row, not negative",
       .field = &O::weight},
      {.name = "block",
       .group = "how",
       .argument = "COL",
       .help = "rows with the same value hang together and go to one fold",
       .field = &O::block},
      {.name = "missing",
       .group = "how",
       .argument = "RULE",
       .help = "what to do with a row that has a missing or infinite cell",
       .field = &O::missing,
       .choices = "error|drop"},
      {.name = "folds",
       .group = "how",
       .argument = "F",
       .help = "20; 5 above 500 columns, 1 above 1000",
       .field = &O::folds,
       .low = 1,
       .high = 1000},
      {.name = "rows-per-fold",
       .group = "how",
       .argument = "K",
       .help = "a file has as many folds as divide those and leave none with fewer rows, so that rows cannot be read "
               "off; 1: all",
       .field = &O::rows_per_fold,
       .low = 1},
      {.name = "first-row",
       .group = "how",
       .argument = "N",
       .help = "number of the first row in the pooled table, so that folds agree with it",
       .field = &O::first_row,
       .low = 0},
      {.name = "seed",
       .group = "how",
       .argument = "N",
       .help = "of the deal of rows to folds",
       .field = &O::seed,
       .low = 0},
      {.name = "threads",
       .group = "how",
       .argument = "N",
       .help = "0: as many as the machine has; digits do not depend on it",
       .field = &O::threads,
       .low = 0,
       .high = 4096},
  };
  return kRecords;
}

Result<PlannedTable> plan_table(data::TableSource& table, const PlanOptions& options, const base::Control& control) {
  PlannedTable planned;
  Plan& plan = planned.plan;
  EXPLAINEE_ASSIGN(plan.weight, find_column(table, options.weight, "weight"));
  EXPLAINEE_ASSIGN(plan.block, find_column(table, options.block, "block"));
  EXPLAINEE_TRY(plan_columns(table, options, control, planned));
  EXPLAINEE_TRY(plan_products(table, options, plan));
  plan.missing = options.missing == "drop" ? MissingRule::kDrop : MissingRule::kError;
  plan.folds = options.folds.value_or(default_folds(plan.size()));
  plan.seed = static_cast<std::uint64_t>(options.seed);
  plan.first_row = options.first_row;
  return planned;
}

}  // namespace explainee::moments
