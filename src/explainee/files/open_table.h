// explainee/files/open_table.h: the door through which every table on disk comes in.
#pragma once

#include <memory>
#include <string>

#include "explainee/base/errors/result.h"
#include "explainee/data/table_source.h"
#include "explainee/files/read_options.h"

namespace explainee::files {

/// Opens a table to be read in passes. `path` is a file (CSV with any of , ; tab |, also gzipped; Parquet; Arrow IPC,
/// file or stream), a folder or a glob of such files (in byte order of their names; columns are matched by name), or
/// "-" for standard input. What a file holds is decided by its content, not by its ending. Column names and types are
/// settled when this returns; damage further down is reported by the pass that meets it.
[[nodiscard]] base::Result<std::unique_ptr<data::TableSource>> open_table(const std::string& path,
                                                                          const ReadOptions& options = {});

}  // namespace explainee::files
