#include "explainee/files/arrow/arrow_numbers.h"

#include <arrow/array.h>
#include <arrow/type.h>
#include <arrow/util/decimal.h>
#include <arrow/util/float16.h>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace explainee::files {
namespace {

constexpr double kNull = std::numeric_limits<double>::quiet_NaN();
constexpr double kMillisecondsPerDay = 86'400'000.0;

double ticks_per_second(arrow::TimeUnit::type unit) {
  switch (unit) {
    case arrow::TimeUnit::SECOND:
      return 1.0;
    case arrow::TimeUnit::MILLI:
      return 1e3;
    case arrow::TimeUnit::MICRO:
      return 1e6;
    case arrow::TimeUnit::NANO:
      break;
  }
  return 1e9;
}

/// Fills `to` with value(i) of every cell that is not null.
template <class Value>
void fill(const arrow::Array& cells, double* to, Value value) {
  const std::int64_t rows = cells.length();
  if (cells.null_count() == 0) {
    for (std::int64_t i = 0; i < rows; ++i) to[i] = value(i);
  } else {
    for (std::int64_t i = 0; i < rows; ++i) to[i] = cells.IsNull(i) ? kNull : value(i);
  }
}

template <class Cells>
void fill_plain(const arrow::Array& array, double* to, double per_unit = 1.0) {
  const auto& cells = static_cast<const Cells&>(array);
  fill(array, to, [&](std::int64_t i) { return static_cast<double>(cells.Value(i)) / per_unit; });
}

template <class Cells, class Decimal>
void fill_decimal(const arrow::Array& array, double* to) {
  const auto& cells = static_cast<const Cells&>(array);
  const std::int32_t scale = static_cast<const arrow::DecimalType&>(*array.type()).scale();
  fill(array, to, [&](std::int64_t i) { return Decimal(cells.GetValue(i)).ToDouble(scale); });
}

template <class Cells, class Type>
void fill_time(const arrow::Array& array, double* to) {
  fill_plain<Cells>(array, to, ticks_per_second(static_cast<const Type&>(*array.type()).unit()));
}

void fill_numbers(const arrow::Array& cells, double* to);

void fill_dictionary(const arrow::Array& array, double* to) {
  const auto& cells = static_cast<const arrow::DictionaryArray&>(array);
  std::vector<double> levels(static_cast<std::size_t>(cells.dictionary()->length()));
  fill_numbers(*cells.dictionary(), levels.data());
  fill(array, to, [&](std::int64_t i) {
    const auto level = static_cast<std::size_t>(cells.GetValueIndex(i));
    return level < levels.size() ? levels[level] : kNull;
  });
}

void fill_halves(const arrow::Array& array, double* to) {
  const auto& cells = static_cast<const arrow::HalfFloatArray&>(array);
  fill(array, to, [&](std::int64_t i) { return arrow::util::Float16::FromBits(cells.Value(i)).ToDouble(); });
}

void fill_numbers(const arrow::Array& cells, double* to) {
  using arrow::Type;
  switch (cells.type_id()) {
    case Type::BOOL:
      return fill_plain<arrow::BooleanArray>(cells, to);
    case Type::INT8:
      return fill_plain<arrow::Int8Array>(cells, to);
    case Type::INT16:
      return fill_plain<arrow::Int16Array>(cells, to);
    case Type::INT32:
      return fill_plain<arrow::Int32Array>(cells, to);
    case Type::INT64:
      return fill_plain<arrow::Int64Array>(cells, to);
    case Type::UINT8:
      return fill_plain<arrow::UInt8Array>(cells, to);
    case Type::UINT16:
      return fill_plain<arrow::UInt16Array>(cells, to);
    case Type::UINT32:
      return fill_plain<arrow::UInt32Array>(cells, to);
    case Type::UINT64:
      return fill_plain<arrow::UInt64Array>(cells, to);
    case Type::HALF_FLOAT:
      return fill_halves(cells, to);
    case Type::FLOAT:
      return fill_plain<arrow::FloatArray>(cells, to);
    case Type::DOUBLE:
      return fill_plain<arrow::DoubleArray>(cells, to);
    case Type::DATE32:
      return fill_plain<arrow::Date32Array>(cells, to);
    case Type::DATE64:
      return fill_plain<arrow::Date64Array>(cells, to, kMillisecondsPerDay);
    case Type::TIMESTAMP:
      return fill_time<arrow::TimestampArray, arrow::TimestampType>(cells, to);
    case Type::TIME32:
      return fill_time<arrow::Time32Array, arrow::Time32Type>(cells, to);
    case Type::TIME64:
      return fill_time<arrow::Time64Array, arrow::Time64Type>(cells, to);
    case Type::DURATION:
      return fill_time<arrow::DurationArray, arrow::DurationType>(cells, to);
    case Type::DECIMAL128:
      return fill_decimal<arrow::Decimal128Array, arrow::Decimal128>(cells, to);
    case Type::DECIMAL256:
      return fill_decimal<arrow::Decimal256Array, arrow::Decimal256>(cells, to);
    case Type::DICTIONARY:
      return fill_dictionary(cells, to);
    default:
      std::fill_n(to, cells.length(), kNull);
  }
}

}  // namespace

bool is_number_type(const arrow::DataType& type) {
  using arrow::Type;
  switch (type.id()) {
    case Type::NA:
    case Type::BOOL:
    case Type::INT8:
    case Type::INT16:
    case Type::INT32:
    case Type::INT64:
    case Type::UINT8:
    case Type::UINT16:
    case Type::UINT32:
    case Type::UINT64:
    case Type::HALF_FLOAT:
    case Type::FLOAT:
    case Type::DOUBLE:
    case Type::DATE32:
    case Type::DATE64:
    case Type::TIMESTAMP:
    case Type::TIME32:
    case Type::TIME64:
    case Type::DURATION:
    case Type::DECIMAL128:
    case Type::DECIMAL256:
      return true;
    default:
      return false;
  }
}

std::span<const double> numbers_of(const std::vector<std::shared_ptr<arrow::Array>>& chunks,
                                   std::vector<double>& storage, bool copy) {
  if (!copy && chunks.size() == 1 && chunks[0]->type_id() == arrow::Type::DOUBLE && chunks[0]->null_count() == 0) {
    const auto& cells = static_cast<const arrow::DoubleArray&>(*chunks[0]);
    return {cells.raw_values(), static_cast<std::size_t>(cells.length())};
  }
  std::size_t rows = 0;
  for (const auto& chunk : chunks) rows += static_cast<std::size_t>(chunk->length());
  storage.resize(rows);
  double* to = storage.data();
  for (const auto& chunk : chunks) {
    fill_numbers(*chunk, to);
    to += chunk->length();
  }
  return storage;
}

}  // namespace explainee::files
