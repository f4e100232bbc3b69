#include "explainee/moments/extend.h"

namespace explainee::moments {

void append_affine_column(Moments& moments, const std::string& name, const Eigen::VectorXd& weights, double constant) {
  double shift = constant;
  for (Eigen::Index i = 0; i < weights.size(); ++i) {
    shift += weights[i] * moments.columns[static_cast<std::size_t>(i)].shift;
  }
  moments.columns.push_back({ColumnKind::kNumber, name, name, "", "", -1, shift});
  for (Fold& fold : moments.folds) {
    const Eigen::Index n = fold.mean.size();
    const Eigen::VectorXd cross = fold.scatter.selfadjointView<Eigen::Lower>() * weights;
    fold.mean.conservativeResize(n + 1);
    fold.mean[n] = weights.dot(fold.mean.head(n));
    fold.scatter.conservativeResize(n + 1, n + 1);
    fold.scatter.col(n).setZero();
    fold.scatter.row(n).head(n) = cross.transpose();
    fold.scatter(n, n) = weights.dot(cross);
  }
}

}  // namespace explainee::moments
