#include "explainee/files/column_names.h"

#include <string_view>
#include <unordered_map>

#include "explainee/data/name_pattern.h"
#include "explainee/files/bytes/utf8.h"

namespace explainee::files {

using base::Error;
using base::ErrorCode;

base::Result<void> check_names(const std::vector<std::string>& names, const base::Subject& where) {
  std::unordered_map<std::string_view, std::size_t> seen;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string position = std::to_string(i + 1);
    if (names[i].empty()) {
      return Error{ErrorCode::kMalformedTable,
                   "column " + position + " has no name; name it (pandas: write with index=False)", where};
    }
    const TextCheck check = check_text(names[i]);
    if (check.fault != TextFault::kNone) {
      return Error{ErrorCode::kMalformedTable, "the name of column " + position + " " + describe(check.fault), where};
    }
    const auto [earlier, fresh] = seen.emplace(names[i], i);
    if (!fresh) {
      return Error{ErrorCode::kDuplicateColumn,
                   "columns " + std::to_string(earlier->second + 1) + " and " + position + " are both called " +
                       in_quotes(names[i]) + "; rename one of them",
                   where};
    }
  }
  return {};
}

base::Result<std::vector<std::optional<data::ColumnType>>> forced_types(const std::vector<std::string>& names,
                                                                        const ReadOptions& options,
                                                                        const base::Subject& where) {
  std::vector<data::Column> columns;
  columns.reserve(names.size());
  for (const std::string& name : names) columns.push_back({name});
  std::vector<std::optional<data::ColumnType>> types(names.size());
  const auto force = [&](const std::vector<std::string>& patterns, data::ColumnType type) -> base::Result<void> {
    for (const std::string& pattern : patterns) {
      auto found = data::resolve_name(columns, pattern);
      if (!found.ok() && options.pass_over_unknown) continue;
      if (!found.ok()) {
        base::Subject subject = where;
        subject.option = base::option(type == data::ColumnType::kText ? "categories" : "numbers");
        return Error{found.error().code, found.error().message, std::move(subject)};
      }
      for (const std::size_t i : found.value()) {
        if (types[i].has_value() && *types[i] != type) {
          return Error{ErrorCode::kBadOption,
                       base::say("column {} is in both {} and {}; keep one", in_quotes(names[i]),
                                 base::option("categories"), base::option("numbers")),
                       where};
        }
        types[i] = type;
      }
    }
    return {};
  };
  EXPLAINEE_TRY(force(options.categories, data::ColumnType::kText));
  EXPLAINEE_TRY(force(options.numbers, data::ColumnType::kNumber));
  if (const auto id = data::resolve_name(columns, options.id); !options.id.empty() && id.ok()) {
    for (const std::size_t i : id.value()) types[i] = data::ColumnType::kText;
  }
  return types;
}

}  // namespace explainee::files
