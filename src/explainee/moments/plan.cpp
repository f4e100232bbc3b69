#include "explainee/moments/plan.h"

#include <algorithm>

namespace explainee::moments {

std::size_t Plan::size() const {
  std::size_t total = numbers.size() + products.size();
  for (const TextColumn& text : texts) total += text.levels.size();
  return total;
}

std::vector<std::size_t> Plan::table_columns() const {
  std::vector<std::size_t> columns = numbers;
  for (const TextColumn& text : texts) columns.push_back(text.column);
  for (const auto& extra : {weight, block}) {
    if (extra && std::find(columns.begin(), columns.end(), *extra) == columns.end()) columns.push_back(*extra);
  }
  return columns;
}

std::size_t Plan::position(std::size_t table_column) const {
  const std::vector<std::size_t> columns = table_columns();
  return static_cast<std::size_t>(std::find(columns.begin(), columns.end(), table_column) - columns.begin());
}

std::vector<MomentColumn> describe(const Plan& plan, const std::vector<data::Column>& table) {
  std::vector<MomentColumn> columns;
  for (const std::size_t index : plan.numbers) {
    columns.push_back({ColumnKind::kNumber, table[index].name, table[index].name, "", "", static_cast<int>(index), 0});
  }
  for (const TextColumn& text : plan.texts) {
    const std::string& name = table[text.column].name;
    for (const std::string& level : text.levels) {
      columns.push_back({ColumnKind::kLevel, name + "=" + level, name, "", level, static_cast<int>(text.column), 0});
    }
  }
  for (const auto& [a, b] : plan.products) {
    const std::string& first = columns[static_cast<std::size_t>(a)].name;
    const std::string& second = columns[static_cast<std::size_t>(b)].name;
    columns.push_back({ColumnKind::kProduct, first + "*" + second, first, second, "", -1, 0});
  }
  return columns;
}

}  // namespace explainee::moments
