#include "image/image_models.h"

#include "explainee/search/lasso/lasso.h"

namespace explainee::cli {

Eigen::VectorXd predict_least_squares(const Eigen::MatrixXd& features, const Eigen::VectorXd& target) {
  const Eigen::Index n = features.cols();
  const Eigen::RowVectorXd mean = features.colwise().mean();
  Eigen::MatrixXd joined(features.rows(), n + 1);
  joined.leftCols(n) = features.rowwise() - mean;
  joined.col(n) = target.array() - target.mean();
  // A blocked QR makes the rows few; pivoting on the small triangle then finds dependent columns.
  const Eigen::HouseholderQR<Eigen::MatrixXd> tall(joined);
  const Eigen::MatrixXd triangle = tall.matrixQR().topRows(n).triangularView<Eigen::Upper>();
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> small(triangle.leftCols(n));
  const Eigen::VectorXd beta = small.solve(triangle.col(n));
  return (joined.leftCols(n) * beta).array() + target.mean();
}

Eigen::VectorXd predict_lasso(const Eigen::MatrixXd& features, const Eigen::VectorXd& target, double alpha) {
  const Eigen::Index n = features.cols();
  const auto rows = static_cast<double>(features.rows());
  const Eigen::MatrixXd centred = features.rowwise() - features.colwise().mean();
  const Eigen::VectorXd response = target.array() - target.mean();
  search::Problem problem;
  problem.gram = centred.transpose() * centred / rows;
  problem.cross = centred.transpose() * response / rows;
  problem.target = Eigen::MatrixXd::Constant(1, 1, response.squaredNorm() / rows);
  problem.column_scale = problem.gram.diagonal();
  problem.target_scale = problem.target.diagonal();
  for (int j = 0; j < static_cast<int>(n); ++j) problem.candidates.push_back({j, 1});
  const search::LassoSolution lasso = search::lasso_at(problem, Eigen::VectorXd::Ones(n), alpha);
  Eigen::VectorXd prediction = Eigen::VectorXd::Constant(features.rows(), target.mean());
  for (const int j : lasso.set) prediction += lasso.beta[j] * centred.col(j);
  return prediction;
}

}  // namespace explainee::cli
