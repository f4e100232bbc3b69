// explainee/data/running_scale.h: weighted mean and standard deviation of a column, value by value.
#pragma once

#include <cmath>

namespace explainee::data {

/// Weighted mean and sum of squared deviations (West 1979), measured from the first value, so that a large offset does
/// no harm. Weights must be positive.
class RunningScale {
 public:
  void add(double value, double value_weight) {
    if (weight_ == 0) first_ = value;
    weight_ += value_weight;
    const double delta = (value - first_) - mean_;
    mean_ += delta * (value_weight / weight_);
    squares_ += value_weight * delta * ((value - first_) - mean_);
  }

  [[nodiscard]] double mean() const { return first_ + mean_; }
  /// 0 when nothing was added.
  [[nodiscard]] double sd() const { return weight_ > 0 ? std::sqrt(squares_ / weight_) : 0; }

 private:
  double first_ = 0;
  double weight_ = 0;
  double mean_ = 0;
  double squares_ = 0;
};

}  // namespace explainee::data
