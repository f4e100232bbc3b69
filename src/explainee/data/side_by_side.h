// explainee/data/side_by_side.h: two tables with the same rows in the same order, read as one with the columns of both.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "explainee/data/table_source.h"

namespace explainee::data {

/// The columns of the first table, then those of the second. Rows belong together by position; batches of either size
/// are cut to what both have, so memory does not depend on the number of rows.
class SideBySide final : public TableSource {
 public:
  /// `id`: a column that names rows, or empty. When both tables have it, it must agree row by row, and appears once.
  /// kDuplicateColumn when another name is in both; kMalformedTable when numbers of rows are known and differ. What is
  /// not known yet is found by the first whole pass.
  [[nodiscard]] static base::Result<std::unique_ptr<TableSource>> join(std::unique_ptr<TableSource> first,
                                                                       std::unique_ptr<TableSource> second,
                                                                       const std::string& id);

  [[nodiscard]] const std::vector<Column>& columns() const override { return columns_; }
  [[nodiscard]] base::Result<void> start(std::span<const std::size_t> wanted) override;
  [[nodiscard]] base::Result<bool> next(Batch& batch) override;
  [[nodiscard]] base::Subject where(std::int64_t row) const override;
  [[nodiscard]] std::string name() const override { return sides_[0].source->name(); }
  [[nodiscard]] std::int64_t rows_hint() const override { return sides_[0].source->rows_hint(); }
  [[nodiscard]] std::int64_t rows_estimate() const override { return sides_[0].source->rows_estimate(); }
  [[nodiscard]] std::int64_t text_bytes_estimate() const override;
  [[nodiscard]] Storage storage() const override;
  [[nodiscard]] base::Result<std::unique_ptr<TableSource>> reader() const override;

 private:
  /// One of the two tables and how far the running pass has come in it.
  struct Side {
    std::unique_ptr<TableSource> source;
    std::optional<std::size_t> id;    ///< its column that names rows, when both have one
    std::vector<std::size_t> wanted;  ///< its columns that the pass reads; the id last, while it is checked
    Batch batch;
    std::size_t used = 0;  ///< rows of the batch that were handed out
    bool over = false;

    [[nodiscard]] std::size_t left() const { return batch.rows - used; }
    [[nodiscard]] base::Result<void> refill();
  };
  /// Where a column comes from.
  struct Origin {
    std::size_t side = 0;
    std::size_t column = 0;
  };

  SideBySide(std::unique_ptr<TableSource> first, std::unique_ptr<TableSource> second);
  [[nodiscard]] base::Result<void> join_columns(const std::string& id);
  [[nodiscard]] base::Result<void> check_ids(std::size_t rows) const;
  [[nodiscard]] base::Error unequal_rows();

  Side sides_[2];
  std::vector<Column> columns_;
  std::vector<Origin> origins_;  ///< of columns_
  std::vector<Origin> given_;    ///< of the batch's columns: side and position in its `wanted`
  std::int64_t rows_ = 0;        ///< handed out so far
  bool ids_agree_ = false;       ///< a whole pass has shown it
};

}  // namespace explainee::data
