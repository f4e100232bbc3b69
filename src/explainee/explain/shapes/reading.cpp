#include "explainee/explain/shapes/reading.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "explainee/base/random.h"
#include "explainee/base/threads/thread_pool.h"
#include "explainee/explain/shapes/fit_shape.h"
#include "explainee/explain/shapes/refined_cut.h"

namespace explainee::explain {
namespace {

using base::Result;
using information::fold_products;

constexpr std::uint64_t kDealStream = 31;
/// Rows that a column of u needs.
constexpr double kRowsPerColumn = 10;

/// Products within each fold of (1, given, library, targets), and the readings' terms from them.
class TermReader {
 public:
  TermReader(const DealtRows& dealt, const TermLibrary& library)
      : dealt_(dealt),
        given_(static_cast<int>(dealt.held->given.cols())),
        library_(static_cast<int>(library.terms.size())),
        targets_(static_cast<int>(dealt.held->targets.cols())) {
    const HeldRows& held = *dealt.held;
    columns_.resize(held.rows(), 1 + given_ + library_ + targets_);
    columns_ << Eigen::VectorXd::Ones(held.rows()), held.given, library.columns, held.targets;
    columns_ = columns_(dealt.order, Eigen::all).eval();
    grams_ = fold_products(dealt.folds, columns_, columns_);
  }

  void read(const Folds& fit, Reading& reading) const {
    std::vector<Eigen::MatrixXd> grams;
    std::vector<double> weights;
    double rows = 0;
    for (const std::size_t fold : fit) {
      grams.push_back(grams_[fold]);
      weights.push_back(dealt_.folds.weight(fold));
      rows += weights.back();
    }
    const int most = static_cast<int>(rows / kRowsPerColumn);
    reading.linear_only = library_ > 0 && given_ >= most;
    if (library_ == 0 || reading.linear_only) return;
    information::CrossSweep sweep(std::move(grams));
    reading.terms = choose_terms(sweep, given_, library_, targets_, weights, most);
  }

  /// Rows in order × (1, given, library, targets).
  [[nodiscard]] const Eigen::MatrixXd& columns() const { return columns_; }
  [[nodiscard]] const std::vector<Eigen::MatrixXd>& grams() const { return grams_; }

  /// Positions of 1, the given columns and these terms among the columns.
  [[nodiscard]] std::vector<int> person(const Reading& reading) const {
    std::vector<int> columns(static_cast<std::size_t>(1 + given_));
    std::iota(columns.begin(), columns.end(), 0);
    for (const int term : reading.terms) columns.push_back(1 + given_ + term);
    return columns;
  }
  [[nodiscard]] std::vector<int> targets() const {
    std::vector<int> columns(static_cast<std::size_t>(targets_));
    std::iota(columns.begin(), columns.end(), 1 + given_ + library_);
    return columns;
  }

 private:
  const DealtRows& dealt_;
  int given_;
  int library_;
  int targets_;
  Eigen::MatrixXd columns_;
  std::vector<Eigen::MatrixXd> grams_;
};

/// A cut of the library moved to where, between its neighbours there, it tells most on the rows of the fit.
double refine(const DealtRows& dealt, const TermReader& person, const ShapeLibrary& shapes, const Folds& fit,
              const Reading& reading, double cut) {
  const std::vector<Eigen::Index> rows = rows_of(dealt, fit);
  CutRows own;
  const Eigen::VectorXd ordered = dealt.held->values.col(shapes.column)(dealt.order);
  own.values = ordered(rows);
  own.weights = dealt.folds.weights(rows);
  const Eigen::MatrixXd design = person.columns()(rows, person.person(reading));
  const Eigen::MatrixXd targets = person.columns()(rows, person.targets());
  const Eigen::MatrixXd weighted = design.array().colwise() * own.weights.array();
  own.left =
      targets -
      design * (weighted.transpose() * design).completeOrthogonalDecomposition().solve(weighted.transpose() * targets);
  const auto at = std::find(shapes.cuts.begin(), shapes.cuts.end(), cut);
  const double low = at == shapes.cuts.begin() ? cut : *(at - 1);
  const double high = at + 1 == shapes.cuts.end() ? std::nextafter(cut, cut + 1) : *(at + 1);
  return refined_cut(own, low, high);
}

/// The shape of one candidate in every reading.
void read_shapes(const DealtRows& dealt, const TermReader& person, const ShapeLibrary& shapes,
                 const std::vector<Folds>& fits, std::size_t candidate, std::vector<Reading>& readings) {
  const Eigen::MatrixXd ordered = shapes.columns(dealt.order, Eigen::all);
  const std::vector<Eigen::MatrixXd> own = fold_products(dealt.folds, ordered, ordered);
  const std::vector<Eigen::MatrixXd> across = fold_products(dealt.folds, ordered, person.columns());
  const std::vector<int> targets = person.targets();
  for (std::size_t k = 0; k < fits.size(); ++k) {
    const std::vector<int> u = person.person(readings[k]);
    const auto before = static_cast<Eigen::Index>(u.size());
    const auto after = static_cast<Eigen::Index>(targets.size());
    std::vector<int> beside = u;
    beside.insert(beside.end(), targets.begin(), targets.end());
    ShapeGrams grams;
    grams.given = static_cast<int>(u.size()) - 1;
    grams.targets = static_cast<int>(targets.size());
    for (const std::size_t fold : fits[k]) {
      const Eigen::Index size = before + shapes.size() + after;
      Eigen::MatrixXd gram(size, size);
      const Eigen::MatrixXd outer = person.grams()[fold](beside, beside);
      gram.topLeftCorner(before, before) = outer.topLeftCorner(before, before);
      gram.topRightCorner(before, after) = outer.topRightCorner(before, after);
      gram.bottomRightCorner(after, after) = outer.bottomRightCorner(after, after);
      gram.block(before, before, shapes.size(), shapes.size()) = own[fold];
      gram.block(0, before, before, shapes.size()) = across[fold](Eigen::all, u).transpose();
      gram.block(before, before + shapes.size(), shapes.size(), after) = across[fold](Eigen::all, targets);
      gram.triangularView<Eigen::StrictlyLower>() = gram.transpose();
      grams.folds.push_back(std::move(gram));
      grams.fold_weights.push_back(dealt.folds.weight(fold));
    }
    CandidateShape& told = readings[k].shapes[candidate];
    told = fit_shape(shapes, grams);
    if (told.shape.kind == Shape::Kind::kCut)
      told.shape.threshold = refine(dealt, person, shapes, fits[k], readings[k], told.shape.threshold);
  }
}

}  // namespace

DealtRows deal(const HeldRows& held, std::size_t folds, std::uint64_t seed) {
  std::vector<int> groups(static_cast<std::size_t>(held.group_count));
  std::iota(groups.begin(), groups.end(), 0);
  base::Random random(seed, kDealStream);
  random.shuffle(std::span(groups));
  std::vector<std::size_t> place(groups.size());
  for (std::size_t k = 0; k < groups.size(); ++k) place[static_cast<std::size_t>(groups[k])] = k;
  const std::size_t count = std::max<std::size_t>(2, std::min(folds, groups.size()));
  // Groups in their shuffled order, cut where a fold has its share of the rows.
  std::vector<std::size_t> rows_of(groups.size());
  for (const int group : held.groups) ++rows_of[place[static_cast<std::size_t>(group)]];
  std::vector<std::size_t> fold_of(groups.size());
  std::size_t before = 0;
  for (std::size_t k = 0; k < groups.size(); ++k) {
    const double middle = static_cast<double>(before) + 0.5 * static_cast<double>(rows_of[k]);
    fold_of[k] = std::min(
        count - 1, static_cast<std::size_t>(middle * static_cast<double>(count) / static_cast<double>(held.rows())));
    before += rows_of[k];
  }
  DealtRows dealt;
  dealt.held = &held;
  std::vector<std::size_t> fold_of_row(held.groups.size());
  for (std::size_t i = 0; i < fold_of_row.size(); ++i)
    fold_of_row[i] = fold_of[place[static_cast<std::size_t>(held.groups[i])]];
  dealt.folds.weights.resize(held.rows());
  for (std::size_t fold = 0; fold < count; ++fold) {
    for (std::size_t i = 0; i < fold_of_row.size(); ++i) {
      if (fold_of_row[i] != fold) continue;
      dealt.folds.weights[static_cast<Eigen::Index>(dealt.order.size())] = held.weights[static_cast<Eigen::Index>(i)];
      dealt.order.push_back(static_cast<Eigen::Index>(i));
    }
    const auto end = static_cast<Eigen::Index>(dealt.order.size());
    if (dealt.folds.ends.empty() || dealt.folds.ends.back() < end) dealt.folds.ends.push_back(end);
  }
  return dealt;
}

std::vector<Eigen::Index> rows_of(const DealtRows& dealt, const Folds& folds) {
  std::vector<Eigen::Index> rows;
  for (const std::size_t fold : folds) {
    for (Eigen::Index i = dealt.folds.begin(fold); i < dealt.folds.ends[fold]; ++i) rows.push_back(i);
  }
  return rows;
}

Result<std::vector<Reading>> read(const DealtRows& dealt, const TermLibrary& library, const ShapeLibraries& libraries,
                                  const std::vector<Folds>& fits, const ReaderRules& rules,
                                  const base::Control& control) {
  const HeldRows& held = *dealt.held;
  std::vector<Reading> readings(fits.size());
  for (Reading& reading : readings) reading.shapes.resize(held.candidates.size());
  if (!rules.terms && !rules.shapes) return readings;
  const TermReader person(dealt, library);
  if (rules.terms) {
    for (std::size_t k = 0; k < fits.size(); ++k) person.read(fits[k], readings[k]);
  }
  if (!rules.shapes) return readings;
  base::ThreadPool pool(control.threads);
  pool.run(held.candidates.size(), [&](std::size_t candidate) {
    if (control.should_stop() || !held.candidates[candidate].may_bend) return;
    libraries.with(candidate,
                   [&](const ShapeLibrary& shapes) { read_shapes(dealt, person, shapes, fits, candidate, readings); });
  });
  if (control.should_stop()) return base::interrupted();
  return readings;
}

}  // namespace explainee::explain
