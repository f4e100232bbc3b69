#include "explainee/files/arrow/arrow_column.h"

#include <arrow/array.h>
#include <arrow/extension_type.h>
#include <arrow/type.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "explainee/files/arrow/arrow_numbers.h"
#include "explainee/files/bytes/utf8.h"
#include "explainee/files/csv/csv_number.h"

namespace explainee::files {
namespace {

using base::Error;
using base::ErrorCode;
using data::ColumnType;

bool is_text(arrow::Type::type id) {
  return id == arrow::Type::STRING || id == arrow::Type::LARGE_STRING || id == arrow::Type::STRING_VIEW;
}

Error bad_text(TextFault fault, const ArrowPlace& place, std::size_t row) {
  return {ErrorCode::kMalformedTable, "the text in column " + in_quotes(place.column) + " " + describe(fault),
          base::at_row(std::string(place.file), place.first_row + static_cast<std::int64_t>(row))};
}

Error not_a_number(std::string_view cell, const ArrowPlace& place, std::size_t row) {
  return {
      ErrorCode::kNotANumber,
      base::say("column {} is to be read as numbers, but this cell is {}; correct the cell, or leave the column out "
                "of {}",
                in_quotes(place.column), in_quotes(cell), base::option("numbers")),
      base::at_row(std::string(place.file), place.first_row + static_cast<std::int64_t>(row))};
}

/// Appends the cells of one string-like array; null is empty.
template <class Strings>
void append_views(const Strings& cells, std::vector<std::string_view>& to) {
  for (std::int64_t i = 0; i < cells.length(); ++i) {
    to.push_back(cells.IsNull(i) ? std::string_view() : std::string_view(cells.GetView(i)));
  }
}

void append_texts(const arrow::Array& cells, std::vector<std::string_view>& to) {
  switch (cells.type_id()) {
    case arrow::Type::STRING:
      return append_views(static_cast<const arrow::StringArray&>(cells), to);
    case arrow::Type::LARGE_STRING:
      return append_views(static_cast<const arrow::LargeStringArray&>(cells), to);
    case arrow::Type::STRING_VIEW:
      return append_views(static_cast<const arrow::StringViewArray&>(cells), to);
    case arrow::Type::BOOL: {
      const auto& bits = static_cast<const arrow::BooleanArray&>(cells);
      for (std::int64_t i = 0; i < bits.length(); ++i) {
        to.push_back(bits.IsNull(i) ? std::string_view() : bits.Value(i) ? "true" : "false");
      }
      return;
    }
    case arrow::Type::DICTIONARY: {
      const auto& coded = static_cast<const arrow::DictionaryArray&>(cells);
      std::vector<std::string_view> levels;
      append_texts(*coded.dictionary(), levels);
      for (std::int64_t i = 0; i < coded.length(); ++i) {
        const auto level = coded.IsNull(i) ? levels.size() : static_cast<std::size_t>(coded.GetValueIndex(i));
        to.push_back(level < levels.size() ? levels[level] : std::string_view());
      }
      return;
    }
    default:
      to.resize(to.size() + static_cast<std::size_t>(cells.length()));
  }
}

/// The type whose cells are stored, below extension types and dictionaries.
const arrow::DataType& stored_type(const arrow::DataType& type) {
  if (type.id() == arrow::Type::EXTENSION) {
    return stored_type(*static_cast<const arrow::ExtensionType&>(type).storage_type());
  }
  if (type.id() == arrow::Type::DICTIONARY) {
    return stored_type(*static_cast<const arrow::DictionaryType&>(type).value_type());
  }
  return type;
}

std::shared_ptr<arrow::Array> without_extension(std::shared_ptr<arrow::Array> cells) {
  while (cells->type_id() == arrow::Type::EXTENSION) {
    cells = static_cast<const arrow::ExtensionArray&>(*cells).storage();
  }
  return cells;
}

/// Cells that are printed one after the other into one text; missing ones are empty.
class PrintedCells {
 public:
  explicit PrintedCells(std::string& printed) : printed_(printed) { printed_.clear(); }

  /// Every whole number in full; others so that they read back the same.
  void add(std::int64_t value) { append(value); }
  void add(std::uint64_t value) { append(value); }
  void add(double value) {
    constexpr double kExact = 9007199254740992.0;  // 2^53: whole numbers up to there are what they seem
    if (value == value && value == std::trunc(value) && std::abs(value) <= kExact)
      return append(static_cast<std::int64_t>(value));
    if (value == value) return append(value);
    add_missing();
  }
  void add_missing() { ends_.push_back(printed_.size()); }
  void add_digits(std::string_view digits) {
    printed_.append(digits);
    ends_.push_back(printed_.size());
  }

  /// Views into the text, which must not change any more.
  void show(std::vector<std::string_view>& views) const {
    std::size_t begin = 0;
    for (const std::size_t end : ends_) {
      views.push_back(std::string_view(printed_).substr(begin, end - begin));
      begin = end;
    }
  }

 private:
  template <class Number>
  void append(Number value) {
    std::array<char, 32> digits{};
    const auto [end, status] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    printed_.append(digits.data(), end);
    ends_.push_back(printed_.size());
  }

  std::string& printed_;
  std::vector<std::size_t> ends_;
};

template <class Whole>
void print_whole(const Whole& cells, PrintedCells& printed) {
  for (std::int64_t i = 0; i < cells.length(); ++i) {
    if (cells.IsNull(i)) {
      printed.add_missing();
    } else {
      printed.add(cells.Value(i));
    }
  }
}

template <class Decimals>
void print_decimals(const Decimals& cells, PrintedCells& printed) {
  for (std::int64_t i = 0; i < cells.length(); ++i) {
    if (cells.IsNull(i)) {
      printed.add_missing();
    } else {
      printed.add_digits(cells.FormatValue(i));
    }
  }
}

/// Whole numbers of 64 bits and decimals do not go through double precision: names of people and cases are such
/// numbers.
void print_cells(const std::shared_ptr<arrow::Array>& cells, PrintedCells& printed) {
  if (cells->type_id() == arrow::Type::INT64)
    return print_whole(static_cast<const arrow::Int64Array&>(*cells), printed);
  if (cells->type_id() == arrow::Type::UINT64)
    return print_whole(static_cast<const arrow::UInt64Array&>(*cells), printed);
  if (cells->type_id() == arrow::Type::DECIMAL128)
    return print_decimals(static_cast<const arrow::Decimal128Array&>(*cells), printed);
  if (cells->type_id() == arrow::Type::DECIMAL256)
    return print_decimals(static_cast<const arrow::Decimal256Array&>(*cells), printed);
  std::vector<double> numbers;
  numbers_of({cells}, numbers, /*copy=*/true);
  for (const double number : numbers) printed.add(number);
}

}  // namespace

std::optional<ColumnType> column_type(const arrow::DataType& type) {
  const arrow::DataType& stored = stored_type(type);
  if (is_text(stored.id())) return ColumnType::kText;
  if (is_number_type(stored)) return ColumnType::kNumber;
  return std::nullopt;
}

std::span<double> ArrowColumn::make_numbers(std::size_t rows) {
  chunks_.clear();
  numbers_.resize(rows);
  rows_ = rows;
  view_ = {numbers_, {}};
  return numbers_;
}

base::Result<void> ArrowColumn::assign(std::vector<std::shared_ptr<arrow::Array>> chunks, ColumnType type,
                                       const ArrowPlace& place) {
  chunks_ = std::move(chunks);
  rows_ = 0;
  numbers_.clear();
  texts_.clear();
  view_ = {};
  bool stored_as_text = false;
  for (auto& chunk : chunks_) {
    chunk = without_extension(std::move(chunk));
    rows_ += static_cast<std::size_t>(chunk->length());
    stored_as_text = stored_as_text || is_text(stored_type(*chunk->type()).id());
  }
  const bool boolean = !chunks_.empty() && chunks_.front()->type_id() == arrow::Type::BOOL;
  if (type == ColumnType::kNumber && !stored_as_text) {
    view_.numbers = numbers_of(chunks_, numbers_);
    return {};
  }
  if (stored_as_text || boolean) {
    for (const auto& chunk : chunks_) append_texts(*chunk, texts_);
  } else {
    PrintedCells printed(printed_);
    for (const auto& chunk : chunks_) print_cells(chunk, printed);
    printed.show(texts_);
  }
  for (std::size_t row = 0; row < texts_.size(); ++row) {
    const TextCheck check = check_text(texts_[row]);
    if (check.fault != TextFault::kNone) return bad_text(check.fault, place, row);
  }
  if (type == ColumnType::kText) {
    view_.texts = texts_;
    return {};
  }
  for (std::size_t row = 0; row < texts_.size(); ++row) {
    const CellNumber number = cell_number(texts_[row]);
    if (number.kind == CellKind::kNotANumber) return not_a_number(texts_[row], place, row);
    numbers_.push_back(number.value);
  }
  view_.numbers = numbers_;
  return {};
}

}  // namespace explainee::files
