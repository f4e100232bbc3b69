// explainee/files/arrow/ipc_table.h: one Arrow IPC file (also called Feather 2), in file or stream format.
#pragma once

#include <memory>
#include <vector>

#include "explainee/data/table_source.h"
#include "explainee/files/bytes/input_file.h"
#include "explainee/files/read_options.h"

namespace explainee::files {

/// Opens an Arrow IPC file. Where it is mapped, what is not compressed is not copied, however large its batches are;
/// where it is read, one of its batches is held at a time.
[[nodiscard]] base::Result<std::unique_ptr<data::TableSource>> open_ipc(
    std::shared_ptr<const InputFile> file, bool stream_format, const ReadOptions& options,
    const std::vector<data::Column>* like = nullptr);

}  // namespace explainee::files
