// explainee/information/learner/binned_columns.h: columns cut into at most 64 bins, once for many fits of the learner.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace explainee::information {

/// A column as the learner takes it; every value is finite.
struct LearnerColumn {
  std::span<const double> values;
  int levels = 0;  ///< 0: numbers; else the values are codes 0 … levels−1 without an order
};

/// Columns in bins, shared by fits of any rows, columns and targets: numbers in intervals of about equally many rows
/// (each distinct value its own where there are at most 64), levels as they are (of more than 64 the rarest share one).
class BinnedColumns {
 public:
  /// Bins of one column; a set of them fits in one machine word.
  static constexpr int kMostBins = 64;

  /// Columns of equally many values.
  explicit BinnedColumns(std::span<const LearnerColumn> columns);

  [[nodiscard]] int rows() const { return rows_; }
  [[nodiscard]] int columns() const { return static_cast<int>(columns_.size()); }
  /// How many bins column c has; at least 1.
  [[nodiscard]] int bins(int c) const { return columns_[static_cast<std::size_t>(c)].bins; }
  /// True where the bins have no order.
  [[nodiscard]] bool unordered(int c) const { return columns_[static_cast<std::size_t>(c)].unordered; }
  /// The bin of every row.
  [[nodiscard]] std::span<const std::uint8_t> codes(int c) const { return columns_[static_cast<std::size_t>(c)].codes; }
  /// The values of a column of numbers; empty for one of levels.
  [[nodiscard]] std::span<const double> values(int c) const { return columns_[static_cast<std::size_t>(c)].values; }

 private:
  struct Column {
    std::vector<std::uint8_t> codes;
    std::vector<double> values;
    int bins = 1;
    bool unordered = false;
  };
  static Column binned_numbers(std::span<const double> values);
  static Column binned_levels(std::span<const double> values, int levels);

  std::vector<Column> columns_;
  int rows_ = 0;
};

}  // namespace explainee::information
