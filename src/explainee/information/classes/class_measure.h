// explainee/information/classes/class_measure.h: what facts tell about a class, by counting cells or, where there are
// too many of them, by logistic regression (mathematics §5).
#pragma once

#include "explainee/information/gaussian/gaussian_measure.h"
#include "explainee/information/measure.h"

namespace explainee::information {

/// Chances instead of variances: never more than H(ŷ|u) is told. Takes passes over the rows. The search was on one
/// number a class, 1 or 0; objective, bound, gap and what folds say stay in its terms.
class ClassMeasure final : public Measure {
 public:
  explicit ClassMeasure(Material material) : material_(std::move(material)), indicators_(material_) {}

  [[nodiscard]] std::string_view name() const override { return "discrete"; }
  [[nodiscard]] bool from_moments() const override { return false; }  // folds know variances only
  [[nodiscard]] base::Result<std::vector<MeasuredSet>> measure(std::span<const SetToMeasure> sets,
                                                               const base::Control& control) override;

 private:
  Material material_;
  GaussianMeasure indicators_;
};

}  // namespace explainee::information
