#include "explainee/explain/shapes/fit_shape.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "explainee/information/crossfit/cross_sweep.h"
#include "explainee/information/crossfit/fold_gains.h"

namespace explainee::explain {
namespace {

using information::CrossSweep;
using information::FoldMean;
using information::mean_of;

/// Standard errors by which a product is clear: there are many of them.
constexpr double kClearProduct = 2;

/// What the best of all cuts finds by chance: the mean of the largest of their χ² is 4.5.
constexpr int kCutDegrees = 5;

std::vector<int> counting(int from, int count) {
  std::vector<int> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), from);
  return all;
}

/// One candidate against the targets, beside what u leaves.
class ShapeFitter {
 public:
  ShapeFitter(const ShapeLibrary& library, const ShapeGrams& grams)
      : library_(library),
        grams_(grams),
        first_(1 + grams.given),
        target_(first_ + library.size()),
        sweep_(grams.folds) {
    for (int j = 1; j <= grams_.given; ++j) sweep_.take(j);
    double weight = 0;
    for (const double fold : grams_.fold_weights) weight += fold;
    for (int t = 0; t < grams_.targets; ++t) {
      double left = 0;
      for (std::size_t fold = 0; fold < sweep_.folds(); ++fold) left += sweep_.held_out(fold, target_ + t, target_ + t);
      scale_.push_back(left > 0 ? weight / left : 0);
    }
  }

  CandidateShape fit() {
    CandidateShape result;
    const std::vector<double> line = gains_of({0});
    double best = 0;
    std::vector<int> columns = {0};  // of the shape that is told
    for (std::size_t k = 0; k < library_.splines.size(); ++k) {
      std::vector<int> bent = spline_columns(k);
      const FoldMean better = difference(gains_of(bent), line);
      if (!better.clear() || better.mean <= best) continue;
      best = better.mean;
      result.shape.kind = Shape::Kind::kBent;
      result.shape.degrees = library_.splines[k].degrees();
      spline_ = k;
      columns = std::move(bent);
    }
    const FoldMean cut = difference(cut_gains(), line);
    if (!library_.cuts.empty() && cut.clear() && cut.mean > best) {
      const int at = best_cut();
      result.shape = {Shape::Kind::kCut, kCutDegrees, {}, library_.cuts[static_cast<std::size_t>(at)]};
      columns = {library_.cut_begin + at};
    }
    if (result.shape.kind == Shape::Kind::kBent)
      result.shape.bend = library_.splines[spline_].bend(slopes({}, columns));
    result.product = fit_product(columns);
    return result;
  }

 private:
  [[nodiscard]] std::vector<int> spline_columns(std::size_t k) const {
    std::vector<int> columns = {0};
    const std::vector<int> bends = counting(library_.spline_begin[k], library_.splines[k].degrees() - 1);
    columns.insert(columns.end(), bends.begin(), bends.end());
    return columns;
  }

  /// By how much less is left in each fold once these shapes are taken, those `before` them left aside.
  [[nodiscard]] std::vector<double> gains_of(const std::vector<int>& shapes,
                                             const std::vector<int>& before = {}) const {
    std::vector<int> variables;
    for (const int shape : before) variables.push_back(first_ + shape);
    for (const int shape : shapes) variables.push_back(first_ + shape);
    for (int t = 0; t < grams_.targets; ++t) variables.push_back(target_ + t);
    CrossSweep few = sweep_.restricted(variables);
    const auto taken = static_cast<int>(before.size() + shapes.size());
    for (int j = 0; j < static_cast<int>(before.size()); ++j) few.take(j);
    std::vector<double> gains(few.folds());
    const auto add = [&](double sign) {
      for (std::size_t fold = 0; fold < gains.size(); ++fold) {
        for (int t = 0; t < grams_.targets; ++t)
          gains[fold] += sign * scale_[static_cast<std::size_t>(t)] * few.held_out(fold, taken + t, taken + t) /
                         grams_.fold_weights[fold];
      }
    };
    add(1);
    for (int j = static_cast<int>(before.size()); j < taken; ++j) few.take(j);
    add(-1);
    return gains;
  }

  [[nodiscard]] static FoldMean difference(std::vector<double> one, const std::vector<double>& other) {
    for (std::size_t k = 0; k < one.size(); ++k) one[k] -= other[k];
    return mean_of(one);
  }

  /// Of the best cut of each fit: chosen on the other folds.
  [[nodiscard]] std::vector<double> cut_gains() const {
    std::vector<double> gains(sweep_.folds());
    for (std::size_t fold = 0; fold < gains.size(); ++fold) {
      double most = -1;
      for (int k = 0; k < static_cast<int>(library_.cuts.size()); ++k) {
        const int variable = first_ + library_.cut_begin + k;
        double fitted = 0;
        double held = 0;
        for (int t = 0; t < grams_.targets; ++t) {
          fitted += scale_[static_cast<std::size_t>(t)] * sweep_.fitted_gain(fold, variable, target_ + t);
          held += scale_[static_cast<std::size_t>(t)] * sweep_.gain(fold, variable, target_ + t);
        }
        if (fitted <= most) continue;
        most = fitted;
        gains[fold] = held / grams_.fold_weights[fold];
      }
    }
    return gains;
  }

  /// On all rows.
  [[nodiscard]] int best_cut() const {
    int best = 0;
    double most = -1;
    for (int k = 0; k < static_cast<int>(library_.cuts.size()); ++k) {
      double gain = 0;
      for (std::size_t fold = 0; fold < sweep_.folds(); ++fold) {
        for (int t = 0; t < grams_.targets; ++t)
          gain += scale_[static_cast<std::size_t>(t)] *
                  sweep_.fitted_gain(fold, first_ + library_.cut_begin + k, target_ + t);
      }
      if (gain <= most) continue;
      most = gain;
      best = k;
    }
    return best;
  }

  /// Weights of these shapes beside u and those `before`, on all rows: of the target, or of the direction of several
  /// targets that the shapes tell most about.
  [[nodiscard]] Eigen::VectorXd slopes(const std::vector<int>& before, const std::vector<int>& shapes) const {
    std::vector<int> taken = counting(0, first_);
    for (const int shape : before) taken.push_back(first_ + shape);
    std::vector<int> rest;
    for (const int shape : shapes) rest.push_back(first_ + shape);
    for (int t = 0; t < grams_.targets; ++t) rest.push_back(target_ + t);
    Eigen::MatrixXd total = Eigen::MatrixXd::Zero(grams_.folds.front().rows(), grams_.folds.front().cols());
    for (const Eigen::MatrixXd& fold : grams_.folds) total += fold;
    const Eigen::MatrixXd inner = total(taken, taken);
    const Eigen::MatrixXd across = total(taken, rest);
    const Eigen::MatrixXd left =
        total(rest, rest) - across.transpose() * inner.completeOrthogonalDecomposition().solve(across);
    const auto k = static_cast<Eigen::Index>(shapes.size());
    Eigen::MatrixXd aimed = left.topRightCorner(k, grams_.targets);
    for (Eigen::Index t = 0; t < aimed.cols(); ++t) aimed.col(t) *= std::sqrt(scale_[static_cast<std::size_t>(t)]);
    const Eigen::LDLT<Eigen::MatrixXd> factor(left.topLeftCorner(k, k));
    const Eigen::MatrixXd each = factor.solve(aimed);
    if (each.cols() == 1) return each.col(0);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> told(aimed.transpose() * each);
    return each * told.eigenvectors().rightCols(1);
  }

  [[nodiscard]] std::optional<KnownProduct> fit_product(const std::vector<int>& told) const {
    std::optional<KnownProduct> best;
    for (std::size_t f = 0; f < library_.factors.size(); ++f) {
      const int begin = library_.product_begin[f];
      for (const int size : {1, library_.product_size()}) {
        const std::vector<int> shapes = counting(begin, size);
        const FoldMean gain = mean_of(gains_of(shapes, told));
        if (!gain.clear(kClearProduct) || (best && gain.mean <= best->gain)) continue;
        best = KnownProduct{library_.factors[f].column, library_.factors[f].piece, {}, gain.mean};
        if (size == 1) continue;
        const SplineBasis& spline = library_.splines[static_cast<std::size_t>(library_.product_spline)];
        best->shape = {Shape::Kind::kBent, size, spline.bend(slopes(told, shapes)), 0};
      }
    }
    return best;
  }

  const ShapeLibrary& library_;
  const ShapeGrams& grams_;
  int first_;   // variable of the first shape
  int target_;  // and of the first target
  CrossSweep sweep_;
  std::vector<double> scale_;
  std::size_t spline_ = 0;
};

}  // namespace

CandidateShape fit_shape(const ShapeLibrary& library, const ShapeGrams& grams) {
  return ShapeFitter(library, grams).fit();
}

}  // namespace explainee::explain
