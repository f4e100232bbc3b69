// explainee/information/classes/classes.h: predictions that are classes: a text, or a number that is always 0 or 1.
#pragma once

#include <Eigen/Dense>
#include <string>
#include <vector>

namespace explainee::information {

/// The class of each row.
struct Classes {
  std::vector<int> columns;    ///< moment columns; one for a number that is 0 or 1
  std::vector<double> values;  ///< of that number, from its shift, increasing; empty for a text
  std::vector<std::string> names;

  /// Of one row of rows × moment columns.
  [[nodiscard]] int of(const Eigen::Ref<const Eigen::MatrixXd>& rows, Eigen::Index row) const;
  /// Of all of them.
  [[nodiscard]] std::vector<int> of(const Eigen::Ref<const Eigen::MatrixXd>& rows) const;
  /// How many there are.
  [[nodiscard]] int size() const { return static_cast<int>(names.size()); }
};

}  // namespace explainee::information
