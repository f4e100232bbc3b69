// explainee/search/crowd/crowd_precision.h: the inverse and the regression on all columns given what one member knows,
// and the bounds that follow from them (search §4, §7).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "explainee/search/crowd/crowd_climb.h"

namespace explainee::search {

/// P_u = P + Σ ±hhᵀ over a few rows h. Where u is exactly wᵀx, P_u exists only once a column with a weight is left out.
/// Every bound is rounded outwards: errors grow with the coefficients (search §5).
class CrowdPrecision {
 public:
  explicit CrowdPrecision(const CrowdTables& tables);

  /// False when rounding would leave too little. `kept`: the columns of u that are not determined by the others.
  [[nodiscard]] bool begin(const IncumbentMember& member, std::span<const int> kept);

  /// f of every set without this column is at least this.
  [[nodiscard]] double bound_without(int column) const;

  /// The same, sharper: f ≥ q − θ²(bᵀγ − δ‖γ‖²) − TopSum(((1−θ)b + θδγ)²/δ), γ the regression without the column. The
  /// columns `held` are in every set, `places` others may join. Stops once it exceeds `goal`.
  [[nodiscard]] double bound_without(int column, const CrowdClimb& climb, std::span<const int> held, std::size_t places,
                                     double goal);

 private:
  /// A regression: coefficients, what it leaves, and what is known of its accuracy.
  struct Regression {
    AlignedDoubles gamma;
    double residual = 0;
    double reach = 0;  ///< 1 + Σ|coefficients|, those of u included
    double most = 0;   ///< no eigenvalue of the inverse exceeds this
  };

  [[nodiscard]] bool summarise(const IncumbentMember& member, std::span<const int> kept);
  void leave_out(int column);
  [[nodiscard]] double diagonal(std::size_t column) const;
  void read_column(std::size_t column, double* out) const;
  [[nodiscard]] double error(double reach, double most) const;
  [[nodiscard]] double rest(double reach) const;
  void regress_without(std::size_t column);
  void regress_exactly_without(std::size_t column);

  const CrowdTables* tables_;
  std::size_t stride_;
  Regression whole_;
  Regression part_;
  const double* weights_ = nullptr;  ///< of an exact u while every column with a weight is still there
  AlignedDoubles own_weights_;       ///< w, 0 for what is known
  double weights_norm_ = 0;
  AlignedDoubles inside_;  ///< 0 for what is known or left out, else 1
  AlignedDoubles levels_;  ///< rows h
  std::vector<double> sign_;
  std::vector<double> sum_;  ///< Σ|h|
  std::size_t count_ = 0;
  std::vector<double> factor_, score_;
  AlignedDoubles column_, gain_;
};

}  // namespace explainee::search
