// explainee/family/formula.h: how a derived column is computed from its source columns; data, so that it can be kept.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace explainee::family {

/// The mean of the sources.
struct Mean {};

/// (x − c)(y − d).
struct CentredProduct {
  double first_centre = 0;
  double second_centre = 0;
};

/// A term of the natural cubic spline with these knots: its own x for term 0, else the bend that starts at knot
/// term − 1 and is straight beyond the last two, divided by the squared width of the knots.
struct SplineTerm {
  std::vector<double> knots;
  int term = 0;
};

/// 1 where every condition holds, else 0.
struct Rule {
  struct Condition {
    bool above = true;  ///< x > threshold, else x ≤ threshold
    double threshold = 0;
  };
  std::vector<Condition> conditions;  ///< one per source
};

/// exp(−d²/2), d the distance to a point where every source is measured in its own scale times the width.
struct Likeness {
  std::vector<double> point;
  std::vector<double> scale;
  double width = 1;
};

/// A natural cubic spline that was fitted, as one column: slope·(x − first knot) + Σ bends[t]·SplineTerm{knots, t + 1}
/// − mean.
struct Bend {
  std::vector<double> knots;
  double slope = 0;
  std::vector<double> bends;  ///< knots.size() − 2
  double mean = 0;            ///< of the rest, so that products with it have no part of the other piece alone
};

/// The product of one piece per source: x − centre, a term of a spline, a fitted bend, or 1 above a threshold.
struct PieceProduct {
  struct Centred {
    double centre = 0;
  };
  struct Step {
    double threshold = 0;
    double mean = 0;  ///< taken off, so that a product with it has no part of the other piece alone
  };
  using Piece = std::variant<Centred, SplineTerm, Bend, Step>;
  std::vector<Piece> pieces;
};

/// A word by where x lies among the cuts: words[k] for cuts[k−1] < x ≤ cuts[k].
struct Bands {
  std::vector<double> cuts;
  std::vector<std::string> words;
};

using Formula = std::variant<Mean, CentredProduct, SplineTerm, Rule, Likeness, Bands, Bend, PieceProduct>;

/// True when the column holds words.
[[nodiscard]] bool gives_text(const Formula& formula);

/// Values of a formula that gives numbers; a source that is not finite gives NaN.
void evaluate(const Formula& formula, std::span<const std::span<const double>> sources, std::span<double> out);

/// Words of a formula that gives text, as views of the formula; empty where the source is not finite.
void evaluate(const Formula& formula, std::span<const std::span<const double>> sources,
              std::span<std::string_view> out);

}  // namespace explainee::family
