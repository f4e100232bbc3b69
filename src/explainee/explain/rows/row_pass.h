// explainee/explain/rows/row_pass.h: the second look at the rows: who is helped, one row taken apart, how rare its gap
// is.
#pragma once

#include <functional>
#include <optional>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/explain/explanation.h"
#include "explainee/explain/gather/gathered.h"
#include "explainee/explain/rows/row_model.h"

namespace explainee::explain {

/// Rows that are looked at together. Fixed, so that sums do not depend on where a batch ends.
inline constexpr std::size_t kBlockRows = 4096;

/// Calls `visit` with rows × moment columns (measured from the shifts), the weights, and the rows' numbers
/// in the table; blocks hold the rows that were used for the moments. Stops early when `visit` returns false.
using RowVisitor = std::function<bool(const Eigen::Ref<const Eigen::MatrixXd>& rows, const Eigen::VectorXd& weights,
                                      const std::vector<std::int64_t>& numbers)>;
[[nodiscard]] base::Result<void> visit_rows(Gathered& gathered, const base::Control& control, const RowVisitor& visit);

/// Sums over all rows.
struct RowSums {
  double weight = 0;
  Eigen::VectorXd helped;         ///< weight of the rows that the facts bring closer, per prediction
  Eigen::VectorXd as_far_before;  ///< weight of rows whose gap is at least the given row's
  Eigen::VectorXd as_far_after;
  double surprise_removed_nats = 0;  ///< weighted sum
  Eigen::VectorXd low;               ///< least value of every moment column, from its shift; when asked for
  Eigen::VectorXd high;              ///< and the largest
};

/// One pass. `row`: residuals of the row whose rarity is asked for, or null. `ranges`: low and high too.
[[nodiscard]] base::Result<RowSums> sum_rows(Gathered& gathered, const RowModel& model, const Residuals* row,
                                             bool ranges, const base::Control& control);

/// The exact decomposition of row `number`; kBadOption when the table has no such row.
struct RowParts {
  RowExplanation row;
  Residuals residuals;
};
[[nodiscard]] base::Result<RowParts> explain_row(Gathered& gathered, const Setting& setting, const Fit& fit,
                                                 const RowModel& model, const search::Set& set, std::int64_t number,
                                                 const base::Control& control);

}  // namespace explainee::explain
