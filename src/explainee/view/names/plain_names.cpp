#include "explainee/view/names/plain_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "explainee/base/printable/printable.h"
#include "explainee/view/numbers/number_text.h"

namespace explainee::view {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

std::string with_unit(const std::string& text, const std::string& unit) {
  return unit.empty() ? text : text + " " + unit;
}

Result<std::shared_ptr<data::Expression>> parse_show(const std::string& text, const base::Subject& where) {
  const std::vector<data::Column> columns = {{"x", data::ColumnType::kNumber}};
  auto parsed = data::Expression::parse(text, columns);
  if (!parsed.ok()) {
    return Error{ErrorCode::kBadExpression,
                 base::say("{}; the value is called x, as in exp(x)", parsed.error().message), where};
  }
  if (!parsed.value().standardised().empty()) {
    return Error{ErrorCode::kBadExpression, "z() needs a whole column; show works on one value x, as in exp(x)", where};
  }
  return std::make_shared<data::Expression>(std::move(parsed).value());
}

}  // namespace

Result<PlainNames> PlainNames::read(data::TableSource& table) {
  const std::vector<std::string> fields = {"column", "name", "unit", "show"};
  std::vector<int> position(fields.size(), -1);
  std::vector<std::size_t> wanted;
  for (std::size_t i = 0; i < table.columns().size(); ++i) {
    const auto at = std::find(fields.begin(), fields.end(), table.columns()[i].name);
    if (at == fields.end()) continue;
    position[static_cast<std::size_t>(at - fields.begin())] = static_cast<int>(wanted.size());
    wanted.push_back(i);
  }
  if (position[0] < 0) {
    return Error{ErrorCode::kMalformedTable, "the names need a column 'column' (and name, unit, show as wanted)",
                 table.name()};
  }
  EXPLAINEE_TRY(table.start(wanted));
  PlainNames names;
  data::Batch batch;
  while (true) {
    EXPLAINEE_ASSIGN(const bool more, table.next(batch));
    if (!more) {
      names.tell_apart();
      return names;
    }
    for (std::size_t row = 0; row < batch.rows; ++row) {
      const auto cell = [&](std::size_t field) {
        if (position[field] < 0) return std::string();
        const data::ColumnView& view = batch.columns[static_cast<std::size_t>(position[field])];
        return view.texts.empty() ? std::string() : std::string(view.texts[row]);
      };
      Entry entry{cell(1), cell(2), nullptr, {}, {}};
      if (const std::string show = cell(3); !show.empty()) {
        EXPLAINEE_ASSIGN(entry.show, parse_show(show, table.where(batch.first_row + static_cast<std::int64_t>(row))));
      }
      if (!names.entries_.emplace(cell(0), std::move(entry)).second) {
        return Error{ErrorCode::kMalformedTable, fmt::format("column '{}' is named a second time; keep one", cell(0)),
                     table.where(batch.first_row + static_cast<std::int64_t>(row))};
      }
    }
  }
}

void PlainNames::tell_apart() {
  std::map<std::string, int> called;
  for (const auto& [column, entry] : entries_) called[name(column)] += 1;
  for (auto& [column, entry] : entries_) {
    if (!entry.name.empty() && entry.name != column && called[entry.name] > 1) entry.name += " (" + column + ")";
  }
}

std::vector<std::string> PlainNames::strangers(const std::set<std::string>& columns) const {
  std::vector<std::string> found;
  for (const auto& [column, entry] : entries_) {
    if (!columns.contains(column)) found.push_back(column);
  }
  return found;
}

PlainNames PlainNames::with_facts(const std::map<std::string, family::Description>& facts) const {
  PlainNames all = *this;
  for (const auto& [fact, candidate] : facts) {
    Entry entry;
    const bool shaped = candidate.shape.kind != family::Shape::Kind::kAsIs;
    if (shaped) {  // called like its column
      if (const auto own = entries_.find(fact); own != entries_.end()) entry = own->second;
      entry.column = column_name(fact);
      entry.name = candidate.saying.empty() ? *entry.column : "";
    }
    if (candidate.shape.kind == family::Shape::Kind::kCut) entry.threshold = candidate.shape.threshold;
    for (const family::Word& word : candidate.saying) {
      switch (word.kind) {
        case family::Word::Kind::kText:
          entry.name += word.text;
          break;
        case family::Word::Kind::kColumn:
          entry.name += column_name(word.text);
          break;
        case family::Word::Kind::kValue:
          entry.name += value(word.text, word.value);
          break;
      }
    }
    if (candidate.shown == family::Shown::kNumber && !candidate.sources.empty()) {
      // An average is in the units of what it averages.
      const auto source = entries_.find(candidate.sources.front());
      if (source != entries_.end() && !source->second.show) entry.unit = source->second.unit;
    }
    if (shaped) {
      all.entries_.insert_or_assign(fact, std::move(entry));
    } else {
      all.entries_.emplace(fact, std::move(entry));
    }
  }
  return all;
}

std::string PlainNames::name(const std::string& column) const {
  const auto found = entries_.find(column);
  return base::printable(found == entries_.end() || found->second.name.empty() ? column : found->second.name);
}

std::string PlainNames::column_name(const std::string& column) const {
  const auto found = entries_.find(column);
  return found != entries_.end() && found->second.column ? *found->second.column : name(column);
}

std::string PlainNames::unit(const std::string& column) const {
  const auto found = entries_.find(column);
  return found == entries_.end() ? "" : base::printable(found->second.unit);
}

std::string PlainNames::unit_of_differences(const std::string& column) const {
  const std::string own = unit(column);
  return own == "%" ? "percentage points" : own;
}

std::optional<double> PlainNames::shown(const std::string& column, double stored) const {
  const auto found = entries_.find(column);
  if (found == entries_.end() || found->second.show == nullptr) return stored;
  const std::vector<std::span<const double>> cells = {std::span(&stored, 1)};
  const auto result = found->second.show->evaluate(std::span(cells).first(found->second.show->sources().size()), 1);
  if (!result.ok() || !std::isfinite(result.value()[0])) return std::nullopt;
  return result.value()[0];
}

std::string PlainNames::value(const std::string& column, double value) const {
  const std::optional<double> known_as = shown(column, value);
  return known_as ? with_unit(number_text(*known_as), unit(column)) : number_text(value) + " as stored";
}

std::string PlainNames::amount(const std::string& column, double value) const {
  return with_unit(number_text(std::abs(slope(column).value_or(1)) * value), unit_of_differences(column));
}

std::optional<double> PlainNames::threshold(const std::string& fact) const {
  const auto found = entries_.find(fact);
  return found == entries_.end() ? std::nullopt : found->second.threshold;
}

std::optional<double> PlainNames::slope(const std::string& column) const {
  const auto found = entries_.find(column);
  if (found == entries_.end() || found->second.show == nullptr) return 1.0;
  const std::vector<double> affine = found->second.show->affine_weights();
  return affine.size() == 2 ? std::optional(affine[1]) : std::nullopt;
}

std::optional<double> PlainNames::stored(const std::string& column, double shown) const {
  const auto found = entries_.find(column);
  if (found == entries_.end() || found->second.show == nullptr) return shown;
  const std::vector<double> affine = found->second.show->affine_weights();
  if (affine.size() != 2 || affine[1] == 0) return std::nullopt;
  return (shown - affine[0]) / affine[1];
}

}  // namespace explainee::view
