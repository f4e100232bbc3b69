#include "explainee/files/arrow/parquet_doubles.h"

#include <parquet/column_reader.h>
#include <parquet/file_reader.h>
#include <parquet/metadata.h>
#include <parquet/schema.h>

#include <algorithm>
#include <limits>

namespace explainee::files {
namespace {

/// Parquet stores only the values that are there: moves them from the front to the rows they belong to.
void spread(std::span<double> to, std::span<const std::int16_t> levels, std::size_t values) {
  for (std::size_t row = to.size(); row-- > 0 && row + 1 != values;) {
    to[row] = levels[row] > 0 && values > 0 ? to[--values] : std::numeric_limits<double>::quiet_NaN();
  }
}

}  // namespace

bool ParquetDoubles::fits(parquet::ParquetFileReader& file, int leaf) {
  const parquet::ColumnDescriptor* column = file.metadata()->schema()->Column(leaf);
  return column->physical_type() == parquet::Type::DOUBLE && column->max_repetition_level() == 0 &&
         column->max_definition_level() <= 1;
}

ParquetDoubles::ParquetDoubles(parquet::ParquetFileReader& file, int leaf)
    : file_(file), leaf_(leaf), nullable_(file.metadata()->schema()->Column(leaf)->max_definition_level() == 1) {}

ParquetDoubles::~ParquetDoubles() = default;

bool ParquetDoubles::open_next_group() {
  if (next_group_ == file_.metadata()->num_row_groups()) return false;
  reader_ = file_.RowGroup(next_group_++)->Column(leaf_);
  return true;
}

std::size_t ParquetDoubles::read(std::span<double> to) {
  if (nullable_) levels_.resize(to.size());
  std::size_t done = 0;
  while (done < to.size()) {
    if (reader_ == nullptr || !reader_->HasNext()) {
      if (!open_next_group()) break;
      continue;
    }
    const std::span<double> rest = to.subspan(done);
    std::int64_t values = 0;
    const std::int64_t rows = static_cast<parquet::DoubleReader&>(*reader_).ReadBatch(
        static_cast<std::int64_t>(rest.size()), nullable_ ? levels_.data() : nullptr, nullptr, rest.data(), &values);
    if (rows <= 0 || (!nullable_ && values < rows)) break;
    if (values < rows) spread(rest.first(static_cast<std::size_t>(rows)), levels_, static_cast<std::size_t>(values));
    done += static_cast<std::size_t>(rows);
  }
  return done;
}

}  // namespace explainee::files
