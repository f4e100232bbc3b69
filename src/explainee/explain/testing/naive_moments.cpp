#include "explainee/explain/testing/naive_moments.h"

#include "explainee/base/random.h"

namespace explainee::explain::testing {

Eigen::MatrixXd normal_cells(Eigen::Index rows, Eigen::Index columns, std::uint64_t seed) {
  base::Random random(seed);
  Eigen::MatrixXd cells(rows, columns);
  for (double& cell : cells.reshaped()) cell = random.normal();
  return cells;
}

moments::Fold fold_of(const Eigen::MatrixXd& rows, const Eigen::VectorXd& weights, std::size_t first,
                      std::size_t step) {
  moments::Fold fold = moments::empty_fold(static_cast<int>(rows.cols()));
  const auto weight_of = [&](Eigen::Index i) { return weights.size() > 0 ? weights[i] : 1.0; };
  const auto from = static_cast<Eigen::Index>(first);
  const auto by = static_cast<Eigen::Index>(step);
  for (Eigen::Index i = from; i < rows.rows(); i += by) {
    ++fold.rows;
    fold.weight += weight_of(i);
    fold.weight_squares += weight_of(i) * weight_of(i);
    fold.mean += weight_of(i) * rows.row(i).transpose();
  }
  fold.mean /= fold.weight;
  for (Eigen::Index i = from; i < rows.rows(); i += by) {
    const Eigen::VectorXd apart = rows.row(i).transpose() - fold.mean;
    fold.scatter += weight_of(i) * apart * apart.transpose();
  }
  return fold;
}

std::vector<moments::Fold> folds_of(const Eigen::MatrixXd& rows, std::size_t folds) {
  std::vector<moments::Fold> all;
  for (std::size_t fold = 0; fold < folds; ++fold) all.push_back(fold_of(rows, {}, fold, folds));
  return all;
}

Eigen::MatrixXd repeated(const Eigen::MatrixXd& rows, const Eigen::VectorXd& weights) {
  std::vector<Eigen::Index> which;
  for (Eigen::Index i = 0; i < rows.rows(); ++i) which.insert(which.end(), static_cast<std::size_t>(weights[i]), i);
  return rows(which, Eigen::all);
}

}  // namespace explainee::explain::testing
