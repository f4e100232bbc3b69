// explainee/explain/kept/kept_table.h: a table as an explainer needs it: its columns found by name, derived ones
// computed.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "explainee/base/errors/result.h"
#include "explainee/data/extended_table.h"
#include "explainee/explain/kept/explainer.h"
#include "explainee/moments/plan.h"

namespace explainee::explain {

/// The table with all derived columns, and the plan that gives the explainer's columns in their order.
struct KeptTable {
  data::TableSource* table = nullptr;
  moments::Plan plan;
  std::vector<double> shifts;
  std::unique_ptr<data::ExtendedTable> derived;
  std::unique_ptr<data::ExtendedTable> made;
};

/// The explainer's column of ids, or `own` where that is not empty; empty where the table lacks it.
[[nodiscard]] std::string id_column(const Explainer& explainer, std::span<const data::Column> columns,
                                    const std::string& own = "");

/// Fails with kUnknownColumn or kUnfitColumn when a column is missing or holds something else. `source` must outlive
/// the result.
[[nodiscard]] base::Result<KeptTable> open_kept(const Explainer& explainer, data::TableSource& source);

}  // namespace explainee::explain
