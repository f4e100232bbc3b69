#include "explainee/moments/moments.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "explainee/base/tolerances.h"

namespace explainee::moments {
namespace {

constexpr Eigen::Index kPoll = 64;  ///< columns between two looks at the caller

}  // namespace

std::int64_t Moments::rows() const {
  std::int64_t total = 0;
  for (const Fold& fold : folds) total += fold.rows;
  return total;
}

int Moments::find(const std::string& name, ColumnKind kind) const {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].kind == kind && columns[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

int Moments::find_product(const std::string& first, const std::string& second) const {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].kind != ColumnKind::kProduct) continue;
    const bool same = columns[i].source == first && columns[i].second == second;
    const bool turned = columns[i].source == second && columns[i].second == first;
    if (same || turned) return static_cast<int>(i);
  }
  return -1;
}

int Moments::find(const std::string& name) const {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

Fold empty_fold(int columns) {
  Fold fold;
  fold.mean = Eigen::VectorXd::Zero(columns);
  fold.scatter = Eigen::MatrixXd::Zero(columns, columns);
  return fold;
}

Eigen::VectorXd mean_distance(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  Eigen::VectorXd distance = a - b;
  for (Eigen::Index i = 0; i < distance.size(); ++i) {
    if (std::abs(distance[i]) <= base::kSameMean * std::max(std::abs(a[i]), std::abs(b[i]))) distance[i] = 0;
  }
  return distance;
}

void add_fold(Fold& sum, const Fold& part) {
  if (part.weight == 0) {
    sum.rows += part.rows;
    return;
  }
  const double total = sum.weight + part.weight;
  const Eigen::VectorXd delta = sum.weight > 0 ? mean_distance(part.mean, sum.mean) : part.mean;
  const double factor = sum.weight / total * part.weight;
  const Eigen::Index n = delta.size();
  for (Eigen::Index j = 0; j < n; ++j) {
    const double scaled = delta[j] * factor;
    sum.scatter.col(j).tail(n - j) += part.scatter.col(j).tail(n - j) + scaled * delta.tail(n - j);
  }
  sum.mean += delta * (part.weight / total);
  sum.rows += part.rows;
  sum.weight = total;
  sum.weight_squares += part.weight_squares;
}

Fold sum_folds(std::span<const Fold> folds, const std::vector<bool>& keep) {
  Fold sum = empty_fold(folds.empty() ? 0 : static_cast<int>(folds.front().mean.size()));
  for (std::size_t i = 0; i < folds.size(); ++i) {
    if (keep.empty() || keep[i]) add_fold(sum, folds[i]);
  }
  return sum;
}

Fold select_columns(const Fold& fold, std::span<const int> columns) {
  const auto n = static_cast<Eigen::Index>(columns.size());
  Fold result = empty_fold(static_cast<int>(n));
  result.rows = fold.rows;
  result.weight = fold.weight;
  result.weight_squares = fold.weight_squares;
  for (Eigen::Index i = 0; i < n; ++i) {
    const int a = columns[static_cast<std::size_t>(i)];
    result.mean[i] = fold.mean[a];
    for (Eigen::Index j = 0; j <= i; ++j) {
      const int b = columns[static_cast<std::size_t>(j)];
      result.scatter(i, j) = a >= b ? fold.scatter(a, b) : fold.scatter(b, a);
    }
  }
  return result;
}

namespace {

bool has_many_members(const Eigen::Ref<const Eigen::VectorXd>& sum) {
  return 8 * (sum.array() != 0).count() > sum.size();
}

}  // namespace

std::optional<Eigen::MatrixXd> covariance_with(const Fold& fold, const Eigen::MatrixXd& weights,
                                               const base::Control& control) {
  const Eigen::Index n = weights.rows();
  Eigen::MatrixXd cross = Eigen::MatrixXd::Zero(n, weights.cols());
  for (Eigen::Index k = 0; k < weights.cols(); ++k) {
    if (control.cancelled()) return std::nullopt;
    if (has_many_members(weights.col(k))) {  // one pass over the triangle
      cross.col(k).noalias() = fold.scatter.selfadjointView<Eigen::Lower>() * weights.col(k);
      continue;
    }
    for (Eigen::Index j = 0; j < n; ++j) {
      const double weight = weights(j, k);
      if (weight == 0) continue;
      cross.col(k).head(j) += weight * fold.scatter.row(j).head(j).transpose();
      cross.col(k).tail(n - j) += weight * fold.scatter.col(j).tail(n - j);
    }
  }
  return cross / fold.weight;
}

Eigen::MatrixXd covariance_of_sums(const Eigen::MatrixXd& weights, const Eigen::MatrixXd& cross) {
  struct Member {
    Eigen::Index sum;
    Eigen::Index column;
    double weight;
  };
  std::vector<Member> members;
  Eigen::MatrixXd result = Eigen::MatrixXd::Zero(weights.cols(), cross.cols());
  for (Eigen::Index k = 0; k < weights.cols(); ++k) {
    if (has_many_members(weights.col(k))) {
      result.row(k).noalias() = weights.col(k).transpose() * cross;
      continue;
    }
    for (Eigen::Index j = 0; j < weights.rows(); ++j) {
      if (weights(j, k) != 0) members.push_back({k, j, weights(j, k)});
    }
  }
  for (Eigen::Index c = 0; c < cross.cols(); ++c) {
    for (const Member& member : members) result(member.sum, c) += member.weight * cross(member.column, c);
  }
  return result;
}

Eigen::MatrixXd covariance(const Fold& fold) {
  Eigen::MatrixXd full = fold.scatter.selfadjointView<Eigen::Lower>();
  if (fold.weight > 0) full /= fold.weight;
  return full;
}

double effective_rows(const Fold& fold) {
  return fold.weight_squares > 0 ? fold.weight * fold.weight / fold.weight_squares : 0.0;
}

base::Error too_large(const std::string& column, const std::string& where) {
  return {base::ErrorCode::kUnfitColumn,
          "the values of column '" + column + "' are too large to be squared in double precision; rescale the column",
          where};
}

base::Result<void> check_finite(const Moments& moments, const std::string& where, const base::Control& control) {
  for (const Fold& fold : moments.folds) {
    for (Eigen::Index i = 0; i < fold.mean.size(); ++i) {
      if (i % kPoll == 0 && control.cancelled()) return base::interrupted();
      if (std::isfinite(fold.mean[i]) && fold.scatter.col(i).tail(fold.mean.size() - i).allFinite()) continue;
      return too_large(moments.columns[static_cast<std::size_t>(i)].name, where);
    }
  }
  return {};
}

int default_folds(std::size_t columns) {
  constexpr std::size_t kManyColumns = 500;
  constexpr std::size_t kVeryManyColumns = 1000;
  if (columns <= kManyColumns) return 20;
  return columns <= kVeryManyColumns ? 5 : 1;
}

}  // namespace explainee::moments
