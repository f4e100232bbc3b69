#include "explainee/explain/gather/moment_columns.h"

#include <algorithm>
#include <utility>

#include "explainee/data/count_rows.h"
#include "explainee/person/summary.h"

namespace explainee::explain {

std::vector<data::Column> table_columns(const moments::Moments& moments) {
  std::vector<std::pair<int, data::Column>> found;
  for (const moments::MomentColumn& column : moments.columns) {
    if (column.kind == moments::ColumnKind::kNumber)
      found.push_back({column.index, {column.name, data::ColumnType::kNumber}});
    if (column.kind == moments::ColumnKind::kLevel && (found.empty() || found.back().second.name != column.source)) {
      found.push_back({column.index, {column.source, data::ColumnType::kText}});
    }
  }
  // In the order of the table, which decides ties.
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<data::Column> columns;
  columns.reserve(found.size());
  for (auto& [index, column] : found) columns.push_back(std::move(column));
  return columns;
}

base::Result<bool> products_fit(std::int64_t known, data::TableSource& table, std::size_t column, std::int64_t& rows,
                                const base::Control& control) {
  constexpr std::int64_t kFew = 200;
  if (person::quadratic_columns(known) <= kFew) return true;
  if (rows < 0) {
    EXPLAINEE_ASSIGN(rows, data::count_rows(table, column, control));
  }
  return person::quadratic_fits(known, rows);
}

}  // namespace explainee::explain
