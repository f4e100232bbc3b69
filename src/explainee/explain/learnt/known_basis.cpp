#include "explainee/explain/learnt/known_basis.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "explainee/explain/shapes/spline_basis.h"
#include "explainee/explain/shapes/term.h"
#include "explainee/information/classes/fitted_chances.h"

namespace explainee::explain {
namespace {

/// Of so many known numbers bends and products are made.
constexpr std::size_t kMostFactors = 8;
constexpr int kKnownDegrees = 8;
/// What is not a function of what is known cannot be predicted so well, however many columns are fitted.
constexpr Eigen::Index kRowsPerBentColumn = 3;
/// Of so many, sums and differences are bent, too.
constexpr std::size_t kMostTurned = 4;
/// Units that differ by less are taken for the same.
constexpr double kSameUnit = 0.1;

std::vector<Eigen::Index> rows_where(const std::vector<int>& fold, const auto& wanted) {
  std::vector<Eigen::Index> rows;
  for (std::size_t i = 0; i < fold.size(); ++i)
    if (wanted(fold[i])) rows.push_back(static_cast<Eigen::Index>(i));
  return rows;
}

}  // namespace

KnownBasis::KnownBasis(const HeldRows& held, const std::vector<int>& known, const SampledRows& rows) {
  weights_ = Eigen::Map<const Eigen::VectorXd>(rows.weights().data(), static_cast<Eigen::Index>(rows.size()));
  columns_.emplace_back(Eigen::VectorXd::Ones(weights_.size()));
  std::vector<Eigen::VectorXd> numbers;
  std::vector<double> units;
  for (const int place : known) {
    const HeldSource& source = held.sources[static_cast<std::size_t>(place)];
    const std::vector<double> values = rows.at(source.values);
    const Eigen::VectorXd x = Eigen::Map<const Eigen::VectorXd>(values.data(), weights_.size());
    if (source.levels == 0 && numbers.size() < kMostFactors) {
      numbers.push_back(x);
      units.push_back(source.unit);
    }
    for (int level = 1; level < source.levels; ++level) add((x.array() == level).cast<double>());
  }
  for (const Eigen::VectorXd& x : numbers) add(x);
  linear_ = columns_.size();
  add_squares(numbers);
  quadratic_ = columns_.size();
  for (const Eigen::VectorXd& x : numbers) add(x.array().cube());
  add_cubes(numbers);
  for (const Eigen::VectorXd& x : numbers) add_spline(x);
  add_turned(numbers, units);
}

double KnownBasis::share(const std::vector<double>& values, const std::vector<int>& fold) const {
  const auto rows = weights_.size();
  const auto width = static_cast<Eigen::Index>(columns_.size());
  if (rows < kRowsPerBentColumn * width) return 0;
  const Eigen::MatrixXd all = design(columns_.size());
  const Eigen::Map<const Eigen::VectorXd> y(values.data(), rows);
  double missed = 0;
  for (int out = 0; out <= *std::max_element(fold.begin(), fold.end()); ++out) {
    Eigen::VectorXd inside = weights_;
    for (Eigen::Index i = 0; i < rows; ++i)
      if (fold[static_cast<std::size_t>(i)] == out) inside[i] = 0;
    const auto fitted = [&](const Eigen::MatrixXd& columns) -> Eigen::VectorXd {
      const Eigen::MatrixXd weighted = columns.array().colwise() * inside.array();
      return columns *
             (weighted.transpose() * columns).completeOrthogonalDecomposition().solve(weighted.transpose() * y);
    };
    const Eigen::VectorXd conic = standardised(fitted(all.leftCols(static_cast<Eigen::Index>(quadratic_))), weights_);
    std::vector<double> sorted(conic.begin(), conic.end());
    std::sort(sorted.begin(), sorted.end());
    const auto spline = make_spline(conic, weights_, sorted, kKnownDegrees);
    const bool bends = spline && rows >= kRowsPerBentColumn * (width + kKnownDegrees);
    Eigen::MatrixXd columns(rows, width + (bends ? spline->degrees() : 0));
    columns.leftCols(width) = all;
    if (bends) columns.rightCols(spline->degrees()) = spline->columns(conic);
    missed += ((weights_ - inside).array() * (y - fitted(columns)).array().square()).sum();
  }
  const double mean = weights_.dot(y) / weights_.sum();
  const double total = (weights_.array() * (y.array() - mean).square()).sum();
  return total > 0 ? 1 - missed / total : 0;
}

double KnownBasis::wrong(const information::LearnerTarget& target, const std::vector<int>& fold) const {
  return linear_ < 2 ? 1 : std::min(wrong(target, fold, linear_), wrong(target, fold, quadratic_));
}

double KnownBasis::wrong(const information::LearnerTarget& target, const std::vector<int>& fold,
                         std::size_t columns) const {
  if (weights_.size() < kRowsPerBentColumn * static_cast<Eigen::Index>(columns)) return 1;
  const Eigen::MatrixXd all = design(columns).rightCols(static_cast<Eigen::Index>(columns) - 1);
  double missed = 0;
  for (int out = 0; out <= *std::max_element(fold.begin(), fold.end()); ++out) {
    const std::vector<Eigen::Index> in = rows_where(fold, [&](int one) { return one != out; });
    const std::vector<Eigen::Index> held_out = rows_where(fold, [&](int one) { return one == out; });
    std::vector<int> classes;
    for (const Eigen::Index i : in) classes.push_back(static_cast<int>(target.values[static_cast<std::size_t>(i)]));
    const information::FittedChances model(all(in, Eigen::all), std::move(classes), target.classes, weights_(in));
    const Eigen::MatrixXd chances = model.chances(all(held_out, Eigen::all));
    for (std::size_t k = 0; k < held_out.size(); ++k) {
      Eigen::Index likeliest = 0;
      chances.row(static_cast<Eigen::Index>(k)).maxCoeff(&likeliest);
      const Eigen::Index i = held_out[k];
      if (static_cast<double>(likeliest) != target.values[static_cast<std::size_t>(i)]) missed += weights_[i];
    }
  }
  return missed / weights_.sum();
}

Eigen::MatrixXd KnownBasis::design(std::size_t columns) const {
  Eigen::MatrixXd all(weights_.size(), static_cast<Eigen::Index>(columns));
  for (std::size_t j = 0; j < columns; ++j) all.col(static_cast<Eigen::Index>(j)) = columns_[j];
  return all;
}

void KnownBasis::add(Eigen::VectorXd column) {
  const double mean = weights_.dot(column) / weights_.sum();
  column.array() -= mean;
  const double size = column.norm() / std::sqrt(static_cast<double>(column.size()));
  if (size > 0) columns_.push_back(column / size);
}

void KnownBasis::add_squares(const std::vector<Eigen::VectorXd>& numbers) {
  for (std::size_t a = 0; a < numbers.size(); ++a) {
    for (std::size_t b = a; b < numbers.size(); ++b) add(numbers[a].array() * numbers[b].array());
  }
}

/// Products of three, two of them maybe equal: ln(a − b − c) is nearly a cubic where it is not flat.
void KnownBasis::add_cubes(const std::vector<Eigen::VectorXd>& numbers) {
  const auto count = static_cast<Eigen::Index>(numbers.size());
  const Eigen::Index cubes = count * (count + 1) * (count + 2) / 6 - count;
  if (weights_.size() < kRowsPerBentColumn * (static_cast<Eigen::Index>(columns_.size()) + cubes)) return;
  for (std::size_t a = 0; a < numbers.size(); ++a) {
    for (std::size_t b = a; b < numbers.size(); ++b) {
      for (std::size_t c = b; c < numbers.size(); ++c)
        if (c > a) add(numbers[a].array() * numbers[b].array() * numbers[c].array());  // a cube alone is there
    }
  }
}

void KnownBasis::add_turned(const std::vector<Eigen::VectorXd>& numbers, const std::vector<double>& units) {
  if (numbers.size() > kMostTurned) return;
  for (std::size_t a = 0; a < numbers.size(); ++a) {
    for (std::size_t b = a + 1; b < numbers.size(); ++b) {
      const double ratio = units[b] / units[a];
      for (const double sign : {-1.0, 1.0}) {
        add_spline(standardised(numbers[a] + sign * numbers[b], weights_));
        if (std::abs(std::log(ratio)) > kSameUnit)  // the sum of the columns as they are in the table
          add_spline(standardised(numbers[a] + sign * ratio * numbers[b], weights_));
      }
    }
  }
}

void KnownBasis::add_spline(const Eigen::VectorXd& x) {
  std::vector<double> sorted(x.begin(), x.end());
  std::sort(sorted.begin(), sorted.end());
  const auto spline = make_spline(x, weights_, sorted, kKnownDegrees);
  const bool fits = weights_.size() >= kRowsPerBentColumn * static_cast<Eigen::Index>(columns_.size() + kKnownDegrees);
  if (!spline || !fits) return;
  const Eigen::MatrixXd bends = spline->columns(x);
  for (Eigen::Index j = 1; j < bends.cols(); ++j) add(bends.col(j));
}

}  // namespace explainee::explain
