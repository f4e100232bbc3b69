// explainee/moments/accumulate/column_filler.h: writes the moment columns of some rows of a batch into a buffer.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "explainee/base/threads/thread_pool.h"
#include "explainee/moments/plan.h"

namespace explainee::moments {

/// Where the values go: value of column c of the i-th chosen row to out[c·stride + offsets[i]], times roots[i] where
/// there are roots (of the rows' weights).
struct FillTarget {
  double* out = nullptr;
  std::size_t stride = 0;
  std::span<const std::uint32_t> offsets;
  std::span<const double> roots = {};
};

/// Fills buffers for one plan; batches must hold plan.table_columns() in that order.
class ColumnFiller {
 public:
  /// `shifts`: one per number of the plan.
  ColumnFiller(Plan plan, std::vector<double> shifts);

  /// Writes the chosen rows (positions in the batch). False when a text is no known level; numbers are written as they
  /// are, finite or not.
  [[nodiscard]] bool fill(const data::Batch& batch, std::span<const std::uint32_t> rows, const FillTarget& target,
                          base::ThreadPool& pool) const;

 private:
  void fill_some_numbers(std::size_t first, const data::Batch& batch, std::span<const std::uint32_t> rows,
                         const FillTarget& target) const;
  void fill_number(std::size_t number, const data::Batch& batch, std::span<const std::uint32_t> rows,
                   const FillTarget& target) const;
  [[nodiscard]] bool fill_text(std::size_t text, const data::Batch& batch, std::span<const std::uint32_t> rows,
                               const FillTarget& target) const;

  Plan plan_;
  std::vector<double> shifts_;
  std::vector<std::unordered_map<std::string_view, std::size_t>> codes_;  // views into plan_
  std::vector<std::size_t> first_level_;                                  // moment column of each text's first level
  std::size_t first_product_ = 0;
};

/// Positions of the rows of a batch that can be used: every cell that takes part finite, no text empty.
struct UsableRows {
  std::vector<std::uint32_t> rows;
  std::int64_t first_bad_row = -1;   ///< in the batch, −1 when all can be used
  std::size_t first_bad_column = 0;  ///< position in plan.table_columns()
};

/// Looks at every column of the batch (as plan.table_columns()).
[[nodiscard]] UsableRows usable_rows(const data::Batch& batch);

/// The error of the first bad cell; `table_columns` as the plan has them.
[[nodiscard]] base::Error missing_cell(const data::TableSource& table, const data::Batch& batch,
                                       const UsableRows& usable, const std::vector<std::size_t>& table_columns);

/// The error of a weight below 0 in a row of the batch.
[[nodiscard]] base::Error negative_weight(const data::TableSource& table, std::size_t column, double weight,
                                          std::int64_t row);

}  // namespace explainee::moments
