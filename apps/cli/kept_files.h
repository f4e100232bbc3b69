// apps/cli/kept_files.h: the files that an explainer leaves: itself, and the rows it explains.
#pragma once

#include <string>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/data/dataset/dataset.h"
#include "explainee/explain/explanation.h"
#include "explainee/explain/rows/explain_rows.h"
#include "output_options.h"

namespace explainee::cli {

/// Whether -o and --all-rows can be had, before anything is searched. Without rows there are only moments.
[[nodiscard]] base::Result<void> check_kept(const OutputOptions& output, bool has_rows,
                                            const request::Request& request);

/// Writes what -o and --all-rows ask for; both files appear or neither.
[[nodiscard]] base::Result<void> write_kept(const explain::Explanation& explanation, const data::Dataset* table,
                                            const OutputOptions& output, const base::Control& control);

/// Explains every row; writes them to `path` where it is not empty. `raw`: texts of CSV as they are; `id`: the column
/// that names rows, as id_column() has it.
[[nodiscard]] base::Result<explain::RowsSummary> write_all_rows(const explain::Explainer& explainer,
                                                                data::TableSource& table, const std::string& path,
                                                                bool raw, const base::Control& control,
                                                                const std::string& id);

}  // namespace explainee::cli
