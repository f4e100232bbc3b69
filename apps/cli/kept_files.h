// apps/cli/kept_files.h: the files that an explainer leaves: itself, and the rows it explains.
#pragma once

#include <string>

#include "explainee/base/control.h"
#include "explainee/base/result.h"
#include "explainee/explain/explain_rows.h"

namespace explainee::cli {

/// Explains every row; writes them to `path` where it is not empty.
[[nodiscard]] base::Result<explain::RowsSummary> write_all_rows(const explain::Explainer& explainer,
                                                                data::TableSource& table, const std::string& path,
                                                                const base::Control& control);

}  // namespace explainee::cli
