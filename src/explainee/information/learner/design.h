// explainee/information/learner/design.h: the columns of one fit, row by row as trees read them.
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <span>
#include <vector>

#include "explainee/information/learner/binned_columns.h"

namespace explainee::information {

/// Some columns of a table in bins; those with a single bin are left out.
class Design {
 public:
  Design(const BinnedColumns& table, std::span<const int> columns);

  [[nodiscard]] int rows() const { return rows_; }
  [[nodiscard]] int columns() const { return static_cast<int>(bins_.size()); }
  [[nodiscard]] int bins(int c) const { return bins_[static_cast<std::size_t>(c)]; }
  [[nodiscard]] bool unordered(int c) const { return unordered_[static_cast<std::size_t>(c)]; }
  /// The bins of one row, a byte a column.
  [[nodiscard]] const std::uint8_t* row(int i) const {
    return codes_.data() + static_cast<std::size_t>(i) * bins_.size();
  }
  /// The columns of numbers, rows × numbers.
  [[nodiscard]] const Eigen::MatrixXd& numbers() const { return numbers_; }

 private:
  int rows_;
  std::vector<int> bins_;
  std::vector<bool> unordered_;
  std::vector<std::uint8_t> codes_;
  Eigen::MatrixXd numbers_;
};

}  // namespace explainee::information
