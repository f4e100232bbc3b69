// explainee/files/arrow/arrow_sink.h: writes Parquet and Arrow IPC files.
#pragma once

#include <memory>
#include <vector>

#include "explainee/base/output/output_file.h"
#include "explainee/data/table_sink.h"

namespace explainee::files {

/// Columns become float64 or UTF-8; missing cells become nulls. Parquet is compressed with Snappy.
[[nodiscard]] base::Result<std::unique_ptr<data::TableSink>> create_arrow_sink(std::unique_ptr<base::OutputFile> file,
                                                                               const std::vector<data::Column>& columns,
                                                                               bool parquet);

}  // namespace explainee::files
