// explainee/data/table_sink.h: where rows are written, batch by batch; the file appears only when all went well.
#pragma once

#include <span>

#include "explainee/base/errors/result.h"
#include "explainee/data/table_source.h"

namespace explainee::data {

/// Receives batches of a fixed list of columns. Destroyed before finish(), it leaves no file behind.
class TableSink {
 public:
  virtual ~TableSink() = default;

  /// Appends rows; `columns` in the order the sink was opened with, all of one length.
  [[nodiscard]] virtual base::Result<void> write(std::span<const ColumnView> columns) = 0;

  /// Completes the file under its final name.
  [[nodiscard]] virtual base::Result<void> finish() = 0;
};

}  // namespace explainee::data
