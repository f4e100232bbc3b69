#include "explainee/explain/asking/row_columns.h"

#include <cmath>
#include <string_view>

namespace explainee::explain {
namespace {

bool is_missing(const RowColumn& column, std::size_t row) {
  return column.is_text() ? column.texts[row].empty() : !std::isfinite(column.numbers[row]);
}

}  // namespace

std::size_t rows_of(const RowColumns& columns) { return columns.empty() ? 0 : columns.front().rows(); }

base::Result<RowColumns> read_columns(data::TableSource& table, std::span<const std::size_t> columns,
                                      const base::Control& control) {
  RowColumns read;
  for (const std::size_t at : columns) read.push_back({table.columns()[at].name, table.columns()[at].type, {}, {}});
  EXPLAINEE_TRY(table.start(columns));
  data::Batch batch;
  while (true) {
    if (control.cancelled()) return base::interrupted();
    EXPLAINEE_ASSIGN(const bool more, table.next(batch));
    if (!more) return read;
    for (std::size_t k = 0; k < read.size(); ++k) {
      const data::ColumnView& cells = batch.columns[k];
      if (read[k].is_text()) {
        for (std::size_t i = 0; i < batch.rows; ++i) read[k].texts.emplace_back(cells.texts[i]);
      } else {
        read[k].numbers.insert(read[k].numbers.end(), cells.numbers.begin(), cells.numbers.end());
      }
    }
  }
}

std::vector<std::size_t> complete_rows(const RowColumns& columns) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < rows_of(columns); ++i) {
    bool complete = true;
    for (const RowColumn& column : columns) complete = complete && !is_missing(column, i);
    if (complete) rows.push_back(i);
  }
  return rows;
}

RowColumns rows_at(const RowColumns& columns, std::span<const std::size_t> rows) {
  RowColumns taken;
  for (const RowColumn& column : columns) {
    RowColumn& some = taken.emplace_back(RowColumn{column.name, column.type, {}, {}});
    for (const std::size_t row : rows) {
      if (column.is_text()) {
        some.texts.push_back(column.texts[row]);
      } else {
        some.numbers.push_back(column.numbers[row]);
      }
    }
  }
  return taken;
}

std::vector<data::Column> description_of(const RowColumns& columns) {
  std::vector<data::Column> description;
  for (const RowColumn& column : columns) description.push_back({column.name, column.type});
  return description;
}

base::Result<void> write_rows(const RowColumns& columns, data::TableSink& sink) {
  std::vector<std::vector<std::string_view>> texts(columns.size());
  std::vector<data::ColumnView> views(columns.size());
  for (std::size_t k = 0; k < columns.size(); ++k) {
    texts[k].assign(columns[k].texts.begin(), columns[k].texts.end());
    if (columns[k].is_text()) {
      views[k].texts = texts[k];
    } else {
      views[k].numbers = columns[k].numbers;
    }
  }
  return sink.write(views);
}

data::MemoryTable table_of(const RowColumns& columns) {
  data::MemoryTable table;
  for (const RowColumn& column : columns) {
    if (column.is_text()) {
      table.add(column.name, column.texts);
    } else {
      table.add(column.name, column.numbers);
    }
  }
  return table;
}

}  // namespace explainee::explain
