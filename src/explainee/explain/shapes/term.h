// explainee/explain/shapes/term.h: a further column that a flexible reader makes of what is known: a bend, a threshold,
// or a product of such pieces.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "explainee/explain/shapes/held_rows.h"
#include "explainee/family/formula.h"

namespace explainee::explain {

/// A product of one piece per column; columns and pieces are those of the held rows, in their units.
struct Term {
  std::vector<int> columns;
  family::PieceProduct product;
};

/// Its values in rows of HeldRows::values.
[[nodiscard]] Eigen::VectorXd values_of(const Term& term, const Eigen::Ref<const Eigen::MatrixXd>& rows);

/// With mean 0 and variance 1; a constant becomes 0.
[[nodiscard]] Eigen::VectorXd standardised(Eigen::VectorXd values, const Eigen::VectorXd& weights);

/// A piece in the units of the table, but for a positive factor: x = shift + mean + sd·z.
[[nodiscard]] family::PieceProduct::Piece in_table_units(const family::PieceProduct::Piece& piece, double middle,
                                                         double sd);

}  // namespace explainee::explain
