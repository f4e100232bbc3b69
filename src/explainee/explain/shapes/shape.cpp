#include "explainee/explain/shapes/shape.h"

namespace explainee::explain {
namespace {

using family::PieceProduct;

PieceProduct::Piece piece_of(const Shape& shape) {
  switch (shape.kind) {
    case Shape::Kind::kBent:
      return shape.bend;
    case Shape::Kind::kCut:
      return PieceProduct::Step{shape.threshold, 0};
    case Shape::Kind::kAsIs:
      break;
  }
  return PieceProduct::Centred{0.0};
}

}  // namespace

Term term_of(int column, const Shape& shape) { return {{column}, {{piece_of(shape)}}}; }

Term term_of(int column, const KnownProduct& product) {
  return {{column, product.known}, {{piece_of(product.shape), product.factor}}};
}

}  // namespace explainee::explain
