// explainee/files/arrow/arrow_schema.h: the columns that an Arrow schema offers us.
#pragma once

#include <arrow/type_fwd.h>

#include <span>
#include <string>
#include <vector>

#include "explainee/base/errors/result.h"
#include "explainee/data/table_source.h"
#include "explainee/files/read_options.h"

namespace explainee::files {

/// Columns as read; one that cannot be read says so.
struct ArrowSchema {
  std::vector<data::Column> columns;

  /// Checks that all wanted columns can be read.
  [[nodiscard]] base::Result<void> check_wanted(std::span<const std::size_t> wanted, const std::string& file) const;
};

/// Names checked, types decided, options respected. A column that cannot be read is listed as text; one that holds
/// only nulls is as in `like`, the columns of an earlier file, or else numbers.
[[nodiscard]] base::Result<ArrowSchema> read_schema(const arrow::Schema& schema, const ReadOptions& options,
                                                    const std::string& file, const std::vector<data::Column>* like);

}  // namespace explainee::files
