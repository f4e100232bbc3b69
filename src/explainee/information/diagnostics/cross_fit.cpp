#include "explainee/information/diagnostics/cross_fit.h"

#include <utility>

#include "explainee/base/random.h"
#include "explainee/base/tolerances.h"

namespace explainee::information {
namespace {

constexpr Eigen::Index kFolds = 5;
/// Squares and products are tried where so many rows are there for each column.
constexpr Eigen::Index kRowsPerColumn = 10;

/// 1, the columns, and with `products` all their products and squares.
Eigen::MatrixXd terms_of(const Eigen::MatrixXd& columns, bool products) {
  const Eigen::Index p = columns.cols();
  Eigen::MatrixXd terms(columns.rows(), 1 + p + (products ? p * (p + 1) / 2 : 0));
  terms.col(0).setOnes();
  terms.middleCols(1, p) = columns;
  Eigen::Index at = 1 + p;
  for (Eigen::Index i = 0; products && i < p; ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) terms.col(at++) = columns.col(i).cwiseProduct(columns.col(j));
  }
  return terms;
}

/// Which fold each row is in: rows that stand together in the table need not be alike in it.
std::vector<Eigen::Index> folds_of(Eigen::Index rows) {
  std::vector<Eigen::Index> folds;
  for (Eigen::Index i = 0; i < rows; ++i)
    folds.push_back(static_cast<Eigen::Index>(base::mix64(static_cast<std::uint64_t>(i)) % std::uint64_t{kFolds}));
  return folds;
}

Eigen::MatrixXd cross_fitted(const Eigen::MatrixXd& terms, const Eigen::MatrixXd& targets) {
  const std::vector<Eigen::Index> folds = folds_of(terms.rows());
  Eigen::MatrixXd fitted(targets.rows(), targets.cols());
  for (Eigen::Index fold = 0; fold < kFolds; ++fold) {
    std::vector<Eigen::Index> inside;
    std::vector<Eigen::Index> outside;
    for (Eigen::Index i = 0; i < terms.rows(); ++i)
      (folds[static_cast<std::size_t>(i)] == fold ? inside : outside).push_back(i);
    const Eigen::MatrixXd seen = terms(outside, Eigen::all);
    Eigen::MatrixXd gram = seen.transpose() * seen;
    // A column that others determine gets a weight that does no harm.
    gram.diagonal().array() += base::kHarmlessRidge * static_cast<double>(outside.size());
    const Eigen::MatrixXd weights = gram.ldlt().solve(seen.transpose() * targets(outside, Eigen::all));
    fitted(inside, Eigen::all) = terms(inside, Eigen::all) * weights;
  }
  return fitted;
}

}  // namespace

SampleColumns cross_fitted_predictions(const Sample& sample) {
  const Eigen::MatrixXd targets = normal_scores(sample.prediction);
  Eigen::MatrixXd columns(sample.rows(), sample.facts.values.cols() + sample.known.values.cols());
  columns << normal_scores(sample.facts), normal_scores(sample.known);
  Eigen::MatrixXd best = cross_fitted(terms_of(columns, false), targets);
  const Eigen::Index p = columns.cols();
  if ((1 + p + p * (p + 1) / 2) * kRowsPerColumn <= sample.rows()) {
    Eigen::MatrixXd bent = cross_fitted(terms_of(columns, true), targets);
    if ((bent - targets).squaredNorm() < (best - targets).squaredNorm()) best = std::move(bent);
  }
  return {std::move(best), sample.prediction.names};
}

}  // namespace explainee::information
