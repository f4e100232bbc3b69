#include "explainee/files/arrow/arrow_schema.h"

#include <arrow/type.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "explainee/files/arrow/arrow_column.h"
#include "explainee/files/bytes/utf8.h"
#include "explainee/files/column_names.h"

namespace explainee::files {

using base::Error;
using base::ErrorCode;

namespace {

/// What the column is read as when no option says otherwise; nothing when it cannot be.
std::optional<data::ColumnType> own_type(const arrow::Field& field, const std::vector<data::Column>* like) {
  if (like != nullptr && field.type()->id() == arrow::Type::NA) {
    const auto same = std::find_if(like->begin(), like->end(),
                                   [&](const data::Column& column) { return column.name == field.name(); });
    if (same != like->end()) return same->type;
  }
  return column_type(*field.type());
}

}  // namespace

base::Result<void> ArrowSchema::check_wanted(std::span<const std::size_t> wanted, const std::string& file) const {
  for (const std::size_t index : wanted) {
    if (columns[index].unreadable.empty()) continue;
    return Error{ErrorCode::kUnfitColumn,
                 base::say("column {} is of type {}, which is neither number nor text; leave it out with {}",
                           in_quotes(columns[index].name), columns[index].unreadable,
                           base::option("exclude", columns[index].name)),
                 file};
  }
  return {};
}

base::Result<ArrowSchema> read_schema(const arrow::Schema& schema, const ReadOptions& options, const std::string& file,
                                      const std::vector<data::Column>* like) {
  if (schema.num_fields() == 0) return Error{ErrorCode::kMalformedTable, "has no columns", file};
  std::vector<std::string> names = schema.field_names();
  EXPLAINEE_TRY(check_names(names, file));
  EXPLAINEE_ASSIGN(const auto forced, forced_types(names, options, file));
  ArrowSchema result;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const arrow::Field& field = *schema.field(static_cast<int>(i));
    const std::optional<data::ColumnType> own = own_type(field, like);
    result.columns.push_back({std::move(names[i]), forced[i].value_or(own.value_or(data::ColumnType::kText)),
                              own.has_value() ? "" : field.type()->ToString()});
  }
  return result;
}

}  // namespace explainee::files
