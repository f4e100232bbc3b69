#include "explainee/explain/rows/fact_values.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "explainee/explain/kept/kept_table.h"

namespace explainee::explain {
namespace {

using base::Result;

/// The text column that a moment column is a level of; none when it is something else.
std::optional<std::size_t> text_of(const Explainer& explainer, int column) {
  auto first = static_cast<int>(explainer.numbers.size());
  for (std::size_t t = 0; t < explainer.texts.size(); ++t) {
    const int end = first + static_cast<int>(explainer.texts[t].levels.size());
    if (column >= first && column < end) return t;
    first = end;
  }
  return std::nullopt;
}

/// The columns of a fact.
std::vector<int> columns_of(const Explainer& explainer, std::size_t fact) {
  std::vector<int> columns;
  for (std::size_t i = 0; i < explainer.columns.size(); ++i) {
    if (explainer.fact_of[i] == static_cast<int>(fact)) columns.push_back(explainer.columns[i]);
  }
  return columns;
}

/// A product of a column with one that is known, which goes by the column's own values.
bool with_known(const family::Description& fact) {
  return fact.family == "auto" && fact.shown == family::Shown::kSources && fact.sources.size() == 2;
}

/// Where a column of numbers stands in the table.
std::optional<std::size_t> numbers_of(const std::string& column, const KeptTable& kept) {
  const auto& all = kept.table->columns();
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) {
    return one.name == column && one.type == data::ColumnType::kNumber && one.unreadable.empty();
  });
  if (found == all.end()) return std::nullopt;
  return static_cast<std::size_t>(found - all.begin());
}

/// Where a fact's value stands in the table.
std::optional<std::size_t> place_of(const Explainer& explainer, std::size_t fact, const KeptTable& kept) {
  const std::vector<int> columns = columns_of(explainer, fact);
  if (columns.empty()) return std::nullopt;
  if (const auto text = text_of(explainer, columns.front())) return kept.plan.texts[*text].column;
  const std::vector<std::string>& sources = explainer.facts[fact].sources;
  if (with_known(explainer.facts[fact])) return numbers_of(sources.front(), kept);
  const bool shaped = sources.size() == 1 && sources.front() == explainer.facts[fact].name &&
                      static_cast<std::size_t>(columns.front()) < explainer.numbers.size() &&
                      explainer.numbers[static_cast<std::size_t>(columns.front())].column != sources.front();
  if (!shaped && columns.size() == 1 && static_cast<std::size_t>(columns.front()) < explainer.numbers.size())
    return kept.plan.numbers[static_cast<std::size_t>(columns.front())];
  if (sources.size() != 1) return std::nullopt;
  return numbers_of(sources.front(), kept);
}

/// How a fact of a single number is shown.
ShownWith shown_with(const Explainer& explainer, std::size_t fact) {
  for (std::size_t i = 0; i < explainer.columns.size(); ++i) {
    if (explainer.fact_of[i] == static_cast<int>(fact)) return explainer.shown_with[i];
  }
  return {};
}

/// Puts the numbers as they are shown in the place of those of the table.
void round_shown(const ShownWith& shown, std::vector<double>& rounded, data::ColumnView& view) {
  if (!(shown.step > 0) || view.numbers.empty()) return;
  rounded.assign(view.numbers.begin(), view.numbers.end());
  for (double& value : rounded) value = shown.shown(value);
  view.numbers = rounded;
}

}  // namespace

std::vector<ShownSource> shown_sources(const Explainer& explainer) {
  std::vector<ShownSource> all;
  for (std::size_t fact = 0; fact < explainer.facts.size(); ++fact) {
    const family::Description& own = explainer.facts[fact];
    const bool named = own.shown == family::Shown::kSources;
    if (own.sources.size() < 2 || !(named || own.shown == family::Shown::kValues)) continue;
    for (const std::string& source : own.sources) all.push_back({fact, source, named});
  }
  return all;
}

std::vector<data::Column> fact_columns(const Explainer& explainer) {
  std::vector<data::Column> columns;
  for (std::size_t fact = 0; fact < explainer.facts.size(); ++fact) {
    const std::vector<int> parts = columns_of(explainer, fact);
    const bool text = !parts.empty() && text_of(explainer, parts.front()).has_value();
    columns.push_back({explainer.facts[fact].name, text ? data::ColumnType::kText : data::ColumnType::kNumber});
  }
  for (ShownSource& source : shown_sources(explainer)) columns.push_back({std::move(source.column)});
  return columns;
}

Result<void> read_facts(const Explainer& explainer, data::TableSource& table, data::TableSink& sink,
                        const base::Control& control) {
  EXPLAINEE_ASSIGN(const KeptTable kept, open_kept(explainer, table));
  std::vector<std::optional<std::size_t>> places;
  for (std::size_t fact = 0; fact < explainer.facts.size(); ++fact) places.push_back(place_of(explainer, fact, kept));
  for (const ShownSource& source : shown_sources(explainer)) places.push_back(numbers_of(source.column, kept));
  std::vector<std::size_t> wanted;  // each column once
  for (const auto& place : places) {
    if (place && std::find(wanted.begin(), wanted.end(), *place) == wanted.end()) wanted.push_back(*place);
  }
  if (wanted.empty() && !kept.plan.table_columns().empty()) wanted.push_back(kept.plan.table_columns().front());
  EXPLAINEE_TRY(kept.table->start(wanted));
  data::Batch batch;
  std::vector<double> nothing;
  std::vector<std::vector<double>> rounded(places.size());
  while (true) {
    if (control.cancelled()) return base::interrupted();
    EXPLAINEE_ASSIGN(const bool more, kept.table->next(batch));
    if (!more) return {};
    nothing.assign(batch.rows, std::numeric_limits<double>::quiet_NaN());
    std::vector<data::ColumnView> views;
    for (const auto& place : places) {
      if (place) {
        const auto at = std::find(wanted.begin(), wanted.end(), *place) - wanted.begin();
        views.push_back(batch.columns[static_cast<std::size_t>(at)]);
        const std::size_t fact = views.size() - 1;
        if (fact < explainer.facts.size()) round_shown(shown_with(explainer, fact), rounded[fact], views.back());
      } else {
        data::ColumnView none;
        none.numbers = nothing;
        views.push_back(none);
      }
    }
    EXPLAINEE_TRY(sink.write(views));
  }
}

}  // namespace explainee::explain
