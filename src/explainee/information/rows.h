// explainee/information/rows.h: the rows behind the moments, for what cannot be had from moments.
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <functional>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"

namespace explainee::information {

/// Takes a block of rows × moment columns (measured from the shifts), their weights, and their numbers in the table;
/// false: no more are wanted.
using RowVisitor = std::function<bool(const Eigen::Ref<const Eigen::MatrixXd>& rows, const Eigen::VectorXd& weights,
                                      const std::vector<std::int64_t>& numbers)>;

/// The rows that the moments were made of. Blocks are the same in every pass, so that sums over them are too.
class Rows {
 public:
  virtual ~Rows() = default;

  /// One pass over all rows, in order; kInterrupted when stopped.
  [[nodiscard]] virtual base::Result<void> visit(const base::Control& control, const RowVisitor& visitor) = 0;

  /// Which rows hang together: for each row, in the order of visit(), the number of its block, from 0 on; empty: none
  /// do. One pass; kInterrupted when stopped.
  [[nodiscard]] virtual base::Result<std::vector<int>> blocks(const base::Control& /*control*/) {
    return std::vector<int>();
  }
};

}  // namespace explainee::information
