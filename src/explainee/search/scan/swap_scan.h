// explainee/search/scan/swap_scan.h: the best replacement of every column of a set from one scan (search §1).
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "explainee/search/problem/problem.h"

namespace explainee::search {

/// A set without `out` and with `in` (−1: nothing can be added), and what it leaves of the prediction.
struct Swap {
  int out = -1;
  int in = -1;
  double residual = 0;  ///< f, an estimate
};

/// One prediction, one-column candidates: what a set leaves of the other columns and of the prediction. Estimates: what
/// is found is assessed by the pool.
class SwapScan {
 public:
  /// O(n s²); `set` may be empty.
  SwapScan(const Problem& problem, const std::vector<int>& set);

  /// False when the set's columns determine one another.
  [[nodiscard]] bool sound() const { return sound_; }
  /// f of the set itself.
  [[nodiscard]] double residual() const { return residual_; }
  /// n: variance of each column given the set.
  [[nodiscard]] const Eigen::VectorXd& variance() const { return variance_; }
  /// True when the set and column j beside it leave more than `most` of the prediction, by so much that no rounding of
  /// any way to compute it matters.
  [[nodiscard]] bool clearly_leaves(int j, double most) const;
  /// The best column to add among those allowed (n flags); out is −1.
  [[nodiscard]] Swap best_addition(const std::vector<char>& allowed) const;
  /// The best swap of the k-th column of the set.
  [[nodiscard]] Swap best_swap(std::size_t k, const std::vector<char>& allowed) const;

 private:
  const Problem* problem_;
  std::vector<int> set_;
  bool sound_ = true;
  double residual_ = 0;
  Eigen::VectorXd cross_;      ///< n: r
  Eigen::VectorXd variance_;   ///< n: g
  Eigen::MatrixXd weights_;    ///< n×s: Uᵀ
  Eigen::VectorXd beta_;       ///< s
  Eigen::VectorXd precision_;  ///< s: C_ii
};

}  // namespace explainee::search
