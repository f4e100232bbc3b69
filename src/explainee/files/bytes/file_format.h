// explainee/files/bytes/file_format.h: what a file holds, by its first bytes and only then by its ending.
#pragma once

#include <string_view>

#include "explainee/base/errors/result.h"
#include "explainee/files/bytes/input_file.h"

namespace explainee::files {

/// The formats that are read.
enum class FileFormat { kCsv, kGzippedCsv, kParquet, kArrowFile, kArrowStream };

/// The kinds that may not be mixed in one table: "CSV", "Parquet" or "Arrow".
[[nodiscard]] std::string_view family(FileFormat format);

/// Looks at the content. A format that is known but not read (a spreadsheet, a zip) is kUnreadableFile with a remedy.
[[nodiscard]] base::Result<FileFormat> detect_format(const InputFile& file);

/// True when the name ends like that of a table: .csv, .tsv, either with .gz, .parquet, .pq, .arrow, .feather, .ipc.
/// (A folder may hold a readme.txt beside its tables; a .txt file that is named itself is read.)
[[nodiscard]] bool has_table_ending(std::string_view name);

}  // namespace explainee::files
