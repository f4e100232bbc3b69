// explainee/information/fine/fine_moments.h: covariances of some columns in 32 digits, summed from the rows.
#pragma once

#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/information/fine/fine_factor.h"
#include "explainee/information/rows.h"
#include "explainee/moments/moments.h"

namespace explainee::information {

/// Covariances of some moment columns with others; one pass over the rows.
[[nodiscard]] base::Result<FineMatrix> fine_covariance(Rows& rows, const std::vector<int>& some,
                                                       const std::vector<int>& others, const base::Control& control);

/// Covariances among the moment columns that were asked for so far.
class FineMoments {
 public:
  /// Makes sure that these columns are among them: a pass over the rows where they are not.
  [[nodiscard]] base::Result<void> read(Rows& rows, const std::vector<int>& columns, const base::Control& control);
  /// Whether they are.
  [[nodiscard]] bool has(const std::vector<int>& columns) const;
  /// Of two moment columns that were read.
  [[nodiscard]] const base::DoubleDouble& at(int i, int j) const;

 private:
  [[nodiscard]] Eigen::Index place(int column) const;

  std::vector<int> columns_;  ///< increasing
  FineMatrix covariance_;
};

}  // namespace explainee::information
