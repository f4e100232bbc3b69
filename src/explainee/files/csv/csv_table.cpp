#include "explainee/files/csv/csv_table.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "explainee/base/threads/thread_pool.h"
#include "explainee/files/column_names.h"
#include "explainee/files/csv/csv_types.h"
#include "explainee/files/csv/formula_mark.h"

namespace explainee::files {
namespace {

using base::Error;
using base::ErrorCode;
using data::ColumnType;

constexpr std::size_t kBlockBytes = 1 << 20;
constexpr std::size_t kSampleBytes = 1 << 18;
constexpr std::int64_t kWorthThreads = 2 * static_cast<std::int64_t>(kBlockBytes);
constexpr std::int64_t kWorthThreadsGzipped = kWorthThreads / 8;

std::optional<ColumnType> type_of(const std::vector<data::Column>& columns, const std::string& name) {
  for (const data::Column& column : columns) {
    if (column.name == name) return column.type;
  }
  return std::nullopt;
}

}  // namespace

CsvTable::CsvTable(std::shared_ptr<const InputFile> file, bool gzipped, const ReadOptions& options, CsvHeader header)
    : file_(std::move(file)),
      gzipped_(gzipped),
      threads_(base::resolve_threads(options.threads)),
      formulas_marked_(options.formulas_marked),
      lists_(options.lists),
      header_(std::move(header)) {
  for (const std::string& column : header_.names) columns_.push_back({column, ColumnType::kNumber});
}

base::Result<std::unique_ptr<data::TableSource>> CsvTable::open(std::shared_ptr<const InputFile> file, bool gzipped,
                                                                const ReadOptions& options,
                                                                const std::vector<data::Column>* like) {
  EXPLAINEE_ASSIGN(CsvHeader header, read_csv_header(file, gzipped, options.separator));
  std::unique_ptr<CsvTable> table(new CsvTable(std::move(file), gzipped, options, std::move(header)));
  if (like == nullptr) {
    EXPLAINEE_TRY(table->decide_types(options));
  } else {
    for (data::Column& column : table->columns_) column.type = type_of(*like, column.name).value_or(column.type);
  }
  return std::unique_ptr<data::TableSource>(std::move(table));
}

base::Result<void> CsvTable::decide_types(const ReadOptions& options) {
  EXPLAINEE_ASSIGN(const auto forced, forced_types(header_.names, options, file_->name()));
  EXPLAINEE_ASSIGN(const auto rows, open_rows(kSampleBytes));
  EXPLAINEE_ASSIGN(CsvTypes found, decide_csv_types(*rows, header_));
  if (found.fault) {
    return fault_at(*found.fault, header_.first_data_line + found.lines_before, static_cast<std::int64_t>(found.rows));
  }
  empty_ = found.rows == 0;
  bytes_per_row_ = found.bytes_per_row;
  for (std::size_t i = 0; i < columns_.size(); ++i) columns_[i].type = forced[i].value_or(found.types[i]);
  return {};
}

std::int64_t CsvTable::rows_estimate() const {
  if (empty_) return 0;
  if (gzipped_ || bytes_per_row_ == 0) return -1;
  return static_cast<std::int64_t>(static_cast<double>(file_->size()) / bytes_per_row_) + 1;
}

base::Result<std::unique_ptr<data::TableSource>> CsvTable::reader() const {
  ReadOptions options;
  options.threads = threads_;
  options.formulas_marked = formulas_marked_;
  options.lists = lists_;
  std::unique_ptr<CsvTable> another(new CsvTable(file_, gzipped_, options, header_));
  another->columns_ = columns_;
  another->empty_ = empty_;
  another->bytes_per_row_ = bytes_per_row_;
  return std::unique_ptr<data::TableSource>(std::move(another));
}

base::Result<std::unique_ptr<CsvRowBlocks>> CsvTable::open_rows(std::size_t block_bytes) const {
  std::unique_ptr<ByteStream> stream = open_bytes(file_, gzipped_);
  EXPLAINEE_TRY(stream->skip(header_.data_offset));
  if (!gzipped_) block_bytes = std::min(block_bytes, static_cast<std::size_t>(file_->size()) + 1);
  return std::make_unique<CsvRowBlocks>(std::move(stream), header_.separator, block_bytes, file_->name());
}

base::Result<void> CsvTable::start(std::span<const std::size_t> wanted) {
  blocks_.reset();
  wanted_.assign(wanted.begin(), wanted.end());
  next_row_ = 0;
  next_line_ = header_.first_data_line;
  auto plan = std::make_shared<CsvPlan>(CsvPlan{header_.separator, header_.names, {}, wanted.size()});
  plan->uses.resize(columns_.size());
  for (std::size_t slot = 0; slot < wanted.size(); ++slot) {
    const bool number = columns_[wanted[slot]].type == ColumnType::kNumber;
    plan->uses[wanted[slot]] = {number ? CsvColumnUse::Kind::kNumber : CsvColumnUse::Kind::kText, slot};
  }
  EXPLAINEE_ASSIGN(std::shared_ptr<CsvRowBlocks> rows, open_rows(kBlockBytes));
  const bool large = file_->size() > (gzipped_ ? kWorthThreadsGzipped : kWorthThreads);
  const int workers = large && threads_ > 1 ? threads_ : 0;
  blocks_ = std::make_unique<base::OrderedPipeline<CsvBlock>>(
      workers, static_cast<std::size_t>(workers) + 2, [rows](CsvBlock& block) { return rows->next(block.bytes); },
      [plan](CsvBlock& block) { parse_block(*plan, block); });
  return {};
}

base::Result<bool> CsvTable::next(data::Batch& batch) {
  if (blocks_ == nullptr) return Error{ErrorCode::kInternal, "next() was called before start()", name()};
  CsvBlock* block = nullptr;
  do {
    EXPLAINEE_ASSIGN(block, blocks_->next());
    if (block == nullptr) return false;
    if (block->fault) return fault_at(*block->fault, next_line_, next_row_);
    const bool regular = block->lines == static_cast<std::int64_t>(block->rows);
    if (regular && regular_rows_ == next_row_) regular_rows_ += static_cast<std::int64_t>(block->rows);
    batch.first_row = next_row_;
    batch.rows = block->rows;
    next_row_ += static_cast<std::int64_t>(block->rows);
    next_line_ += block->lines;
  } while (block->rows == 0);
  batch.columns.assign(wanted_.size(), {});
  lists_read_.clear();
  for (std::size_t slot = 0; slot < wanted_.size(); ++slot) {
    if (columns_[wanted_[slot]].type == ColumnType::kNumber) {
      batch.columns[slot].numbers = std::span<const double>(block->numbers[slot]).first(block->rows);
    } else {
      if (formulas_marked_) take_marks_off(wanted_[slot], std::span(block->texts[slot]).first(block->rows));
      batch.columns[slot].texts = std::span<const std::string_view>(block->texts[slot]).first(block->rows);
    }
  }
  return true;
}

void CsvTable::take_marks_off(std::size_t column, std::span<std::string_view> texts) {
  const bool list = std::find(lists_.begin(), lists_.end(), columns_[column].name) != lists_.end();
  for (std::string_view& text : texts) {
    if (list && text.find(kFormulaMark) != std::string_view::npos) {
      text = lists_read_.emplace_back(without_formula_marks(text));
    } else {
      text = without_formula_mark(text);
    }
  }
}

base::Subject CsvTable::where(std::int64_t row) const { return place(line_of(row), row); }

base::Subject CsvTable::place(std::int64_t line, std::int64_t row) const {
  base::Subject subject = base::at_line(file_->name(), line);
  subject.row = row;
  return subject;
}

base::Error CsvTable::fault_at(const CsvFault& fault, std::int64_t first_line, std::int64_t first_row) const {
  const std::int64_t line = first_line + fault.line;
  if (fault.row < 0) return {fault.code, fault.message, base::at_line(file_->name(), line)};
  return {fault.code, fault.message, place(line, first_row + fault.row)};
}

std::int64_t CsvTable::line_of(std::int64_t row) const {
  const std::int64_t as_if_regular = header_.first_data_line + row;
  if (row < regular_rows_) return as_if_regular;
  auto rows = open_rows(kBlockBytes);
  if (!rows.ok()) return as_if_regular;
  std::int64_t line = header_.first_data_line;
  std::vector<char> bytes;
  while (true) {
    const auto more = rows.value()->next(bytes);
    if (!more.ok() || !more.value()) return as_if_regular;
    const RowLine found = line_of_row(bytes, header_.separator, row);
    if (found.line >= 0) return line + found.line;
    row -= found.rows;
    line += found.lines;
  }
}

}  // namespace explainee::files
