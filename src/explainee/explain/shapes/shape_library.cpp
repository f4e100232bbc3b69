#include "explainee/explain/shapes/shape_library.h"

#include <algorithm>
#include <cmath>

#include "explainee/explain/shapes/natural_cut.h"
#include "explainee/explain/shapes/term.h"

namespace explainee::explain {
namespace {

constexpr int kDegrees[] = {2, 3, 5, 8};
constexpr int kCutCount = 19;
/// Rows that a degree of freedom of a bend needs.
constexpr Eigen::Index kRowsPerDegree = 15;
/// Products are looked at with so many known columns, and while there are so many of them in all.
constexpr std::size_t kMostKnown = 6;
constexpr std::size_t kMostProducts = 600;
constexpr int kProductDegrees = 5;
/// Kinks like that of sign(u)·|x| take more, and rows enough for them.
constexpr int kManyProductDegrees = 8;
constexpr Eigen::Index kManyRows = 1000;

}  // namespace

std::vector<KnownFactor> make_factors(const HeldRows& held) {
  std::vector<KnownFactor> factors;
  const std::size_t known = held.known_numbers.size();
  if (known > kMostKnown || known * held.candidates.size() > kMostProducts) return factors;
  for (const int column : held.known_numbers) {
    factors.push_back({column, family::PieceProduct::Centred{0.0}});
    const auto values = held.values.col(column);
    std::vector<double> sorted(values.begin(), values.end());
    std::sort(sorted.begin(), sorted.end());
    const double middle = natural_middle(held, column, sorted);
    const double above = (values.array() > middle).cast<double>().matrix().dot(held.weights) / held.weights.sum();
    if (std::unique(sorted.begin(), sorted.end()) - sorted.begin() > 2)
      factors.push_back({column, family::PieceProduct::Step{middle, above}});
  }
  return factors;
}

ShapeLibrary make_shapes(const HeldRows& held, int column, const std::vector<KnownFactor>& factors) {
  ShapeLibrary library;
  library.column = column;
  library.factors = factors;
  const auto values = held.values.col(column);
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  std::vector<double> different = sorted;
  different.erase(std::unique(different.begin(), different.end()), different.end());
  std::vector<Eigen::VectorXd> columns = {values};
  if (different.size() > 2) {
    for (const int degrees : kDegrees) {
      if (held.rows() < kRowsPerDegree * degrees) break;
      auto spline = make_spline(values, held.weights, sorted, degrees);
      if (!spline) continue;
      const Eigen::MatrixXd basis = spline->columns(values);
      library.spline_begin.push_back(static_cast<int>(columns.size()));
      for (Eigen::Index j = 1; j < basis.cols(); ++j) columns.emplace_back(basis.col(j));
      library.splines.push_back(std::move(*spline));
      if (degrees <= (held.rows() < kManyRows ? kProductDegrees : kManyProductDegrees))
        library.product_spline = static_cast<int>(library.splines.size()) - 1;
    }
    library.cuts = through_zero(held, column, cuts_of(sorted, kCutCount));
  }
  library.cut_begin = static_cast<int>(columns.size());
  for (const double cut : library.cuts)
    columns.push_back(standardised((values.array() > cut).cast<double>(), held.weights));
  for (const KnownFactor& factor : factors) {
    const Eigen::VectorXd times = values_of({{factor.column}, {{factor.piece}}}, held.values);
    library.product_begin.push_back(static_cast<int>(columns.size()));
    columns.emplace_back(columns.front().cwiseProduct(times));
    if (library.product_spline < 0) continue;
    const auto begin = static_cast<std::size_t>(library.spline_begin[static_cast<std::size_t>(library.product_spline)]);
    for (int j = 1; j < library.product_size(); ++j)
      columns.emplace_back(columns[begin + static_cast<std::size_t>(j) - 1].cwiseProduct(times));
  }
  library.columns.resize(held.rows(), static_cast<Eigen::Index>(columns.size()));
  for (std::size_t j = 0; j < columns.size(); ++j) library.columns.col(static_cast<Eigen::Index>(j)) = columns[j];
  return library;
}

}  // namespace explainee::explain
