#include "explainee/explain/shapes/term.h"

#include <cmath>
#include <span>
#include <utility>

namespace explainee::explain {
namespace {

/// Moves knots and thresholds.
struct Mover {
  using Piece = family::PieceProduct::Piece;

  double middle = 0;
  double sd = 1;

  [[nodiscard]] double move(double z) const { return middle + sd * z; }
  [[nodiscard]] std::vector<double> move(std::vector<double> knots) const {
    for (double& knot : knots) knot = move(knot);
    return knots;
  }
  Piece operator()(const family::PieceProduct::Centred& piece) const {
    return family::PieceProduct::Centred{move(piece.centre)};
  }
  Piece operator()(const family::PieceProduct::Step& piece) const {
    return family::PieceProduct::Step{move(piece.threshold), piece.mean};
  }
  Piece operator()(const family::SplineTerm& piece) const { return family::SplineTerm{move(piece.knots), piece.term}; }
  Piece operator()(const family::Bend& piece) const {
    return family::Bend{move(piece.knots), piece.slope, piece.bends, sd * piece.mean};
  }
};

}  // namespace

Eigen::VectorXd values_of(const Term& term, const Eigen::Ref<const Eigen::MatrixXd>& rows) {
  const auto count = static_cast<std::size_t>(rows.rows());
  std::vector<std::span<const double>> sources;
  for (const int column : term.columns) sources.emplace_back(rows.col(column).data(), count);
  Eigen::VectorXd values(rows.rows());
  family::evaluate(term.product, sources, {values.data(), count});
  return values;
}

Eigen::VectorXd standardised(Eigen::VectorXd values, const Eigen::VectorXd& weights) {
  const double total = weights.sum();
  values.array() -= values.dot(weights) / total;
  const double size = std::sqrt(values.cwiseAbs2().dot(weights) / total);
  if (size > 0) values /= size;
  return values;
}

family::PieceProduct::Piece in_table_units(const family::PieceProduct::Piece& piece, double middle, double sd) {
  return std::visit(Mover{middle, sd}, piece);
}

}  // namespace explainee::explain
