#include "explainee/explain/kept/kept_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "explainee/family/family.h"

namespace explainee::explain {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

Result<std::size_t> find_column(const data::TableSource& table, const std::string& name, data::ColumnType type) {
  const auto& columns = table.columns();
  const auto found = std::find_if(columns.begin(), columns.end(), [&](const auto& c) { return c.name == name; });
  if (found == columns.end()) {
    return Error{ErrorCode::kUnknownColumn,
                 fmt::format("there is no column '{}', which the explainer needs; add it to the table", name),
                 table.name()};
  }
  if (found->type != type || !found->unreadable.empty()) {
    const bool text = type == data::ColumnType::kText;
    return Error{ErrorCode::kUnfitColumn,
                 base::say("column '{0}' held {1} when the facts were chosen and does not here; make it {1} again{2}",
                           name, text ? "text" : "numbers",
                           base::hint(" with {}", base::option(text ? "categories" : "numbers", name))),
                 table.name()};
  }
  return static_cast<std::size_t>(found - columns.begin());
}

Result<void> add_expressions(const Explainer& explainer, KeptTable& kept) {
  if (explainer.expressions.empty()) return {};
  std::vector<data::Expression> parsed;
  for (const std::string& text : explainer.expressions) {
    EXPLAINEE_ASSIGN(data::Expression expression, data::Expression::parse(text, kept.table->columns()));
    parsed.push_back(std::move(expression));
  }
  kept.derived = data::derive(*kept.table, std::move(parsed), explainer.scales);
  kept.table = kept.derived.get();
  return {};
}

Result<void> add_made(const Explainer& explainer, KeptTable& kept) {
  std::vector<data::AddedColumn> added;
  for (const KeptMade& made : explainer.made) {
    family::MadeColumn column{made.name, {}, made.formula};
    for (const std::string& source : made.sources) {
      EXPLAINEE_ASSIGN(const std::size_t at, find_column(*kept.table, source, data::ColumnType::kNumber));
      column.sources.push_back(at);
    }
    added.push_back(family::added_column(column));
  }
  if (added.empty()) return {};
  kept.made = std::make_unique<data::ExtendedTable>(*kept.table, std::move(added));
  kept.table = kept.made.get();
  return {};
}

}  // namespace

std::string id_column(const Explainer& explainer, std::span<const data::Column> columns, const std::string& own) {
  const std::string& wanted = own.empty() ? explainer.id : own;
  const bool there = std::any_of(columns.begin(), columns.end(),
                                 [&](const auto& c) { return c.name == wanted && c.unreadable.empty(); });
  return there ? wanted : "";
}

Result<KeptTable> open_kept(const Explainer& explainer, data::TableSource& source) {
  KeptTable kept;
  kept.table = &source;
  EXPLAINEE_TRY(add_expressions(explainer, kept));
  EXPLAINEE_TRY(add_made(explainer, kept));
  for (const KeptNumber& number : explainer.numbers) {
    EXPLAINEE_ASSIGN(const std::size_t at, find_column(*kept.table, number.column, data::ColumnType::kNumber));
    kept.plan.numbers.push_back(at);
    kept.shifts.push_back(number.shift);
  }
  for (const KeptText& text : explainer.texts) {
    EXPLAINEE_ASSIGN(const std::size_t at, find_column(*kept.table, text.column, data::ColumnType::kText));
    kept.plan.texts.push_back({at, text.levels});
  }
  kept.plan.products = explainer.products;
  if (!explainer.weight.empty()) {
    EXPLAINEE_ASSIGN(kept.plan.weight, find_column(*kept.table, explainer.weight, data::ColumnType::kNumber));
  }
  kept.plan.missing = explainer.drop_missing ? moments::MissingRule::kDrop : moments::MissingRule::kError;
  return kept;
}

}  // namespace explainee::explain
