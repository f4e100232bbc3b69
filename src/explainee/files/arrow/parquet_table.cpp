#include "explainee/files/arrow/parquet_table.h"

#include <arrow/chunked_array.h>
#include <arrow/type.h>
#include <parquet/arrow/reader.h>
#include <parquet/arrow/schema.h>
#include <parquet/file_reader.h>
#include <parquet/metadata.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <string>
#include <utility>

#include "explainee/base/threads/thread_pool.h"
#include "explainee/files/arrow/arrow_failure.h"
#include "explainee/files/arrow/arrow_input.h"
#include "explainee/files/arrow/arrow_table.h"
#include "explainee/files/arrow/parquet_doubles.h"

namespace explainee::files {
namespace {

using base::Error;

constexpr std::string_view kParquetFormat = "Parquet";
constexpr std::int64_t kReadBytes = 1 << 18;  ///< at once, of every column, where the file is not mapped

/// What a pass needs of an open file; outlives the pass.
struct ParquetSource {
  ArrowInput input;
  std::shared_ptr<parquet::arrow::FileReader> reader;
  std::string name;
  std::int64_t rows = 0;
  std::size_t batch_rows = 1;
  int threads = 1;
  const std::atomic<bool>* cancel = nullptr;
};

class ParquetPass final : public ArrowPass {
 public:
  /// A pass that begins after the caller cancelled is wanted all the same: it is read to its end.
  explicit ParquetPass(const ParquetSource& source) : source_(source), pool_(source.threads) {
    if (source.cancel != nullptr && !*source.cancel) cancel_ = source.cancel;
  }

  [[nodiscard]] base::Result<void> add(int index, const data::Column& column) {
    Input& input = inputs_.emplace_back();
    input.column = column;
    const auto& field = source_.reader->manifest().schema_fields[static_cast<std::size_t>(index)];
    parquet::ParquetFileReader& file = *source_.reader->parquet_reader();
    if (column.type == data::ColumnType::kNumber && field.is_leaf() && ParquetDoubles::fits(file, field.column_index)) {
      input.doubles = std::make_unique<ParquetDoubles>(file, field.column_index);
      return {};
    }
    const auto status = source_.reader->GetColumn(index, &input.reader);
    if (!status.ok()) return arrow_failure(status, kParquetFormat, source_.name);
    return {};
  }

  base::Result<bool> next(ArrowBatch& batch) override {
    const std::int64_t left = source_.rows - first_row_;
    if (left <= 0) return false;
    batch.rows = static_cast<std::size_t>(std::min(left, static_cast<std::int64_t>(source_.batch_rows)));
    batch.columns.resize(inputs_.size());
    std::vector<std::optional<Error>> errors(inputs_.size());
    pool_.run(inputs_.size(), [&](std::size_t i) {
      if (cancel_ != nullptr && *cancel_) {
        errors[i] = base::interrupted();
        return;
      }
      auto done =
          guarded(kParquetFormat, source_.name, [&] { return decode(inputs_[i], batch.rows, batch.columns[i]); });
      if (!done.ok()) errors[i] = std::move(done).error();
    });
    for (std::optional<Error>& error : errors) {
      if (error) return std::move(*error);
    }
    first_row_ += static_cast<std::int64_t>(batch.rows);
    since_release_ += batch.rows * inputs_.size();
    if (since_release_ > kCellsBetweenReleases) {
      since_release_ = 0;
      source_.input.release_pages();
    }
    return true;
  }

 private:
  struct Input {
    data::Column column;
    std::unique_ptr<ParquetDoubles> doubles;               ///< when it is that simple
    std::unique_ptr<parquet::arrow::ColumnReader> reader;  ///< else
  };

  base::Result<void> decode(Input& input, std::size_t rows, ArrowColumn& into) {
    if (input.doubles != nullptr) {
      if (input.doubles->read(into.make_numbers(rows)) == rows) return {};
      return arrow_failure("a column has too few values", kParquetFormat, source_.name);
    }
    std::shared_ptr<arrow::ChunkedArray> cells;
    const arrow::Status status = input.reader->NextBatch(static_cast<std::int64_t>(rows), &cells);
    if (!status.ok()) return arrow_failure(status, kParquetFormat, source_.name);
    EXPLAINEE_TRY(into.assign(cells->chunks(), input.column.type, {source_.name, input.column.name, first_row_}));
    if (into.rows() != rows) return arrow_failure("a column has too few values", kParquetFormat, source_.name);
    return {};
  }

  const ParquetSource& source_;
  base::ThreadPool pool_;
  std::vector<Input> inputs_;
  std::int64_t first_row_ = 0;
  std::size_t since_release_ = 0;  ///< cells
  const std::atomic<bool>* cancel_ = nullptr;
};

class ParquetFile final : public ArrowFile {
 public:
  ParquetFile(ParquetSource source, ArrowSchema schema) : source_(std::move(source)), schema_(std::move(schema)) {}

  const std::string& name() const override { return source_.name; }
  const ArrowSchema& schema() const override { return schema_; }
  std::int64_t rows() const override { return source_.rows; }

  base::Result<std::unique_ptr<ArrowPass>> begin(std::span<const std::size_t> wanted) override {
    return guarded(kParquetFormat, name(), [&]() -> base::Result<std::unique_ptr<ArrowPass>> {
      auto pass = std::make_unique<ParquetPass>(source_);
      for (const std::size_t index : wanted) {
        EXPLAINEE_TRY(pass->add(static_cast<int>(index), schema_.columns[index]));
      }
      return std::unique_ptr<ArrowPass>(std::move(pass));
    });
  }

 private:
  ParquetSource source_;
  ArrowSchema schema_;
};

arrow::Status open_reader(const ArrowInput& input, std::unique_ptr<parquet::arrow::FileReader>* reader) {
  parquet::ReaderProperties properties;
  properties.set_page_checksum_verification(true);
  if (!input.mapped()) {  // pages as they are needed, not a whole column of a row group
    properties.enable_buffered_stream();
    properties.set_buffer_size(kReadBytes);
  }
  parquet::ArrowReaderProperties arrow_properties;
  arrow_properties.set_pre_buffer(false);   // whole row groups would be held
  arrow_properties.set_use_threads(false);  // threads are ours
  parquet::arrow::FileReaderBuilder builder;
  ARROW_RETURN_NOT_OK(builder.Open(input.reader(), properties));
  return builder.properties(arrow_properties)->Build(reader);
}

base::Result<std::unique_ptr<data::TableSource>> open_unguarded(const std::shared_ptr<const InputFile>& file,
                                                                const ReadOptions& options,
                                                                const std::vector<data::Column>* like) {
  ParquetSource source;
  source.name = file->name();
  source.cancel = options.cancel;
  source.batch_rows = std::max<std::size_t>(1, options.batch_rows);
  source.threads = file->size() > kWorthReadingByThreads ? base::resolve_threads(options.threads) : 1;
  EXPLAINEE_ASSIGN(source.input, ArrowInput::open(file, options.mapped));
  std::unique_ptr<parquet::arrow::FileReader> reader;
  arrow::Status status = open_reader(source.input, &reader);
  std::shared_ptr<arrow::Schema> arrow_schema;
  if (status.ok()) status = reader->GetSchema(&arrow_schema);
  if (!status.ok()) return arrow_failure(status, kParquetFormat, source.name);
  EXPLAINEE_ASSIGN(ArrowSchema schema, read_schema(*arrow_schema, options, source.name, like));
  source.rows = reader->parquet_reader()->metadata()->num_rows();
  source.reader = std::move(reader);
  const bool read_ahead = source.threads > 1;
  auto again = [file, options, columns = like == nullptr ? std::vector<data::Column>() : *like] {
    return open_parquet(file, options, columns.empty() ? nullptr : &columns);
  };
  return std::unique_ptr<data::TableSource>(std::make_unique<ArrowTable>(
      std::make_unique<ParquetFile>(std::move(source), std::move(schema)), read_ahead, std::move(again)));
}

}  // namespace

base::Result<std::unique_ptr<data::TableSource>> open_parquet(std::shared_ptr<const InputFile> file,
                                                              const ReadOptions& options,
                                                              const std::vector<data::Column>* like) {
  return guarded(kParquetFormat, file->name(), [&] { return open_unguarded(file, options, like); });
}

}  // namespace explainee::files
