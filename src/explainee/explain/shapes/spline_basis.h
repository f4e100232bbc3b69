// explainee/explain/shapes/spline_basis.h: natural cubic splines of a column of numbers, as columns that are
// uncorrelated with each other.
#pragma once

#include <Eigen/Dense>
#include <optional>
#include <span>
#include <vector>

#include "explainee/family/formula.h"

namespace explainee::explain {

/// A natural spline with so many degrees of freedom, the straight line among them.
struct SplineBasis {
  std::vector<double> knots;  ///< degrees + 1
  /// Uncorrelated columns of unit variance = (terms − means)·combine; the first is the straight line.
  Eigen::MatrixXd combine;
  Eigen::RowVectorXd means;  ///< of the terms

  [[nodiscard]] int degrees() const { return static_cast<int>(combine.cols()); }
  /// rows × degrees.
  [[nodiscard]] Eigen::MatrixXd columns(const Eigen::Ref<const Eigen::VectorXd>& values) const;
  /// The one column with these weights of the uncorrelated ones, but for a constant.
  [[nodiscard]] family::Bend bend(const Eigen::VectorXd& weights) const;
};

/// With knots at quantiles of the values; none where they have too few different values for so many knots.
[[nodiscard]] std::optional<SplineBasis> make_spline(const Eigen::Ref<const Eigen::VectorXd>& values,
                                                     const Eigen::VectorXd& weights, std::span<const double> sorted,
                                                     int degrees);

/// Different quantiles of sorted values at (1 … count)/(count + 1), none of which is the largest value.
[[nodiscard]] std::vector<double> cuts_of(std::span<const double> sorted, int count);

}  // namespace explainee::explain
