// explainee/explain/supported/learner_rows.h: held rows as the learner takes them: what is known, and every candidate
// as it stands in the table.
#pragma once

#include <optional>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/explain/shapes/reading.h"
#include "explainee/information/learner/cross_prediction.h"

namespace explainee::explain {

/// Columns of the learner, and rows dealt to the parts of the competition.
class LearnerRows {
 public:
  /// `parts`: lists of folds; at most so many rows take part, whole groups.
  LearnerRows(const DealtRows& dealt, const std::vector<Folds>& parts, std::size_t most_rows);

  /// Deals the same rows to as many parts anew: who chose by one deal is not judged by it.
  void deal_again(std::uint64_t seed);

  /// Losses of held-out rows, in the order of the dealt rows, predicted from what is known and these candidates: summed
  /// over targets in units of `scale`; of classes in nats.
  [[nodiscard]] base::Result<Eigen::VectorXd> losses(const std::vector<int>& candidates, std::uint64_t seed,
                                                     const base::Control& control) const;

  /// Candidates that the learner adds one after another.
  [[nodiscard]] base::Result<std::vector<int>> forward(const std::vector<int>& among, int count, std::uint64_t seed,
                                                       const base::Control& control) const;

  /// Whether a row, by its place among the dealt ones, takes part.
  [[nodiscard]] bool takes_part(Eigen::Index row) const { return fold_[static_cast<std::size_t>(row)] >= 0; }
  [[nodiscard]] bool one_target() const { return targets_.size() == 1; }

 private:
  [[nodiscard]] information::LearnerFolds folds() const { return {fold_, parts_, groups_}; }
  /// The prediction of a row of which nothing is known, for every row.
  [[nodiscard]] std::vector<double> shares(const std::vector<double>& values) const;
  [[nodiscard]] std::vector<int> columns_with(const std::vector<int>& candidates) const;

  int known_ = 0;  // columns that are known come first
  std::vector<std::vector<double>> cells_;
  std::optional<information::BinnedColumns> table_;
  std::vector<std::vector<double>> targets_;  // class codes where there are classes
  int classes_ = 0;
  std::vector<double> weights_;
  std::vector<int> fold_;
  std::vector<int> groups_;
  int parts_ = 0;
};

}  // namespace explainee::explain
