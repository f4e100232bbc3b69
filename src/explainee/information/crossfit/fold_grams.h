// explainee/information/crossfit/fold_grams.h: second moments of some variables within each fold of rows.
#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <span>
#include <vector>

namespace explainee::information {

/// Some of several folds, by number.
using Folds = std::vector<std::size_t>;

/// Rows that lie fold by fold: fold k is the rows [ends[k − 1], ends[k]).
struct FoldRows {
  std::vector<Eigen::Index> ends;
  Eigen::VectorXd weights;  ///< of the rows

  [[nodiscard]] std::size_t folds() const { return ends.size(); }
  [[nodiscard]] Eigen::Index begin(std::size_t fold) const { return fold == 0 ? 0 : ends[fold - 1]; }
  [[nodiscard]] Eigen::Index size(std::size_t fold) const { return ends[fold] - begin(fold); }
  [[nodiscard]] Eigen::Index rows() const { return ends.empty() ? 0 : ends.back(); }
  /// Sum of the weights of a fold.
  [[nodiscard]] double weight(std::size_t fold) const { return weights.segment(begin(fold), size(fold)).sum(); }
};

/// Σ w·a·bᵀ over the rows of each fold, a of `left` (rows × p) and b of `right` (rows × q).
[[nodiscard]] std::vector<Eigen::MatrixXd> fold_products(const FoldRows& rows,
                                                         const Eigen::Ref<const Eigen::MatrixXd>& left,
                                                         const Eigen::Ref<const Eigen::MatrixXd>& right);

}  // namespace explainee::information
