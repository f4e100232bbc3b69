// explainee/explain/rows/like_gathered.h: rows of another table as columns of the moments that were gathered.
#pragma once

#include <Eigen/Dense>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/explain/gather/gathered.h"

namespace explainee::explain {

/// Rows × moment columns, measured from the shifts, with expressions and what families made computed anew. `table` has
/// the columns of the table that was gathered, in their order. Rows with a missing or infinite cell in a column that
/// takes part are left out.
[[nodiscard]] base::Result<Eigen::MatrixXd> like_gathered(const Gathered& gathered, data::TableSource& table,
                                                          const base::Control& control);

}  // namespace explainee::explain
