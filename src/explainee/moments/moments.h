// explainee/moments/moments.h: means and centred scatter of columns, kept in folds whose sum is the moments
// (mathematics §8).
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"

namespace explainee::moments {

/// Where a column of the moments comes from.
enum class ColumnKind {
  kNumber,   ///< a number column of the table
  kLevel,    ///< 1 where a text column has this level, else 0
  kProduct,  ///< (x_i − shift_i)(x_j − shift_j) of two number columns, i = j for a square
};

/// One column of the moments.
struct MomentColumn {
  ColumnKind kind = ColumnKind::kNumber;
  std::string name;    ///< "bmi", "city=Oslo", "bmi*bp"
  std::string source;  ///< column of the table it is made of; for products the first one
  std::string second;  ///< for products: the second source
  std::string level;   ///< for levels
  int index = -1;      ///< position of the source in the table
  double shift = 0;    ///< subtracted from every value before anything is summed; 0 for levels and products

  friend bool operator==(const MomentColumn&, const MomentColumn&) = default;
};

/// Weighted moments of some rows. Means are measured from the columns' shifts.
struct Fold {
  std::int64_t rows = 0;
  double weight = 0;          ///< Σw
  double weight_squares = 0;  ///< Σw²
  Eigen::VectorXd mean;       ///< Σw(x − shift)/Σw
  Eigen::MatrixXd scatter;    ///< Σw(x − mean)(x − mean)ᵀ, lower triangle
};

/// Moments of a table, in folds.
struct Moments {
  std::vector<MomentColumn> columns;
  std::vector<Fold> folds;
  std::int64_t rows_dropped = 0;
  std::uint64_t seed = 0;  ///< of the assignment of rows to folds
  bool weighted = false;
  std::string weight_column;  ///< empty when every row counts once
  std::string block_column;   ///< empty when rows are dealt one by one

  [[nodiscard]] std::int64_t rows() const;
  /// Position of the column with this name, −1 when there is none.
  [[nodiscard]] int find(const std::string& name) const;
  /// The same among the columns of one kind.
  [[nodiscard]] int find(const std::string& name, ColumnKind kind) const;
  /// Position of the product of two number columns, in either order; −1 when there is none.
  [[nodiscard]] int find_product(const std::string& first, const std::string& second) const;
};

/// A fold of n columns and no rows.
[[nodiscard]] Fold empty_fold(int columns);

/// a − b, where a difference within rounding of both is 0: the means of a constant column must not make it vary.
[[nodiscard]] Eigen::VectorXd mean_distance(const Eigen::VectorXd& a, const Eigen::VectorXd& b);

/// Adds `part` to `sum` (Chan, Golub, LeVeque 1979); exact but for rounding, in any order.
void add_fold(Fold& sum, const Fold& part);

/// The sum of the folds for which keep is true; all of them when keep is empty.
[[nodiscard]] Fold sum_folds(std::span<const Fold> folds, const std::vector<bool>& keep = {});

/// The same folds restricted to these columns, in this order.
[[nodiscard]] Fold select_columns(const Fold& fold, std::span<const int> columns);

/// One entry of the covariance.
[[nodiscard]] inline double covariance_at(const Fold& fold, Eigen::Index i, Eigen::Index j) {
  return (i >= j ? fold.scatter(i, j) : fold.scatter(j, i)) / fold.weight;
}

/// Covariances of all columns with the weighted sums of columns that are the columns of `weights`. None when stopped.
[[nodiscard]] std::optional<Eigen::MatrixXd> covariance_with(const Fold& fold, const Eigen::MatrixXd& weights,
                                                             const base::Control& control = {});

/// weightsᵀ·cross: the covariances of those sums with each other. Quick where most sums have few members.
[[nodiscard]] Eigen::MatrixXd covariance_of_sums(const Eigen::MatrixXd& weights, const Eigen::MatrixXd& cross);

/// Full symmetric covariance, scatter/Σw (divisor Σw: maximum likelihood).
[[nodiscard]] Eigen::MatrixXd covariance(const Fold& fold);

/// (Σw)²/Σw²: the number of equally weighted rows that would be as precise; 0 without rows.
[[nodiscard]] double effective_rows(const Fold& fold);

/// The error of a column whose squares leave the range of double precision.
[[nodiscard]] base::Error too_large(const std::string& column, const std::string& where);

/// Fails with kUnfitColumn, naming the column, when a number is not finite: squares beyond about 1e300 overflow.
[[nodiscard]] base::Result<void> check_finite(const Moments& moments, const std::string& where,
                                              const base::Control& control = {});

/// How many folds a table of this many columns is kept in when the caller does not say (mathematics §8).
[[nodiscard]] int default_folds(std::size_t columns);

}  // namespace explainee::moments
