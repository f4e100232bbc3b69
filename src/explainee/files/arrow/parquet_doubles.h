// explainee/files/arrow/parquet_doubles.h: the straight way for the most common column: float64 into memory that is
// used again.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace parquet {
class ColumnReader;
class ParquetFileReader;
}  // namespace parquet

namespace explainee::files {

/// Reads one flat float64 column of a Parquet file from first to last row. Throws what Parquet throws.
class ParquetDoubles {
 public:
  /// True when the column is stored as float64, each row holding one value or none.
  [[nodiscard]] static bool fits(parquet::ParquetFileReader& file, int leaf);

  /// `file` must outlive this.
  ParquetDoubles(parquet::ParquetFileReader& file, int leaf);
  ~ParquetDoubles();
  ParquetDoubles(const ParquetDoubles&) = delete;
  ParquetDoubles& operator=(const ParquetDoubles&) = delete;

  /// Fills `to` with the next rows, null as NaN; returns how many there were, fewer only at the end.
  [[nodiscard]] std::size_t read(std::span<double> to);

 private:
  [[nodiscard]] bool open_next_group();

  parquet::ParquetFileReader& file_;
  int leaf_;
  bool nullable_;
  int next_group_ = 0;
  std::shared_ptr<parquet::ColumnReader> reader_;
  std::vector<std::int16_t> levels_;
};

}  // namespace explainee::files
