#include "explainee/files/arrow/ipc_table.h"

#include <arrow/array.h>
#include <arrow/buffer.h>
#include <arrow/io/interfaces.h>
#include <arrow/ipc/reader.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "explainee/base/threads/thread_pool.h"
#include "explainee/files/arrow/arrow_failure.h"
#include "explainee/files/arrow/arrow_input.h"
#include "explainee/files/arrow/arrow_table.h"

namespace explainee::files {
namespace {

using base::Error;

constexpr std::string_view kIpcFormat = "Arrow";

/// What a pass needs of an open file; outlives the pass.
struct IpcSource {
  ArrowInput input;
  std::string name;
  bool stream_format = false;
  std::size_t batch_rows = 1;
  int threads = 1;
};

/// Gives one record batch after another, null at the end.
using Batches = std::function<arrow::Result<std::shared_ptr<arrow::RecordBatch>>()>;

struct IpcContent {
  std::shared_ptr<arrow::Schema> schema;
  std::int64_t rows = -1;
  Batches batches;
};

arrow::Result<IpcContent> open_content(const IpcSource& source, std::vector<int> included) {
  arrow::ipc::IpcReadOptions options;
  options.included_fields = std::move(included);
  options.use_threads = source.threads > 1;
  options.ensure_alignment = arrow::ipc::Alignment::kDataTypeSpecificAlignment;
  const auto bytes = source.input.reader();
  IpcContent content;
  if (source.stream_format) {
    ARROW_ASSIGN_OR_RAISE(auto reader, arrow::ipc::RecordBatchStreamReader::Open(bytes, options));
    content.schema = reader->schema();
    content.batches = [reader] { return reader->Next(); };
    return content;
  }
  ARROW_ASSIGN_OR_RAISE(auto reader, arrow::ipc::RecordBatchFileReader::Open(bytes, options));
  content.schema = reader->schema();
  ARROW_ASSIGN_OR_RAISE(content.rows, reader->CountRows());
  content.batches = [reader, next = 0]() mutable -> arrow::Result<std::shared_ptr<arrow::RecordBatch>> {
    if (next >= reader->num_record_batches()) return nullptr;
    return reader->ReadRecordBatch(next++);
  };
  return content;
}

/// Offsets and indices are only trusted once checked; plain numbers need no more than buffers of the right size.
arrow::Status check_column(const arrow::Array& cells) {
  return arrow::is_primitive(cells.type_id()) ? cells.Validate() : cells.ValidateFull();
}

class IpcPass final : public ArrowPass {
 public:
  IpcPass(const IpcSource& source, const ArrowSchema& schema, std::span<const std::size_t> wanted)
      : source_(source), pool_(source.threads) {
    std::vector<std::size_t> sorted(wanted.begin(), wanted.end());
    std::sort(sorted.begin(), sorted.end());
    included_.assign(sorted.begin(), sorted.end());
    if (included_.empty()) included_.push_back(0);  // for Arrow, none would mean all
    for (const std::size_t index : wanted) {
      const auto position = std::lower_bound(sorted.begin(), sorted.end(), index) - sorted.begin();
      inputs_.push_back({schema.columns[index], static_cast<int>(position)});
    }
  }

  arrow::Status open() {
    ARROW_ASSIGN_OR_RAISE(content_, open_content(source_, included_));
    return arrow::Status::OK();
  }

  base::Result<bool> next(ArrowBatch& batch) override {
    return guarded(kIpcFormat, source_.name, [&]() -> base::Result<bool> {
      const arrow::Status status = read_on();
      if (!status.ok()) return arrow_failure(status, kIpcFormat, source_.name);
      if (current_ == nullptr) return false;
      EXPLAINEE_TRY(take_slice(batch));
      return true;
    });
  }

 private:
  struct Input {
    data::Column column;
    int position;  ///< in the record batches, which hold the included columns in the file's order
  };

  /// Goes on to the next record batch that has rows when all of the current one were taken.
  arrow::Status read_on() {
    while (!ended_ && (current_ == nullptr || taken_ == current_->num_rows())) {
      current_.reset();
      taken_ = 0;
      ARROW_ASSIGN_OR_RAISE(current_, content_.batches());
      ended_ = current_ == nullptr;
      for (int i = 0; !ended_ && i < current_->num_columns(); ++i) {
        ARROW_RETURN_NOT_OK(check_column(*current_->column(i)));
        if (current_->column(i)->length() != current_->num_rows()) return arrow::Status::Invalid("uneven columns");
      }
    }
    return arrow::Status::OK();
  }

  base::Result<void> take_slice(ArrowBatch& batch) {
    const std::int64_t rows = std::min(current_->num_rows() - taken_, static_cast<std::int64_t>(source_.batch_rows));
    batch.rows = static_cast<std::size_t>(rows);
    batch.columns.resize(inputs_.size());
    std::vector<std::optional<Error>> errors(inputs_.size());
    pool_.run(inputs_.size(), [&](std::size_t i) {
      const Input& input = inputs_[i];
      auto done = guarded(kIpcFormat, source_.name, [&] {
        return batch.columns[i].assign({current_->column(input.position)->Slice(taken_, rows)}, input.column.type,
                                       {source_.name, input.column.name, first_row_});
      });
      if (!done.ok()) errors[i] = std::move(done).error();
    });
    for (std::optional<Error>& error : errors) {
      if (error) return std::move(*error);
    }
    taken_ += rows;
    first_row_ += rows;
    since_release_ += batch.rows * inputs_.size();
    if (since_release_ > kCellsBetweenReleases) {
      since_release_ = 0;
      source_.input.release_pages();
    }
    return {};
  }

  const IpcSource& source_;
  base::ThreadPool pool_;
  std::vector<int> included_;
  std::vector<Input> inputs_;
  IpcContent content_;
  std::shared_ptr<arrow::RecordBatch> current_;
  std::int64_t taken_ = 0;
  std::int64_t first_row_ = 0;
  std::size_t since_release_ = 0;  ///< cells
  bool ended_ = false;
};

class IpcFile final : public ArrowFile {
 public:
  IpcFile(IpcSource source, ArrowSchema schema, std::int64_t rows)
      : source_(std::move(source)), schema_(std::move(schema)), rows_(rows) {}

  const std::string& name() const override { return source_.name; }
  const ArrowSchema& schema() const override { return schema_; }
  std::int64_t rows() const override { return rows_; }

  base::Result<std::unique_ptr<ArrowPass>> begin(std::span<const std::size_t> wanted) override {
    return guarded(kIpcFormat, name(), [&]() -> base::Result<std::unique_ptr<ArrowPass>> {
      auto pass = std::make_unique<IpcPass>(source_, schema_, wanted);
      const arrow::Status status = pass->open();
      if (!status.ok()) return arrow_failure(status, kIpcFormat, name());
      return std::unique_ptr<ArrowPass>(std::move(pass));
    });
  }

 private:
  IpcSource source_;
  ArrowSchema schema_;
  std::int64_t rows_;
};

/// 0 when no batch of a stream has rows, else −1: how many there are is only known at its end.
arrow::Result<std::int64_t> rows_of_stream(const Batches& batches) {
  while (true) {
    ARROW_ASSIGN_OR_RAISE(const auto batch, batches());
    if (batch == nullptr) return 0;
    if (batch->num_rows() > 0) return -1;
  }
}

base::Result<std::unique_ptr<data::TableSource>> open_unguarded(const std::shared_ptr<const InputFile>& file,
                                                                bool stream_format, const ReadOptions& options,
                                                                const std::vector<data::Column>* like) {
  IpcSource source;
  source.name = file->name();
  source.stream_format = stream_format;
  source.batch_rows = std::max<std::size_t>(1, options.batch_rows);
  source.threads = file->size() > kWorthReadingByThreads ? base::resolve_threads(options.threads) : 1;
  EXPLAINEE_ASSIGN(source.input, ArrowInput::open(file, options.mapped));
  auto content = open_content(source, {});
  if (!content.ok()) return arrow_failure(content.status(), kIpcFormat, source.name);
  std::int64_t rows = content->rows;
  if (stream_format) {
    const auto found = rows_of_stream(content->batches);
    if (!found.ok()) return arrow_failure(found.status(), kIpcFormat, source.name);
    rows = *found;
  }
  EXPLAINEE_ASSIGN(ArrowSchema schema, read_schema(*content->schema, options, source.name, like));
  const bool read_ahead = source.threads > 1;
  auto again = [file, stream_format, options, columns = like == nullptr ? std::vector<data::Column>() : *like] {
    return open_ipc(file, stream_format, options, columns.empty() ? nullptr : &columns);
  };
  return std::unique_ptr<data::TableSource>(std::make_unique<ArrowTable>(
      std::make_unique<IpcFile>(std::move(source), std::move(schema), rows), read_ahead, std::move(again)));
}

}  // namespace

base::Result<std::unique_ptr<data::TableSource>> open_ipc(std::shared_ptr<const InputFile> file, bool stream_format,
                                                          const ReadOptions& options,
                                                          const std::vector<data::Column>* like) {
  const std::string name = file->name();
  return guarded(kIpcFormat, name, [&] { return open_unguarded(file, stream_format, options, like); });
}

}  // namespace explainee::files
