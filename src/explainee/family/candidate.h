// explainee/family/candidate.h: a fact that an explanation may use: a named map of the row to one or several columns.
#pragma once

#include <string>
#include <vector>

namespace explainee::family {

/// One candidate.
struct Candidate {
  std::string name;                  ///< as people read it
  std::vector<std::string> sources;  ///< columns of the table it is made of
  int index = -1;                    ///< position of the column in the table, −1 for derived facts
  bool block = false;                ///< several columns that enter together (a category)
};

/// The families features and categories: every column by itself, text columns as blocks of their levels.
[[nodiscard]] Candidate plain_column(const std::string& name, int index, bool text);

}  // namespace explainee::family
