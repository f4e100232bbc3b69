#include "explainee/files/csv/csv_block.h"

#include <charconv>
#include <system_error>

#include "explainee/files/bytes/utf8.h"
#include "explainee/files/csv/csv_cell.h"
#include "explainee/files/csv/csv_number.h"

namespace explainee::files {
namespace {

using base::ErrorCode;
using Kind = CsvColumnUse::Kind;

/// True at a line end that no cell precedes; moves past it.
bool take_empty_line(char*& at, const char* end) {
  if (*at == '\n') {
    ++at;
    return true;
  }
  if (*at == '\r' && at + 1 < end && at[1] == '\n') {
    at += 2;
    return true;
  }
  return false;
}

CsvFault not_a_number(const std::string& column, std::string_view cell) {
  return {
      ErrorCode::kNotANumber,
      base::say("column {} holds numbers, but this cell is {}; correct the cell, or read the column as text with {}",
                in_quotes(column), in_quotes(cell), base::option("categories", column))};
}

CsvFault ragged(std::size_t found, std::size_t expected) {
  const auto cells = [](std::size_t count) { return std::to_string(count) + (count == 1 ? " cell" : " cells"); };
  return {ErrorCode::kMalformedTable,
          base::say("this row has {}, but the header has {}; correct the row, or choose the separator with {}",
                    cells(found), expected, base::option("separator"))};
}

CsvFault unclosed_quote() {
  return {ErrorCode::kMalformedTable, "a quoted cell of this row never ends; add the missing quote"};
}

/// Goes through the rows of one block.
class BlockParser {
 public:
  BlockParser(const CsvPlan& plan, CsvBlock& block)
      : plan_(plan),
        block_(block),
        at_(block.bytes.data()),
        end_(block.bytes.data() + block.bytes.size()),
        numbers_(plan.slots),
        texts_(plan.slots) {
    for (const CsvColumnUse& use : plan.uses) {
      if (use.kind == Kind::kNumber) numbers_[use.slot] = block.numbers[use.slot].data();
      if (use.kind == Kind::kText) texts_[use.slot] = block.texts[use.slot].data();
    }
  }

  void run() {
    while (at_ < end_ && !fault_) {
      if (take_empty_line(at_, end_)) {
        ++line_;
        continue;
      }
      take_row();
      if (fault_) break;
      line_ += 1 + breaks_;
      breaks_ = 0;
      ++row_;
    }
    if (fault_) {
      fault_->line = line_;
      fault_->row = static_cast<std::int64_t>(row_);
    }
    block_.fault = std::move(fault_);
    block_.rows = row_;
    block_.lines = line_;
  }

 private:
  void take_row() {
    const std::size_t count = plan_.uses.size();
    for (std::size_t i = 0; i < count; ++i) {
      const CsvColumnUse use = plan_.uses[i];
      const bool last = use.kind == Kind::kNumber ? take_number(i, use.slot) : take_other(use);
      if (fault_) return;
      if (last != (i + 1 == count)) return take_ragged(i + 1, last);
    }
  }

  /// The common case in one go: a plain number right up to its separator or line end.
  bool take_number(std::size_t column, std::size_t slot) {
    double value = 0.0;
    const auto [stop, status] = std::from_chars(at_, end_, value);
    if (status == std::errc() && stop < end_ && value == value) {
      if (*stop == plan_.separator || *stop == '\n') {
        numbers_[slot][row_] = value;
        at_ += stop + 1 - at_;
        return *stop == '\n';
      }
      if (*stop == '\r' && stop + 1 < end_ && stop[1] == '\n') {
        numbers_[slot][row_] = value;
        at_ += stop + 2 - at_;
        return true;
      }
    }
    const CsvCell cell = take();
    const CellNumber number = cell_number(cell.text);
    if (number.kind == CellKind::kNotANumber && !fault_) fault_ = not_a_number(plan_.names[column], cell.text);
    numbers_[slot][row_] = number.value;
    return cell.last_of_row;
  }

  bool take_other(const CsvColumnUse& use) {
    const CsvCell cell = take();
    if (use.kind == Kind::kText) texts_[use.slot][row_] = cell.text;
    return cell.last_of_row;
  }

  CsvCell take() {
    const CsvCell cell = take_cell(at_, end_, plan_.separator);
    at_ = cell.next;
    breaks_ += cell.line_breaks;
    if (cell.unclosed) fault_ = unclosed_quote();
    return cell;
  }

  void take_ragged(std::size_t found, bool ended) {
    while (!ended && !fault_) {
      ended = take().last_of_row;
      ++found;
    }
    if (!fault_) fault_ = ragged(found, plan_.uses.size());
  }

  const CsvPlan& plan_;
  CsvBlock& block_;
  char* at_;
  char* const end_;
  std::vector<double*> numbers_;
  std::vector<std::string_view*> texts_;
  std::size_t row_ = 0;
  std::int64_t line_ = 0;
  std::int64_t breaks_ = 0;
  std::optional<CsvFault> fault_;
};

/// Room for as many rows as there are lines.
void reserve_rows(const CsvPlan& plan, CsvBlock& block, std::size_t most_rows) {
  block.numbers.resize(plan.slots);
  block.texts.resize(plan.slots);
  for (const CsvColumnUse& use : plan.uses) {
    if (use.kind == Kind::kNumber && block.numbers[use.slot].size() < most_rows) {
      block.numbers[use.slot].resize(most_rows + most_rows / 8);
    }
    if (use.kind == Kind::kText && block.texts[use.slot].size() < most_rows) {
      block.texts[use.slot].resize(most_rows + most_rows / 8);
    }
  }
}

}  // namespace

void parse_block(const CsvPlan& plan, CsvBlock& block) {
  block.fault.reset();
  const std::string_view bytes(block.bytes.data(), block.bytes.size());
  const TextCheck check = check_text(bytes);
  if (check.fault != TextFault::kNone) {
    const std::int64_t line = count_line_breaks(bytes.data(), bytes.data() + check.offset);
    block.fault = CsvFault{ErrorCode::kMalformedTable, "this line " + describe(check.fault), line};
    return;
  }
  const std::int64_t lines = count_line_breaks(bytes.data(), bytes.data() + bytes.size());
  reserve_rows(plan, block, static_cast<std::size_t>(lines));
  BlockParser(plan, block).run();
}

RowLine line_of_row(std::vector<char>& bytes, char separator, std::int64_t row) {
  RowLine result;
  char* at = bytes.data();
  char* const end = at + bytes.size();
  while (at < end) {
    if (!take_empty_line(at, end)) {
      if (result.rows == row) {
        result.line = result.lines;
        return result;
      }
      ++result.rows;
      CsvCell cell;
      do {
        cell = take_cell(at, end, separator);
        at = cell.next;
        result.lines += cell.line_breaks;
      } while (!cell.last_of_row);
    }
    ++result.lines;
  }
  return result;
}

}  // namespace explainee::files
