// explainee/files/testing/arrow_test_files.h: Parquet and Arrow files for tests, written by Arrow itself.
#pragma once

#include <arrow/api.h>
#include <arrow/io/file.h>
#include <arrow/ipc/writer.h>
#include <gtest/gtest.h>
#include <parquet/arrow/writer.h>

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace explainee::files::test {

/// An array of what Builder builds; nullopt is null.
template <class Builder, class Value>
std::shared_ptr<arrow::Array> array_of(const std::vector<std::optional<Value>>& cells,
                                       const std::shared_ptr<arrow::DataType>& type) {
  Builder builder(type, arrow::default_memory_pool());
  for (const auto& cell : cells) EXPECT_TRUE((cell ? builder.Append(*cell) : builder.AppendNull()).ok());
  return builder.Finish().ValueOrDie();
}

inline std::shared_ptr<arrow::Array> doubles(const std::vector<double>& cells) {
  arrow::DoubleBuilder builder;
  EXPECT_TRUE(builder.AppendValues(cells).ok());
  return builder.Finish().ValueOrDie();
}

inline std::shared_ptr<arrow::Array> strings(const std::vector<std::string>& cells) {
  arrow::StringBuilder builder;
  EXPECT_TRUE(builder.AppendValues(cells).ok());
  return builder.Finish().ValueOrDie();
}

/// A table of named arrays.
inline std::shared_ptr<arrow::Table> table_of(
    const std::vector<std::pair<std::string, std::shared_ptr<arrow::Array>>>& columns) {
  arrow::FieldVector fields;
  arrow::ArrayVector arrays;
  for (const auto& [name, array] : columns) {
    fields.push_back(arrow::field(name, array->type()));
    arrays.push_back(array);
  }
  return arrow::Table::Make(arrow::schema(fields), arrays);
}

inline void write_parquet(const std::string& path, const arrow::Table& table, std::int64_t rows_per_group = 1000) {
  const auto file = arrow::io::FileOutputStream::Open(path).ValueOrDie();
  auto schema = parquet::ArrowWriterProperties::Builder().store_schema()->build();
  ASSERT_TRUE(parquet::arrow::WriteTable(table, arrow::default_memory_pool(), file, rows_per_group,
                                         parquet::default_writer_properties(), schema)
                  .ok());
}

inline void write_ipc(const std::string& path, const arrow::Table& table, bool stream = false,
                      arrow::Compression::type compression = arrow::Compression::UNCOMPRESSED) {
  const auto file = arrow::io::FileOutputStream::Open(path).ValueOrDie();
  arrow::ipc::IpcWriteOptions options;
  if (compression != arrow::Compression::UNCOMPRESSED) {
    options.codec = arrow::util::Codec::Create(compression).ValueOrDie();
  }
  const auto writer = (stream ? arrow::ipc::MakeStreamWriter(file, table.schema(), options)
                              : arrow::ipc::MakeFileWriter(file, table.schema(), options))
                          .ValueOrDie();
  ASSERT_TRUE(writer->WriteTable(table, 500).ok());
  ASSERT_TRUE(writer->Close().ok());
}

}  // namespace explainee::files::test
