#include "explainee/family/formula.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace explainee::family {
namespace {

using Sources = std::span<const std::span<const double>>;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

double cubed_above(double x, double knot) {
  const double rise = std::max(0.0, x - knot);
  return rise * rise * rise;
}

double spline_term(const std::vector<double>& t, int term, double x) {
  if (term == 0) return x;
  const double start = t[static_cast<std::size_t>(term) - 1];
  const double last = t.back();
  const double before_last = t[t.size() - 2];
  const double width = last - t.front();
  return (cubed_above(x, start) - cubed_above(x, before_last) * (last - start) / (last - before_last) +
          cubed_above(x, last) * (before_last - start) / (last - before_last)) /
         (width * width);
}

double bend_at(const Bend& bend, double x) {
  double sum = bend.slope * (x - bend.knots.front()) - bend.mean;
  for (std::size_t t = 0; t < bend.bends.size(); ++t)
    sum += bend.bends[t] * spline_term(bend.knots, static_cast<int>(t) + 1, x);
  return sum;
}

/// One piece at x.
struct PieceAt {
  double x = 0;

  double operator()(const PieceProduct::Centred& piece) const { return x - piece.centre; }
  double operator()(const PieceProduct::Step& piece) const {
    if (!std::isfinite(x)) return kNone;
    return (x > piece.threshold ? 1.0 : 0.0) - piece.mean;
  }
  double operator()(const SplineTerm& piece) const { return spline_term(piece.knots, piece.term, x); }
  double operator()(const Bend& piece) const { return bend_at(piece, x); }
};

struct At {
  Sources sources;
  std::size_t row = 0;

  [[nodiscard]] double operator[](std::size_t source) const { return sources[source][row]; }

  double operator()(const Mean& /*formula*/) const {
    double sum = 0;
    for (std::size_t i = 0; i < sources.size(); ++i) sum += (*this)[i];
    return sum / static_cast<double>(sources.size());
  }

  double operator()(const CentredProduct& formula) const {
    return ((*this)[0] - formula.first_centre) * ((*this)[1] - formula.second_centre);
  }

  double operator()(const SplineTerm& formula) const { return spline_term(formula.knots, formula.term, (*this)[0]); }

  double operator()(const Rule& formula) const {
    bool holds = true;
    for (std::size_t i = 0; i < formula.conditions.size(); ++i) {
      const double x = (*this)[i];
      if (!std::isfinite(x)) return kNone;
      const Rule::Condition& condition = formula.conditions[i];
      holds = holds && (x > condition.threshold) == condition.above;
    }
    return holds ? 1.0 : 0.0;
  }

  double operator()(const Likeness& formula) const {
    double squares = 0;
    for (std::size_t i = 0; i < formula.point.size(); ++i) {
      const double apart = ((*this)[i] - formula.point[i]) / (formula.scale[i] * formula.width);
      squares += apart * apart;
    }
    return std::isfinite(squares) ? std::exp(-squares / 2) : kNone;
  }

  double operator()(const Bands& /*formula*/) const { return kNone; }

  double operator()(const Bend& formula) const { return bend_at(formula, (*this)[0]); }

  double operator()(const PieceProduct& formula) const {
    double product = 1;
    for (std::size_t i = 0; i < formula.pieces.size(); ++i)
      product *= std::visit(PieceAt{(*this)[i]}, formula.pieces[i]);
    return product;
  }
};

}  // namespace

bool gives_text(const Formula& formula) { return std::holds_alternative<Bands>(formula); }

void evaluate(const Formula& formula, Sources sources, std::span<double> out) {
  std::visit(
      [&](const auto& one) {
        for (std::size_t row = 0; row < out.size(); ++row) out[row] = At{sources, row}(one);
      },
      formula);
}

void evaluate(const Formula& formula, Sources sources, std::span<std::string_view> out) {
  const auto& bands = std::get<Bands>(formula);
  for (std::size_t row = 0; row < out.size(); ++row) {
    const double x = sources[0][row];
    const auto above = std::lower_bound(bands.cuts.begin(), bands.cuts.end(), x);
    const std::string& word = bands.words[static_cast<std::size_t>(above - bands.cuts.begin())];
    out[row] = std::isfinite(x) ? std::string_view(word) : std::string_view();
  }
}

}  // namespace explainee::family
