#include "explainee/moments/possible.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "explainee/base/tolerances.h"

namespace explainee::moments {
namespace {

constexpr double kMisfit = 1e-9;             ///< by which counts, weights and means may miss each other
constexpr Eigen::Index kColumnsAtOnce = 64;  ///< columns between two looks at the caller

/// Multiplications that reading a file may take to look at all columns together: of each fold, and of their sum.
constexpr double kQuickFolds = 2e7;
constexpr double kQuickSum = 4e8;

const std::string& column_name(const Moments& moments, Eigen::Index column) {
  return moments.columns[static_cast<std::size_t>(column)].name;
}

bool holds_zeros(const Fold& fold) {
  return fold.weight == 0 && fold.weight_squares == 0 && fold.mean.isZero(0) &&
         fold.scatter.triangularView<Eigen::Lower>().toDenseMatrix().isZero(0);
}

/// Σw² lies between (Σw)²/rows, where all weights are the same, and (Σw)², where one row has all.
bool counts_fit(const Fold& fold, bool weighted) {
  constexpr double kVanished = 1e-300;  // squares below it have lost their digits
  const auto rows = static_cast<double>(fold.rows);
  if (!(fold.weight > 0)) return false;
  const auto is_rows = [&](double sum) { return std::abs(sum - rows) <= kMisfit * rows; };
  if (!weighted && !(is_rows(fold.weight) && is_rows(fold.weight_squares))) return false;
  const double most = fold.weight * fold.weight;
  return fold.weight_squares <= most * (1 + kMisfit) + kVanished &&
         most <= rows * fold.weight_squares * (1 + kMisfit) + kVanished;
}

/// Deviations times √Σw; where squares left the range of double precision, the least that is within.
Eigen::VectorXd roots_of(const Fold& fold) {
  return fold.scatter.diagonal().cwiseMax(fold.weight * base::kSmallestVariance).cwiseSqrt();
}

/// A level is 0 or 1: its mean is a share, and its variance follows.
bool is_level(const Fold& fold, Eigen::Index i) {
  const double share = fold.mean[i];
  return share >= -kMisfit && share <= 1 + kMisfit &&
         std::abs(fold.scatter(i, i) - fold.weight * share * (1 - share)) <= kMisfit * fold.weight;
}

/// The mean of a product is the covariance of its sources plus the product of their means.
bool is_product(const Fold& fold, Eigen::Index product, Eigen::Index x, Eigen::Index y) {
  if (x < 0 || y < 0) return false;
  const auto size = [&](Eigen::Index i) {
    return std::hypot(std::sqrt(std::max(covariance_at(fold, i, i), base::kSmallestVariance)), fold.mean[i]);
  };
  const double wanted = covariance_at(fold, x, y) + fold.mean[x] * fold.mean[y];
  return std::abs(fold.mean[product] - wanted) <= kMisfit * size(x) * size(y);
}

/// Positions of what each column is a product of; −1 where it is none.
std::vector<std::pair<int, int>> product_sources(const Moments& moments) {
  std::map<std::string_view, int> numbers;
  for (std::size_t i = 0; i < moments.columns.size(); ++i) {
    if (moments.columns[i].kind == ColumnKind::kNumber) numbers.emplace(moments.columns[i].name, static_cast<int>(i));
  }
  std::vector<std::pair<int, int>> sources(moments.columns.size(), {-1, -1});
  for (std::size_t i = 0; i < moments.columns.size(); ++i) {
    const MomentColumn& column = moments.columns[i];
    if (column.kind != ColumnKind::kProduct) continue;
    const auto first = numbers.find(column.source);
    const auto second = numbers.find(column.second);
    if (first != numbers.end() && second != numbers.end()) sources[i] = {first->second, second->second};
  }
  return sources;
}

std::string wrong_by_itself(const Fold& fold, const MomentColumn& column, Eigen::Index i) {
  if (fold.scatter(i, i) < 0) return fmt::format("the sum of squares of '{}' is negative", column.name);
  if (column.kind != ColumnKind::kLevel || is_level(fold, i)) return "";
  return fmt::format("'{}' has a mean and a variance that no column of zeros and ones has", column.name);
}

std::string wrong_product(const Fold& fold, const Moments& moments) {
  const std::vector<std::pair<int, int>> sources = product_sources(moments);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const MomentColumn& column = moments.columns[i];
    if (column.kind != ColumnKind::kProduct) continue;
    if (is_product(fold, static_cast<Eigen::Index>(i), sources[i].first, sources[i].second)) continue;
    return fmt::format("the mean of '{}' is not that of a product of '{}' and '{}'", column.name, column.source,
                       column.second);
  }
  return "";
}

/// The first of the rows below that goes along with column j further than either varies; −1: none.
Eigen::Index beyond_both(const Fold& fold, const Eigen::VectorXd& roots, Eigen::Index j) {
  const Eigen::Index below = roots.size() - j - 1;
  const double most = roots[j] * (1 + kContradiction);
  if ((fold.scatter.col(j).tail(below).array().abs() <= most * roots.tail(below).array()).all()) return -1;
  Eigen::Index i = j + 1;
  while (std::abs(fold.scatter(i, j)) <= most * roots[i]) ++i;
  return i;
}

/// The first column whose pivot is not positive. Only for matrices that have one.
Eigen::Index first_bad_pivot(Eigen::MatrixXd& matrix) {
  for (Eigen::Index j = 0; j < matrix.rows(); ++j) {
    if (!(matrix(j, j) > 0)) return j;
    const Eigen::Index below = matrix.rows() - j - 1;
    const Eigen::VectorXd column = matrix.col(j).tail(below) / std::sqrt(matrix(j, j));
    matrix.bottomRightCorner(below, below).selfadjointView<Eigen::Lower>().rankUpdate(column, -1);
  }
  return matrix.rows() - 1;
}

Eigen::MatrixXd loosened_correlations(const Fold& fold) {
  const Eigen::VectorXd inverse = roots_of(fold).cwiseInverse();
  Eigen::MatrixXd matrix = inverse.asDiagonal() * fold.scatter * inverse.asDiagonal();
  matrix.diagonal().setConstant(1 + kContradiction);
  return matrix;
}

base::Error no_such_table(const std::string& where, const std::string& why) {
  return {base::ErrorCode::kDamagedMoments,
          base::say("no table has such moments: {}; make it again with {}", why, base::command("moments")), where};
}

}  // namespace

std::string contradiction(const Fold& fold, const Moments& moments, const base::Control& control) {
  if (fold.rows == 0) return holds_zeros(fold) ? "" : "a fold without rows has weight or numbers";
  if (!counts_fit(fold, moments.weighted)) return "its rows and weights do not fit each other";
  for (std::size_t j = 0; j < moments.columns.size(); ++j) {
    std::string why = wrong_by_itself(fold, moments.columns[j], static_cast<Eigen::Index>(j));
    if (!why.empty()) return why;
  }
  const Eigen::VectorXd roots = roots_of(fold);
  for (Eigen::Index j = 0; j < roots.size(); ++j) {
    if (j % kColumnsAtOnce == 0 && control.cancelled()) return "";
    const Eigen::Index other = beyond_both(fold, roots, j);
    if (other < 0) continue;
    return fmt::format("the covariance of '{}' and '{}' is beyond both their variances", column_name(moments, j),
                       column_name(moments, other));
  }
  return wrong_product(fold, moments);
}

std::string contradiction_of_all(const Fold& fold, const Moments& moments) {
  if (fold.rows == 0 || fold.mean.size() < 3) return "";
  Eigen::MatrixXd matrix = loosened_correlations(fold);
  const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> factors(matrix);
  if (factors.info() == Eigen::Success) return "";
  matrix = loosened_correlations(fold);
  return fmt::format("the covariances of '{}' with other columns contradict theirs",
                     column_name(moments, first_bad_pivot(matrix)));
}

base::Result<void> check_possible(const Moments& moments, const std::string& where, const base::Control& control) {
  for (const Fold& fold : moments.folds) {
    if (control.cancelled()) return base::interrupted();
    if (const std::string why = contradiction(fold, moments, control); !why.empty()) return no_such_table(where, why);
  }
  const auto n = static_cast<double>(moments.columns.size());
  const double each = n * n * n / 3;
  const bool folds_too = each * static_cast<double>(moments.folds.size()) <= kQuickFolds;
  std::vector<Fold> sum;
  if (!folds_too && each <= kQuickSum) sum.push_back(sum_folds(moments.folds));
  for (const Fold& fold : folds_too ? moments.folds : sum) {
    if (control.cancelled()) return base::interrupted();
    if (const std::string why = contradiction_of_all(fold, moments); !why.empty()) return no_such_table(where, why);
  }
  if (control.cancelled()) return base::interrupted();
  return {};
}

}  // namespace explainee::moments
