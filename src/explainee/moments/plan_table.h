// explainee/moments/plan_table.h: which columns of a table are kept in its moments, as a caller asks for them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/base/option.h"
#include "explainee/data/table_source.h"
#include "explainee/moments/join_folds.h"
#include "explainee/moments/plan.h"

namespace explainee::moments {

/// What a caller may ask of the moments of a table. Names may be globs or ranges.
struct PlanOptions {
  std::vector<std::string> features;
  std::vector<std::string> exclude;
  std::vector<std::string> products;
  std::string weight;
  std::string block;
  std::string missing = "error";
  std::optional<int> folds;
  int rows_per_fold = kRowsPerFold;  ///< for whoever writes them: accumulate() keeps the folds that it is asked for
  std::int64_t seed = 0;
  std::int64_t first_row = 0;
  int threads = 0;
};

/// Records of these options.
[[nodiscard]] const std::vector<base::Option<PlanOptions>>& plan_options();

/// The plan, and what the caller should know about it.
struct PlannedTable {
  Plan plan;
  std::vector<std::string> all_different;  ///< text columns that are kept though every row has its own text
  std::vector<std::string> left_out;       ///< text columns with more than kMostLevels different texts
};

/// Columns that are kept: those named, else all. No rule sets columns aside; explain() does that later. One pass over
/// the text columns.
[[nodiscard]] base::Result<PlannedTable> plan_table(data::TableSource& table, const PlanOptions& options,
                                                    const base::Control& control);

}  // namespace explainee::moments
