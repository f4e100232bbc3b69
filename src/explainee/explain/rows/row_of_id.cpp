#include "explainee/explain/rows/row_of_id.h"

#include <fmt/format.h>

#include <optional>
#include <vector>

#include "explainee/base/errors/edit_distance.h"
#include "explainee/data/id_text.h"
#include "explainee/data/name_pattern.h"
#include "explainee/request/records/record.h"

namespace explainee::explain {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// Longer ones are no slips of each other, and comparing them letter by letter would take long.
constexpr std::size_t kLongestCompared = 100;

base::OptionRef row_option(const std::string& id) { return base::option("row", std::string(request::kIdPrefix) + id); }

Error about_row(const data::TableSource& table, base::Message message) {
  base::Subject subject(table.name());
  subject.option = base::option("row");
  return {ErrorCode::kBadOption, std::move(message), std::move(subject)};
}

/// Calls take(id, number of the row) for each row until it returns false.
template <class Take>
Result<void> visit_ids(data::TableSource& table, std::size_t column, const base::Control& control, Take take) {
  EXPLAINEE_TRY(table.start(std::span(&column, 1)));
  data::Batch batch;
  while (true) {
    if (control.cancelled()) return base::interrupted();
    EXPLAINEE_ASSIGN(const bool more, table.next(batch));
    if (!more) return {};
    for (std::size_t row = 0; row < batch.rows; ++row) {
      if (!take(data::id_text(batch.columns.front(), row), batch.first_row + static_cast<std::int64_t>(row))) return {};
    }
  }
}

/// The id that is least apart from what was written, of equals the first; empty where there are none.
Result<std::string> nearest_id(data::TableSource& table, std::size_t column, const std::string& written,
                               const base::Control& control) {
  std::optional<std::size_t> least;
  std::string nearest;
  EXPLAINEE_TRY(visit_ids(table, column, control, [&](const std::string& id, std::int64_t /*row*/) {
    if (id.empty() || (least && id.size() > kLongestCompared)) return true;
    const std::size_t apart = base::edit_distance(written.substr(0, kLongestCompared), id.substr(0, kLongestCompared));
    if (!least || apart < *least) {
      least = apart;
      nearest = id;
    }
    return true;
  }));
  return nearest;
}

/// Always an error.
Result<std::int64_t> no_such_id(data::TableSource& table, std::size_t column, const std::string& id,
                                const base::Control& control) {
  const std::string name = table.columns()[column].name;
  EXPLAINEE_ASSIGN(const std::string nearest, nearest_id(table, column, id, control));
  if (nearest.empty()) return about_row(table, fmt::format("all cells of the column '{}' are empty", name));
  return about_row(table, base::say("no row has '{}' in the column '{}'; the nearest is '{}': write {}", id, name,
                                    nearest, row_option(nearest)));
}

}  // namespace

Result<std::int64_t> row_of_id(data::TableSource& table, const std::string& column, const std::string& id,
                               const base::Control& control) {
  EXPLAINEE_ASSIGN(const std::size_t at, data::find_column(table.columns(), column));
  std::optional<std::int64_t> first;
  std::optional<std::int64_t> second;
  EXPLAINEE_TRY(visit_ids(table, at, control, [&](const std::string& own, std::int64_t row) {
    if (own == id) (first ? second : first) = row;
    return !second;
  }));
  if (!first) return no_such_id(table, at, id, control);
  if (second)
    return about_row(table, base::say("rows {0} and {1} both have '{2}' in the column '{3}'; name one by its number: "
                                      "write {4}",
                                      *first, *second, id, column, base::option("row", *first)));
  return *first;
}

Result<void> find_asked_row(const Input& input, request::Request& request, const base::Control& control) {
  if (request.rows.row_id.empty() || input.table == nullptr) return {};
  if (request.what.id.empty()) {
    base::Subject subject(input.table->name());
    subject.option = row_option(request.rows.row_id);
    return Error{ErrorCode::kBadOption,
                 base::say("no column holds the ids of rows; name it with {}, or give the number of the row",
                           base::option("id", "COLUMN")),
                 std::move(subject)};
  }
  EXPLAINEE_ASSIGN(request.rows.row, row_of_id(*input.table->cursor(), request.what.id, request.rows.row_id, control));
  return {};
}

}  // namespace explainee::explain
