#include "explainee/files/csv/csv_sink.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "explainee/data/name_pattern.h"
#include "explainee/files/bytes/gzip_writer.h"
#include "explainee/files/csv/formula_mark.h"

namespace explainee::files {
namespace {

constexpr std::size_t kBufferBytes = 1 << 18;
constexpr char kBetweenElements = ';';  // of a list

class CsvSink final : public data::TableSink {
 public:
  CsvSink(std::unique_ptr<base::OutputFile> file, const std::vector<data::Column>& columns, CsvStyle style)
      : file_(std::move(file)), separator_(style.separator), raw_(style.raw) {
    if (style.gzipped) gzip_.emplace(*file_);
    for (const data::Column& column : columns) {
      numeric_.push_back(column.type == data::ColumnType::kNumber && !column.list);
      whole_.push_back(column.whole);
      lists_.push_back(column.list);
    }
  }

  base::Result<void> write_header(const std::vector<data::Column>& columns) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (i > 0) buffer_ += separator_;
      put_cell(columns[i].name);
    }
    buffer_ += '\n';
    return flush(0);
  }

  base::Result<void> write(std::span<const data::ColumnView> columns) override {
    if (columns.size() != numeric_.size()) {
      return base::Error{base::ErrorCode::kInternal, "got another number of columns than announced", file_->path()};
    }
    const std::size_t rows = columns.empty() ? 0 : std::max(columns[0].numbers.size(), columns[0].texts.size());
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t i = 0; i < columns.size(); ++i) {
        if (i > 0) buffer_ += separator_;
        if (lists_[i]) {
          put_list(columns[i], row);
        } else {
          numeric_[i] ? put_number(columns[i].numbers[row], whole_[i]) : put_cell(columns[i].texts[row]);
        }
      }
      buffer_ += '\n';
      EXPLAINEE_TRY(flush(kBufferBytes));
    }
    return {};
  }

  base::Result<void> finish() override {
    EXPLAINEE_TRY(flush(0));
    if (gzip_) EXPLAINEE_TRY(gzip_->finish());
    return file_->finish();
  }

 private:
  /// An empty cell of a table with one column would be an empty line, which readers leave out.
  void put_empty() {
    if (numeric_.size() == 1) buffer_ += "\"\"";
  }

  void put_number(double value, bool whole) {
    if (value != value) return put_empty();
    whole ? append_digits(static_cast<std::int64_t>(value), buffer_) : append_digits(value, buffer_);
  }

  template <class Number>
  static void append_digits(Number value, std::string& to) {
    std::array<char, 32> digits{};
    char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    to.append(digits.data(), end);
  }

  void put_list(const data::ColumnView& column, std::size_t row) {
    std::vector<std::string> parts;
    const std::size_t first = row == 0 ? 0 : column.ends[row - 1];
    for (std::size_t i = first; i < column.ends[row]; ++i) {
      std::string& part = parts.emplace_back();
      if (!column.texts.empty()) {
        part = marked(column.texts[i]);
      } else if (!std::isnan(column.numbers[i])) {  // a missing one is empty, as everywhere
        append_digits(column.numbers[i], part);
      }
    }
    put_text(data::join_list(parts, kBetweenElements));
  }

  [[nodiscard]] std::string marked(std::string_view text) const {
    return raw_ || !is_formula(text) ? std::string(text) : kFormulaMark + std::string(text);
  }

  void put_cell(std::string_view text) { raw_ || !is_formula(text) ? put_text(text) : put_text(marked(text)); }

  void put_text(std::string_view text) {
    if (text.empty()) return put_empty();
    const bool blank_edge = text.front() == ' ' || text.back() == ' ';
    const std::array<char, 4> special = {separator_, '"', '\n', '\r'};
    if (!blank_edge && text.find_first_of(std::string_view(special.data(), special.size())) == std::string_view::npos) {
      buffer_ += text;
      return;
    }
    buffer_ += '"';
    for (const char c : text) {
      if (c == '"') buffer_ += '"';
      buffer_ += c;
    }
    buffer_ += '"';
  }

  base::Result<void> flush(std::size_t unless_below) {
    if (buffer_.size() < unless_below || buffer_.empty()) return {};
    auto done = gzip_ ? gzip_->write(buffer_) : file_->write(buffer_);
    buffer_.clear();
    return done;
  }

  std::unique_ptr<base::OutputFile> file_;
  std::optional<GzipWriter> gzip_;
  char separator_;
  bool raw_;
  std::vector<bool> numeric_;
  std::vector<bool> whole_;
  std::vector<bool> lists_;
  std::string buffer_;
};

}  // namespace

base::Result<std::unique_ptr<data::TableSink>> create_csv_sink(std::unique_ptr<base::OutputFile> file,
                                                               const std::vector<data::Column>& columns,
                                                               CsvStyle style) {
  auto sink = std::make_unique<CsvSink>(std::move(file), columns, style);
  EXPLAINEE_TRY(sink->write_header(columns));
  return std::unique_ptr<data::TableSink>(std::move(sink));
}

}  // namespace explainee::files
