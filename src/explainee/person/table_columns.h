// explainee/person/table_columns.h: which moment columns each column of a table became, for looking up many.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "explainee/moments/moments.h"

namespace explainee::person {

/// By name: a number column is itself, a text column all its levels but the first.
class TableColumns {
 public:
  explicit TableColumns(const moments::Moments& moments);

  /// As columns_of(); empty when the moments lack it.
  [[nodiscard]] std::vector<int> of(const std::string& table_column) const;

 private:
  std::unordered_map<std::string, int> numbers_;
  std::unordered_map<std::string, std::vector<int>> levels_;
};

/// Moment columns made of this table column: itself, or all levels but the first.
[[nodiscard]] std::vector<int> columns_of(const moments::Moments& moments, const std::string& table_column);

}  // namespace explainee::person
