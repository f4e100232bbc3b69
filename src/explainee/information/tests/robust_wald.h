// explainee/information/tests/robust_wald.h: does a set that was named beforehand tell anything? A test that holds
// under unequal variances, heavy tails and rows that hang together.
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/information/situation.h"

namespace explainee::information {

/// With fewer blocks the test of rows that hang together is rough.
inline constexpr int kFewestBlocks = 30;

/// Sums of scores w·x̃·r over groups of rows: x̃ the facts' columns and r the predictions, both less what follows from u;
/// r is divided by √(1 − leverage). Groups are blocks, or runs of rows where there are more rows than groups.
class ScoreSums {
 public:
  /// `blocks`: the block of each row in the order of the passes, from 0 on; empty: rows are independent.
  ScoreSums(const Situation& situation, std::span<const FactColumns> facts, const moments::Fold& total,
            std::vector<int> blocks);

  /// The next rows of a pass.
  void add(const Eigen::Ref<const Eigen::MatrixXd>& rows, const Eigen::VectorXd& weights);

  /// Groups × (columns of the facts that u leaves open × predictions).
  [[nodiscard]] const Eigen::MatrixXd& sums() const { return sums_; }
  /// How many blocks there are; none: rows are independent.
  [[nodiscard]] std::optional<int> blocks() const;

 private:
  [[nodiscard]] Eigen::Index group_of_next_row();

  std::vector<int> blocks_;
  int block_count_ = 0;
  std::int64_t rows_ = 0;    // of the table
  std::int64_t row_ = 0;     // the next one
  std::vector<int> used_;    // moment columns
  Eigen::RowVectorXd mean_;  // of these
  Eigen::MatrixXd known_;    // used columns × rank of u: uncorrelated, of unit variance
  Eigen::MatrixXd open_;     // used columns × (facts, predictions), less what follows from u
  Eigen::Index facts_ = 0;   // columns of the facts among them
  double weight_ = 0;
  Eigen::MatrixXd sums_;
};

/// p of the Wald form W = (Σ_g S_g)ᵀ (Σ_g S_g S_gᵀ)⁺ (Σ_g S_g), by flipping the signs of groups; below what that many
/// flips can tell, by Hotelling's law of W. None when there are not more groups than columns.
[[nodiscard]] base::Result<std::optional<double>> robust_p_value(const ScoreSums& scores, std::uint64_t seed,
                                                                 const base::Control& control);

}  // namespace explainee::information
