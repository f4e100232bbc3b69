#include "explainee/person/table_columns.h"

namespace explainee::person {

using moments::ColumnKind;

TableColumns::TableColumns(const moments::Moments& moments) {
  for (std::size_t i = 0; i < moments.columns.size(); ++i) {
    const moments::MomentColumn& column = moments.columns[i];
    if (column.kind == ColumnKind::kNumber) numbers_.emplace(column.name, static_cast<int>(i));
    if (column.kind == ColumnKind::kLevel) levels_[column.source].push_back(static_cast<int>(i));
  }
}

std::vector<int> TableColumns::of(const std::string& table_column) const {
  if (const auto number = numbers_.find(table_column); number != numbers_.end()) return {number->second};
  const auto found = levels_.find(table_column);
  if (found == levels_.end()) return {};
  // Levels sum to one: the first one follows from the others and is the one they are compared with.
  std::vector<int> levels = found->second;
  if (levels.size() > 1) levels.erase(levels.begin());
  return levels;
}

std::vector<int> columns_of(const moments::Moments& moments, const std::string& table_column) {
  return TableColumns(moments).of(table_column);
}

}  // namespace explainee::person
