#include "explainee/explain/shapes/known_terms.h"

#include <algorithm>
#include <set>
#include <span>

#include "explainee/explain/shapes/natural_cut.h"
#include "explainee/explain/shapes/spline_basis.h"
#include "explainee/information/crossfit/fold_gains.h"

namespace explainee::explain {
namespace {

using family::PieceProduct;
using information::CrossSweep;

/// Harrell, Regression Modeling Strategies, §2.4.6, for five knots.
constexpr double kKnotShares[] = {0.05, 0.275, 0.5, 0.725, 0.95};
constexpr int kThresholds = 19;
/// With more known columns fewer thresholds are looked at, and products of plain columns alone.
constexpr std::size_t kFewKnown = 6;
constexpr int kFewThresholds = 9;
/// Beyond that only bends and thresholds.
constexpr std::size_t kMostPaired = 24;

/// The pieces of one known column.
struct Pieces {
  int column = 0;
  std::vector<PieceProduct::Piece> bends;
  std::vector<PieceProduct::Piece> steps;
  bool number = true;  ///< more than two values
};

Pieces pieces_of(const HeldRows& held, int column, int thresholds) {
  const auto values = held.values.col(column);
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  Pieces pieces{column, {}, {}, std::set<double>(sorted.begin(), sorted.end()).size() > 2};
  if (!pieces.number) return pieces;
  std::vector<double> knots;
  for (const double share : kKnotShares)
    knots.push_back(sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))]);
  knots.erase(std::unique(knots.begin(), knots.end()), knots.end());
  for (int term = 1; term + 1 < static_cast<int>(knots.size()); ++term)
    pieces.bends.emplace_back(family::SplineTerm{knots, term});
  for (const double cut : through_zero(held, column, cuts_of(sorted, thresholds)))
    pieces.steps.emplace_back(PieceProduct::Step{cut, 0});
  return pieces;
}

/// The step nearest the middle of the values.
std::vector<PieceProduct::Piece> middle_step(const Pieces& pieces) {
  if (pieces.steps.empty()) return {};
  return {pieces.steps[pieces.steps.size() / 2]};
}

void add_products(const Pieces& one, const Pieces& other, bool of_pieces, std::vector<Term>& terms) {
  const PieceProduct::Piece plain = PieceProduct::Centred{0.0};
  const auto add = [&](const PieceProduct::Piece& a, const PieceProduct::Piece& b) {
    terms.push_back({{one.column, other.column}, {{a, b}}});
  };
  add(plain, plain);
  if (!of_pieces) return;
  for (const auto& a : middle_step(one)) {
    if (other.number) add(a, plain);
    for (const auto& b : other.bends) add(a, b);
    for (const auto& b : middle_step(other)) add(a, b);
  }
  for (const auto& b : middle_step(other)) {
    if (one.number) add(plain, b);
    for (const auto& a : one.bends) add(a, b);
  }
}

/// Σ over targets of the loss in one fold, each in units of what the given columns leave of it.
class Losses {
 public:
  Losses(const CrossSweep& sweep, int first_target, int targets, const std::vector<double>& fold_weights)
      : first_(first_target), weights_(fold_weights) {
    for (int t = 0; t < targets; ++t) {
      double left = 0;
      double weight = 0;
      for (std::size_t fold = 0; fold < sweep.folds(); ++fold) {
        left += sweep.held_out(fold, first_ + t, first_ + t);
        weight += fold_weights[fold];
      }
      scale_.push_back(left > 0 ? weight / left : 0);
    }
  }

  [[nodiscard]] information::FoldMean gain(const CrossSweep& sweep, int variable) {
    gains_.clear();
    for (std::size_t fold = 0; fold < sweep.folds(); ++fold) {
      double gain = 0;
      for (std::size_t t = 0; t < scale_.size(); ++t)
        gain += scale_[t] * sweep.gain(fold, variable, first_ + static_cast<int>(t));
      gains_.push_back(gain / weights_[fold]);
    }
    return information::mean_of(gains_);
  }

 private:
  int first_;
  std::vector<double> weights_;
  std::vector<double> scale_;
  std::vector<double> gains_;
};

}  // namespace

TermLibrary make_terms(const HeldRows& held) {
  TermLibrary library;
  const bool few = held.known_numbers.size() <= kFewKnown;
  std::vector<Pieces> known;
  for (const int column : held.known_numbers)
    known.push_back(pieces_of(held, column, few ? kThresholds : kFewThresholds));
  for (const Pieces& one : known) {
    for (const auto& piece : one.bends) library.terms.push_back({{one.column}, {{piece}}});
    for (const auto& piece : one.steps) library.terms.push_back({{one.column}, {{piece}}});
  }
  for (std::size_t i = 0; i < known.size() && known.size() <= kMostPaired; ++i) {
    for (std::size_t j = i + 1; j < known.size(); ++j) add_products(known[i], known[j], few, library.terms);
  }
  library.columns.resize(held.rows(), static_cast<Eigen::Index>(library.terms.size()));
  for (std::size_t t = 0; t < library.terms.size(); ++t) {
    library.columns.col(static_cast<Eigen::Index>(t)) =
        standardised(values_of(library.terms[t], held.values), held.weights);
  }
  return library;
}

std::vector<int> choose_terms(CrossSweep& sweep, int given, int library, int targets,
                              const std::vector<double>& fold_weights, int most_columns) {
  int columns = 0;
  for (int j = 1; j <= given; ++j) columns += sweep.take(j) ? 1 : 0;
  Losses losses(sweep, 1 + given + library, targets, fold_weights);
  std::vector<int> chosen;
  while (columns < most_columns) {
    int best = -1;
    information::FoldMean most;
    for (int t = 0; t < library; ++t) {
      const information::FoldMean gain = losses.gain(sweep, 1 + given + t);
      if (gain.mean > most.mean) {
        best = t;
        most = gain;
      }
    }
    if (best < 0 || !most.clear() || !sweep.take(1 + given + best)) break;
    chosen.push_back(best);
    ++columns;
  }
  return chosen;
}

}  // namespace explainee::explain
