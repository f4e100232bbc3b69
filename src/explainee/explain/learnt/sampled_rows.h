// explainee/explain/learnt/sampled_rows.h: held rows as the learner takes them: some of them, whole groups, dealt to
// folds.
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <span>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/explain/shapes/held_rows.h"
#include "explainee/information/learner/cross_prediction.h"

namespace explainee::explain {

/// Which rows.
struct SampleRules {
  std::size_t most_rows = 2000;
  int folds = 4;
  std::uint64_t seed = 0;
};

/// A seeded choice of held rows in folds. The held rows must outlive it.
class SampledRows {
 public:
  SampledRows(const HeldRows& held, const SampleRules& rules);

  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  [[nodiscard]] const std::vector<Eigen::Index>& rows() const { return rows_; }
  [[nodiscard]] std::span<const double> weights() const { return weights_; }
  /// Values of all held rows at these.
  [[nodiscard]] std::vector<double> at(std::span<const double> values) const;
  /// The folds; classes, where there are any, are dealt evenly by `target`.
  [[nodiscard]] std::vector<int> deal(const information::LearnerTarget& target) const;
  [[nodiscard]] information::LearnerFolds folds(std::span<const int> of_row) const {
    return {of_row, rules_.folds, blocks_};
  }

 private:
  SampleRules rules_;
  std::vector<Eigen::Index> rows_;
  std::vector<int> blocks_;
  std::vector<double> weights_;
};

}  // namespace explainee::explain
