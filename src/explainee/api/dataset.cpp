#include "explainee/dataset.h"

#include <set>
#include <utility>

#include "explainee/base/errors/message.h"
#include "explainee/data/dataset/dataset.h"
#include "explainee/data/memory_table.h"

namespace explainee {
inline namespace v0 {

Result<Dataset> Dataset::from_columns(std::vector<Column> columns) {
  const auto length = [](const Column& column) {
    return std::visit([](const auto& values) { return values.size(); }, column.values);
  };
  std::set<std::string> names;
  auto table = std::make_unique<data::MemoryTable>();
  for (Column& column : columns) {
    if (!names.insert(column.name).second)
      return Error{ErrorCode::kDuplicateColumn, base::say("two columns are called '{}'; rename one", column.name), {}};
    if (length(column) != length(columns.front())) {
      return Error{ErrorCode::kMalformedTable,
                   base::say("column '{}' has {} cells and '{}' has {}; all need as many", column.name, length(column),
                             columns.front().name, length(columns.front())),
                   {}};
    }
  }
  for (Column& column : columns)
    std::visit([&](auto& values) { table->add(std::move(column.name), std::move(values)); }, column.values);
  return Dataset(data::Dataset::make(std::move(table)));
}

std::vector<std::string> Dataset::names() const {
  std::vector<std::string> names;
  names.reserve(table_->columns().size());
  for (const data::Column& column : table_->columns()) names.push_back(column.name);
  return names;
}

std::int64_t Dataset::rows() const { return table_->rows(); }

}  // namespace v0
}  // namespace explainee
