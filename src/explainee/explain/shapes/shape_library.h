// explainee/explain/shapes/shape_library.h: every shape in which one column may be told, as columns.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "explainee/explain/shapes/held_rows.h"
#include "explainee/explain/shapes/spline_basis.h"
#include "explainee/family/formula.h"

namespace explainee::explain {

/// What a candidate may be multiplied with.
struct KnownFactor {
  int column = 0;
  family::PieceProduct::Piece piece;
};

/// The known columns as they are and cut at 0 or in the middle, where they are few.
[[nodiscard]] std::vector<KnownFactor> make_factors(const HeldRows& held);

/// Shapes of one column of numbers; none of it depends on the predictions.
struct ShapeLibrary {
  int column = 0;
  std::vector<SplineBasis> splines;  ///< increasing degrees
  std::vector<double> cuts;          ///< in units of the held rows
  std::vector<KnownFactor> factors;
  std::vector<int> spline_begin;  ///< where the bends of each spline begin among the columns, the line left out
  int cut_begin = 0;
  std::vector<int> product_begin;  ///< line and bends of the first spline with many degrees, times each factor
  int product_spline = -1;         ///< that spline; −1: products of the line alone
  /// rows × shapes: the line, the bends of each spline, the cuts, the products.
  Eigen::MatrixXd columns;

  [[nodiscard]] int size() const { return static_cast<int>(columns.cols()); }
  /// Columns of one product block.
  [[nodiscard]] int product_size() const {
    return product_spline < 0 ? 1 : splines[static_cast<std::size_t>(product_spline)].degrees();
  }
};

[[nodiscard]] ShapeLibrary make_shapes(const HeldRows& held, int column, const std::vector<KnownFactor>& factors);

}  // namespace explainee::explain
