#include "column_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

namespace explainee::python {
namespace {

namespace nb = nanobind;
using base::Error;
using base::ErrorCode;
using base::Result;

// Few enough that the rows of a table in row order stay in the cache while its columns are read one by one.
constexpr std::size_t kBatchRows = 4096;

template <class T>
void read_as_double(const void* data, std::int64_t stride, std::size_t first, std::size_t count, double* out) {
  const T* cell = static_cast<const T*>(data) + static_cast<std::int64_t>(first) * stride;
  for (std::size_t i = 0; i < count; ++i, cell += stride) out[i] = static_cast<double>(*cell);
}

using Reader = void (*)(const void*, std::int64_t, std::size_t, std::size_t, double*);

template <class... Types>
Reader reader_among(const nb::dlpack::dtype& type) {
  Reader found = nullptr;
  ((type == nb::dtype<Types>() ? static_cast<void>(found = read_as_double<Types>) : static_cast<void>(0)), ...);
  return found;
}

Reader reader_of(const nb::dlpack::dtype& type) {
  return reader_among<double, float, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t,
                      std::uint32_t, std::uint64_t, bool>(type);
}

}  // namespace

Result<void> ColumnTable::add(data::Column column, Content content, std::size_t rows) {
  if (column.name.find('\0') != std::string::npos)
    return Error{ErrorCode::kMalformedTable, "a column name holds a NUL byte", name_};
  const auto same = [&](const data::Column& other) { return other.name == column.name; };
  if (std::any_of(columns_.begin(), columns_.end(), same)) {
    return Error{ErrorCode::kDuplicateColumn,
                 fmt::format("there are two columns '{}'; give each its own name", column.name), name_};
  }
  if (!columns_.empty() && rows != rows_) {
    return Error{ErrorCode::kMalformedTable,
                 fmt::format("'{}' has {} rows, and '{}' has {}; they must be as many", column.name, rows,
                             columns_.front().name, rows_),
                 name_};
  }
  rows_ = rows;
  columns_.push_back(std::move(column));
  content_.push_back(std::move(content));
  return {};
}

Result<void> ColumnTable::add_numbers(std::string name, NumberArray values, bool beside) {
  const Reader read = reader_of(values.dtype());
  if (read == nullptr) {
    return Error{ErrorCode::kUnfitColumn,
                 fmt::format("column '{}' holds neither numbers nor text; convert it, or leave it out", name), name_};
  }
  const bool as_it_lies = values.dtype() == nb::dtype<double>() && (values.stride(0) == 1 || values.shape(0) <= 1);
  const std::size_t rows = values.shape(0);
  Content content;
  content.array = std::move(values);
  content.read = as_it_lies ? nullptr : read;
  return add({.name = std::move(name), .type = data::ColumnType::kNumber, .beside = beside}, std::move(content), rows);
}

Result<void> ColumnTable::add_texts(std::string name, NumberArray codes, std::vector<std::string> levels, bool beside) {
  if (codes.dtype() != nb::dtype<std::int32_t>())
    return Error{ErrorCode::kInternal, fmt::format("codes of '{}' are not int32", name), name_};
  const auto nul = std::find_if(levels.begin(), levels.end(),
                                [](const std::string& level) { return level.find('\0') != std::string::npos; });
  if (nul != levels.end())
    return Error{ErrorCode::kMalformedTable, fmt::format("a text of column '{}' holds a NUL byte", name), name_};
  const std::size_t rows = codes.shape(0);
  const auto* code = static_cast<const std::int32_t*>(codes.data());
  for (std::size_t row = 0; row < rows; ++row, code += codes.stride(0)) {
    if (*code >= static_cast<std::int64_t>(levels.size()))
      return Error{ErrorCode::kInternal, fmt::format("code {} of '{}' has no level", *code, name), where(row)};
  }
  Content content;
  content.array = std::move(codes);
  content.levels = std::make_shared<const std::vector<std::string>>(std::move(levels));
  return add({.name = std::move(name), .type = data::ColumnType::kText, .beside = beside}, std::move(content), rows);
}

Result<void> ColumnTable::add_unreadable(std::string name, std::string type, std::size_t rows, bool beside) {
  return add(
      {.name = std::move(name), .type = data::ColumnType::kText, .unreadable = std::move(type), .beside = beside}, {},
      rows);
}

Result<void> ColumnTable::start(std::span<const std::size_t> wanted) { return start(wanted, pass_); }

Result<bool> ColumnTable::next(data::Batch& batch) { return next(pass_, batch); }

Result<void> ColumnTable::start(std::span<const std::size_t> wanted, Pass& pass) const {
  for (const std::size_t index : wanted) {
    if (columns_[index].unreadable.empty()) continue;
    return Error{ErrorCode::kUnfitColumn,
                 fmt::format("column '{}' holds {}, which is neither numbers nor text; convert it, or leave it out",
                             columns_[index].name, columns_[index].unreadable),
                 name_};
  }
  pass.wanted.assign(wanted.begin(), wanted.end());
  pass.converted.resize(wanted.size());
  pass.position = 0;
  return {};
}

void ColumnTable::fill_texts(const Content& content, std::size_t first, std::size_t count,
                             std::vector<std::string_view>& texts) {
  texts.resize(count);
  const std::int64_t stride = content.array.stride(0);
  const auto* code = static_cast<const std::int32_t*>(content.array.data()) + static_cast<std::int64_t>(first) * stride;
  for (std::size_t i = 0; i < count; ++i, code += stride) {
    texts[i] = *code < 0 ? std::string_view() : (*content.levels)[static_cast<std::size_t>(*code)];
  }
}

bool ColumnTable::next(Pass& pass, data::Batch& batch) const {
  const std::size_t count = std::min(kBatchRows, rows_ - pass.position);
  if (count == 0) return false;
  batch.first_row = static_cast<std::int64_t>(pass.position);
  batch.rows = count;
  batch.columns.clear();
  for (std::size_t i = 0; i < pass.wanted.size(); ++i) {
    const std::size_t index = pass.wanted[i];
    const Content& content = content_[index];
    Pass::Converted& converted = pass.converted[i];
    data::ColumnView view;
    if (columns_[index].type == data::ColumnType::kText) {
      fill_texts(content, pass.position, count, converted.texts);
      view.texts = converted.texts;
    } else if (content.read == nullptr) {
      view.numbers = std::span(static_cast<const double*>(content.array.data()) + pass.position, count);
    } else {
      converted.numbers.resize(count);
      content.read(content.array.data(), content.array.stride(0), pass.position, count, converted.numbers.data());
      view.numbers = converted.numbers;
    }
    batch.columns.push_back(view);
  }
  pass.position += count;
  return true;
}

/// Reads somebody else's columns from a place of its own.
class ColumnReader final : public data::TableSource {
 public:
  explicit ColumnReader(const ColumnTable& table) : table_(table) {}

  const std::vector<data::Column>& columns() const override { return table_.columns(); }
  Result<void> start(std::span<const std::size_t> wanted) override { return table_.start(wanted, pass_); }
  Result<bool> next(data::Batch& batch) override { return table_.next(pass_, batch); }
  base::Subject where(std::int64_t row) const override { return table_.where(row); }
  std::string name() const override { return table_.name(); }
  std::int64_t rows_hint() const override { return table_.rows(); }
  data::Storage storage() const override { return data::Storage::kMemory; }
  Result<std::unique_ptr<data::TableSource>> reader() const override { return table_.reader(); }

 private:
  const ColumnTable& table_;
  ColumnTable::Pass pass_;
};

Result<std::unique_ptr<data::TableSource>> ColumnTable::reader() const {
  return std::unique_ptr<data::TableSource>(std::make_unique<ColumnReader>(*this));
}

base::Subject ColumnTable::where(std::int64_t row) const { return base::at_row(name_, row); }

}  // namespace explainee::python
