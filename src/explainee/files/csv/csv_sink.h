// explainee/files/csv/csv_sink.h: writes CSV, plain or gzipped.
#pragma once

#include <memory>
#include <vector>

#include "explainee/base/output/output_file.h"
#include "explainee/data/table_sink.h"

namespace explainee::files {

/// How the file looks.
struct CsvStyle {
  char separator = ',';
  bool gzipped = false;
  bool raw = false;  ///< texts that a spreadsheet would take for formulas go out as they are
};

/// Writes the header at once. Numbers take the shortest form that reads back the same; text is quoted when needed, and
/// a mark stands before formulas (formula_mark.h). A list is one cell, joined by ; as split_list() takes it apart.
[[nodiscard]] base::Result<std::unique_ptr<data::TableSink>> create_csv_sink(std::unique_ptr<base::OutputFile> file,
                                                                             const std::vector<data::Column>& columns,
                                                                             CsvStyle style);

}  // namespace explainee::files
