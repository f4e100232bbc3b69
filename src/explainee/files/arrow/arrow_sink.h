// explainee/files/arrow/arrow_sink.h: writes Parquet and Arrow IPC files.
#pragma once

#include <memory>
#include <vector>

#include "explainee/data/table_sink.h"
#include "explainee/files/bytes/output_file.h"

namespace explainee::files {

/// Columns become float64 or UTF-8; missing cells become nulls. Parquet is compressed with Snappy.
[[nodiscard]] base::Result<std::unique_ptr<data::TableSink>> create_arrow_sink(std::unique_ptr<OutputFile> file,
                                                                               const std::vector<data::Column>& columns,
                                                                               bool parquet);

}  // namespace explainee::files
