// explainee/explain/shapes/shape.h: how a column is told: as it is, bent, cut, or times something that is known.
#pragma once

#include <optional>

#include "explainee/explain/shapes/term.h"

namespace explainee::explain {

/// A fact made of one column of numbers, in the units of the held rows.
struct Shape {
  enum class Kind { kAsIs, kBent, kCut };
  Kind kind = Kind::kAsIs;
  int degrees = 1;       ///< of freedom that were fitted
  family::Bend bend;     ///< of kBent
  double threshold = 0;  ///< of kCut
};

/// A fact that is a product with a known column.
struct KnownProduct {
  int known = 0;                       ///< column of the held rows
  family::PieceProduct::Piece factor;  ///< of the known column
  Shape shape;                         ///< of the other; never kCut
  double gain = 0;                     ///< cross-fitted, in units of the variance that was left
};

/// How one candidate is told.
struct CandidateShape {
  Shape shape;
  std::optional<KnownProduct> product;  ///< a candidate of its own
};

/// The column as a term.
[[nodiscard]] Term term_of(int column, const Shape& shape);
/// The product as a term of (column, known column).
[[nodiscard]] Term term_of(int column, const KnownProduct& product);

}  // namespace explainee::explain
