#include "explainee/api/collected_columns.h"

namespace explainee::api {

CollectedColumns::CollectedColumns(const std::vector<data::Column>& columns) {
  for (const data::Column& column : columns) {
    Column& mine = columns_.emplace_back();
    mine.name = column.name;
    if (column.type == data::ColumnType::kText) mine.values = std::vector<std::string>();
  }
}

base::Result<void> CollectedColumns::write(std::span<const data::ColumnView> columns) {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (auto* numbers = std::get_if<std::vector<double>>(&columns_[i].values)) {
      numbers->insert(numbers->end(), columns[i].numbers.begin(), columns[i].numbers.end());
    } else {
      auto& texts = std::get<std::vector<std::string>>(columns_[i].values);
      texts.insert(texts.end(), columns[i].texts.begin(), columns[i].texts.end());
    }
  }
  return {};
}

}  // namespace explainee::api
