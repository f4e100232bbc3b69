// explainee/files/csv/csv_header.h: the first row of a CSV file: its separator, the names, and where the data begins.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "explainee/base/errors/result.h"
#include "explainee/files/bytes/input_file.h"

namespace explainee::files {

/// What the top of a CSV file says.
struct CsvHeader {
  char separator = ',';
  std::vector<std::string> names;    ///< blanks around them left out
  std::int64_t data_offset = 0;      ///< of the first byte after the header, in the decompressed content
  std::int64_t first_data_line = 2;  ///< its line, from 1
};

/// Reads the header; `separator` 0 picks the one of , ; tab | that occurs most often in it.
[[nodiscard]] base::Result<CsvHeader> read_csv_header(const std::shared_ptr<const InputFile>& file, bool gzipped,
                                                      char separator);

}  // namespace explainee::files
