#include "explainee/files/csv/csv_types.h"

#include <algorithm>
#include <string_view>

#include "explainee/files/csv/csv_number.h"

namespace explainee::files {
namespace {

struct Tally {
  std::size_t numbers = 0;
  std::size_t filled = 0;

  void add(std::string_view cell) {
    const CellKind kind = cell_number(cell).kind;
    if (kind == CellKind::kMissing) return;
    ++filled;
    if (kind == CellKind::kNumber) ++numbers;
  }
  [[nodiscard]] data::ColumnType type() const {
    return 10 * numbers >= 9 * filled ? data::ColumnType::kNumber : data::ColumnType::kText;
  }
};

CsvPlan all_text(const CsvHeader& header) {
  CsvPlan plan{header.separator, header.names, {}, header.names.size()};
  for (std::size_t i = 0; i < plan.slots; ++i) plan.uses.push_back({CsvColumnUse::Kind::kText, i});
  return plan;
}

}  // namespace

base::Result<CsvTypes> decide_csv_types(CsvRowBlocks& rows, const CsvHeader& header) {
  const CsvPlan plan = all_text(header);
  std::vector<Tally> tallies(plan.slots);
  CsvTypes result;
  CsvBlock block;
  double bytes = 0;
  double whole_rows = 0;
  while (result.rows < kRowsForTypes) {
    EXPLAINEE_ASSIGN(const bool more, rows.next(block.bytes));
    if (!more) break;
    parse_block(plan, block);
    if (block.fault) {
      result.fault = block.fault;
      return result;
    }
    const std::size_t count = std::min(block.rows, kRowsForTypes - result.rows);
    for (std::size_t i = 0; i < plan.slots; ++i) {
      for (std::size_t row = 0; row < count; ++row) tallies[i].add(block.texts[i][row]);
    }
    bytes += static_cast<double>(block.bytes.size());
    whole_rows += static_cast<double>(block.rows);
    result.rows += count;
    result.lines_before += block.lines;
  }
  if (whole_rows > 0) result.bytes_per_row = bytes / whole_rows;
  for (const Tally& tally : tallies) result.types.push_back(tally.type());
  return result;
}

}  // namespace explainee::files
