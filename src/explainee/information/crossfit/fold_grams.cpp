#include "explainee/information/crossfit/fold_grams.h"

namespace explainee::information {

std::vector<Eigen::MatrixXd> fold_products(const FoldRows& rows, const Eigen::Ref<const Eigen::MatrixXd>& left,
                                           const Eigen::Ref<const Eigen::MatrixXd>& right) {
  std::vector<Eigen::MatrixXd> products;
  products.reserve(rows.folds());
  for (std::size_t fold = 0; fold < rows.folds(); ++fold) {
    const Eigen::Index from = rows.begin(fold);
    const Eigen::Index count = rows.size(fold);
    const auto weights = rows.weights.segment(from, count);
    products.emplace_back((left.middleRows(from, count).array().colwise() * weights.array()).matrix().transpose() *
                          right.middleRows(from, count));
  }
  return products;
}

}  // namespace explainee::information
