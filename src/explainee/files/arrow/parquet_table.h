// explainee/files/arrow/parquet_table.h: one Parquet file, its wanted columns decoded side by side and ahead of the
// reader.
#pragma once

#include <memory>
#include <vector>

#include "explainee/data/table_source.h"
#include "explainee/files/bytes/input_file.h"
#include "explainee/files/read_options.h"

namespace explainee::files {

/// Opens a Parquet file; memory depends on the size of its pages and of a batch, not on its rows. `like`: columns of an
/// earlier file of the same table, whose types a column that holds only nulls takes over.
[[nodiscard]] base::Result<std::unique_ptr<data::TableSource>> open_parquet(
    std::shared_ptr<const InputFile> file, const ReadOptions& options, const std::vector<data::Column>* like = nullptr);

}  // namespace explainee::files
