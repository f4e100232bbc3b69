// explainee/files/table_file_writer.h: tables leave through here: CSV, gzipped CSV, Parquet or Arrow, by the ending.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "explainee/base/errors/result.h"
#include "explainee/data/table_sink.h"

namespace explainee::files {

/// Begins a table file. `path` ends in .csv, .tsv, either with .gz, .parquet or .pq, or .arrow, .feather or .ipc;
/// another ending is kBadOption, a place that cannot be written to kUnwritableOutput. Numbers are written so that they
/// read back the same to the last bit, missing ones as empty cells (CSV) or nulls. The file appears when finish()
/// succeeds. In CSV an apostrophe stands before texts that a spreadsheet would take for formulas, but with `raw`.
[[nodiscard]] base::Result<std::unique_ptr<data::TableSink>> create_table(const std::string& path,
                                                                          const std::vector<data::Column>& columns,
                                                                          bool raw = false);

}  // namespace explainee::files
