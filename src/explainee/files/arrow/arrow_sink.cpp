#include "explainee/files/arrow/arrow_sink.h"

#include <arrow/array.h>
#include <arrow/builder.h>
#include <arrow/io/interfaces.h>
#include <arrow/ipc/writer.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>
#include <parquet/arrow/writer.h>
#include <parquet/properties.h>

#include <algorithm>
#include <exception>
#include <optional>
#include <string>
#include <utility>

namespace explainee::files {
namespace {

using base::Error;
using base::ErrorCode;

constexpr std::int64_t kRowsPerGroup = 1 << 17;

/// Lets Arrow write into our file, and keeps the error that our file reports.
class OutputStream final : public arrow::io::OutputStream {
 public:
  explicit OutputStream(base::OutputFile& file) : file_(file) {}

  arrow::Status Write(const void* data, std::int64_t count) override {
    auto done = file_.write({static_cast<const char*>(data), static_cast<std::size_t>(count)});
    if (!done.ok()) {
      error_ = std::move(done).error();
      return arrow::Status::IOError("the file cannot be written");
    }
    position_ += count;
    return arrow::Status::OK();
  }
  arrow::Status Close() override {
    closed_ = true;
    return arrow::Status::OK();
  }
  bool closed() const override { return closed_; }
  arrow::Result<std::int64_t> Tell() const override { return position_; }

  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
  base::OutputFile& file_;
  std::int64_t position_ = 0;
  bool closed_ = false;
  std::optional<Error> error_;
};

arrow::Result<std::shared_ptr<arrow::Array>> build_numbers(std::span<const double> cells) {
  arrow::DoubleBuilder builder;
  ARROW_RETURN_NOT_OK(builder.Reserve(static_cast<std::int64_t>(cells.size())));
  for (const double cell : cells) {
    cell == cell ? builder.UnsafeAppend(cell) : builder.UnsafeAppendNull();
  }
  return builder.Finish();
}

arrow::Result<std::shared_ptr<arrow::Array>> build_whole(std::span<const double> cells) {
  arrow::Int64Builder builder;
  ARROW_RETURN_NOT_OK(builder.Reserve(static_cast<std::int64_t>(cells.size())));
  for (const double cell : cells) {
    cell == cell ? builder.UnsafeAppend(static_cast<std::int64_t>(cell)) : builder.UnsafeAppendNull();
  }
  return builder.Finish();
}

arrow::Result<std::shared_ptr<arrow::Array>> build_texts(std::span<const std::string_view> cells) {
  arrow::StringBuilder builder;
  for (const std::string_view cell : cells) {
    ARROW_RETURN_NOT_OK(cell.empty() ? builder.AppendNull() : builder.Append(cell));
  }
  return builder.Finish();
}

arrow::Result<std::shared_ptr<arrow::Array>> build_cells(arrow::Type::type type, const data::ColumnView& column) {
  if (type == arrow::Type::INT64) return build_whole(column.numbers);
  return type == arrow::Type::DOUBLE ? build_numbers(column.numbers) : build_texts(column.texts);
}

std::shared_ptr<arrow::DataType> cell_type(const data::Column& column) {
  if (column.type == data::ColumnType::kText) return arrow::utf8();
  return column.whole ? arrow::int64() : arrow::float64();
}

/// Puts elements together to the lists that end where `ends` says.
arrow::Result<std::shared_ptr<arrow::Array>> build_lists(const std::shared_ptr<arrow::Array>& elements,
                                                         std::span<const std::size_t> ends) {
  arrow::Int32Builder offsets;
  ARROW_RETURN_NOT_OK(offsets.Append(0));
  for (const std::size_t end : ends) ARROW_RETURN_NOT_OK(offsets.Append(static_cast<std::int32_t>(end)));
  ARROW_ASSIGN_OR_RAISE(const auto places, offsets.Finish());
  return arrow::ListArray::FromArrays(*places, *elements);
}

class ArrowSink final : public data::TableSink {
 public:
  ArrowSink(std::unique_ptr<base::OutputFile> file, const std::vector<data::Column>& columns)
      : file_(std::move(file)), stream_(std::make_shared<OutputStream>(*file_)) {
    arrow::FieldVector fields;
    for (const data::Column& column : columns) {
      const auto cell = cell_type(column);
      fields.push_back(arrow::field(column.name, column.list ? arrow::list(cell) : cell));
    }
    schema_ = arrow::schema(std::move(fields));
  }

  ~ArrowSink() override {
    // Arrow's writers may write a footer when destroyed; the stream must outlive them.
    try {
      parquet_.reset();
      ipc_.reset();
    } catch (const std::exception&) {  // the file is thrown away anyway
    }
  }

  base::Result<void> open(bool parquet) {
    return attempt([&]() -> arrow::Status {
      if (!parquet) return arrow::ipc::MakeFileWriter(stream_, schema_).Value(&ipc_);
      parquet::WriterProperties::Builder properties;
      properties.compression(parquet::Compression::SNAPPY)->max_row_group_length(kRowsPerGroup);
      for (const auto& field : schema_->fields()) {
        // Numbers hardly repeat: a dictionary of them costs ten times the writing and saves nothing.
        const auto type = field->type()->id();
        if (type == arrow::Type::DOUBLE || type == arrow::Type::INT64) properties.disable_dictionary(field->name());
      }
      return parquet::arrow::FileWriter::Open(*schema_, arrow::default_memory_pool(), stream_, properties.build())
          .Value(&parquet_);
    });
  }

  base::Result<void> write(std::span<const data::ColumnView> columns) override {
    if (columns.size() != static_cast<std::size_t>(schema_->num_fields())) {
      return Error{ErrorCode::kInternal, "got another number of columns than announced", file_->path()};
    }
    return attempt([&]() -> arrow::Status {
      arrow::ArrayVector arrays;
      for (std::size_t i = 0; i < columns.size(); ++i) {
        const arrow::DataType& type = *schema_->field(static_cast<int>(i))->type();
        const bool list = type.id() == arrow::Type::LIST;
        const auto cell = list ? static_cast<const arrow::ListType&>(type).value_type()->id() : type.id();
        ARROW_ASSIGN_OR_RAISE(auto array, build_cells(cell, columns[i]));
        if (list) {
          ARROW_ASSIGN_OR_RAISE(array, build_lists(array, columns[i].ends));
        }
        arrays.push_back(std::move(array));
      }
      const std::int64_t rows = arrays.empty() ? 0 : arrays[0]->length();
      const auto batch = arrow::RecordBatch::Make(schema_, rows, std::move(arrays));
      return ipc_ ? ipc_->WriteRecordBatch(*batch) : parquet_->WriteRecordBatch(*batch);
    });
  }

  base::Result<void> finish() override {
    EXPLAINEE_TRY(attempt([&] { return ipc_ ? ipc_->Close() : parquet_->Close(); }));
    return file_->finish();
  }

 private:
  /// Runs a call into Arrow; its exceptions and statuses become our errors.
  template <class Body>
  base::Result<void> attempt(Body body) {
    std::string why;
    try {
      const arrow::Status status = body();
      if (status.ok()) return {};
      why = status.message();
    } catch (const std::exception& thrown) {
      why = thrown.what();
    }
    if (stream_->error()) return *stream_->error();
    return Error{ErrorCode::kUnwritableOutput, "cannot be written: " + why, file_->path()};
  }

  std::unique_ptr<base::OutputFile> file_;
  std::shared_ptr<OutputStream> stream_;
  std::shared_ptr<arrow::Schema> schema_;
  std::unique_ptr<parquet::arrow::FileWriter> parquet_;
  std::shared_ptr<arrow::ipc::RecordBatchWriter> ipc_;
};

}  // namespace

base::Result<std::unique_ptr<data::TableSink>> create_arrow_sink(std::unique_ptr<base::OutputFile> file,
                                                                 const std::vector<data::Column>& columns,
                                                                 bool parquet) {
  auto sink = std::make_unique<ArrowSink>(std::move(file), columns);
  EXPLAINEE_TRY(sink->open(parquet));
  return std::unique_ptr<data::TableSink>(std::move(sink));
}

}  // namespace explainee::files
