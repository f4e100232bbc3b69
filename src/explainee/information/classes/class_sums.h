// explainee/information/classes/class_sums.h: sums over rows, and over blocks of rows, of what two models of a class
// say.
#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "explainee/information/classes/contingency.h"

namespace explainee::information {

/// Sums over blocks of rows that hang together, of what one row in each is told.
class BlockSums {
 public:
  void add(int block, double weight, double gain) {
    const auto at = static_cast<std::size_t>(block);
    if (at >= weights_.size()) {
      weights_.resize(at + 1, 0.0);
      gains_.resize(at + 1, 0.0);
    }
    weights_[at] += weight;
    gains_[at] += weight * gain;
  }

  [[nodiscard]] double count() const { return static_cast<double>(weights_.size()); }
  /// Of the mean over all rows.
  [[nodiscard]] double error(double mean) const {
    double all = 0;
    double squares = 0;
    for (std::size_t b = 0; b < weights_.size(); ++b) {
      all += weights_[b];
      squares += std::pow(gains_[b] - mean * weights_[b], 2);
    }
    return std::sqrt(squares * count() / (count() - 1)) / all;
  }

 private:
  std::vector<double> weights_;
  std::vector<double> gains_;
};

/// Sums over rows of what two models say.
struct ModelSums {
  double weight = 0, squares = 0, gain = 0, open = 0, square_gain = 0, square_gain2 = 0, before = 0, after = 0;

  using LogChances = Eigen::Ref<const Eigen::RowVectorXd, 0, Eigen::InnerStride<>>;
  void add(const LogChances& log_before, const LogChances& log_after, int y, double w) {
    const double d = log_after[y] - log_before[y];
    weight += w;
    squares += w * w;
    gain += w * d;
    open -= w * log_before[y];
    square_gain += w * w * d;
    square_gain2 += w * w * d * d;
    Eigen::Index likeliest = 0;  // of equals the first
    log_before.maxCoeff(&likeliest);
    before += likeliest == y ? w : 0;
    log_after.maxCoeff(&likeliest);
    after += likeliest == y ? w : 0;
  }

  [[nodiscard]] DiscreteInformation information(int degrees) const {
    DiscreteInformation found;
    found.nats = gain / weight;
    found.open_nats = open / weight;
    found.degrees = degrees;
    found.corrected_nats = found.nats - degrees * squares / (2 * weight * weight);
    const double spread = square_gain2 - 2 * found.nats * square_gain + found.nats * found.nats * squares;
    found.error_nats = std::sqrt(std::max(0.0, spread)) / weight;
    found.right_before = before / weight;
    found.right_after = after / weight;
    return found;
  }
};

}  // namespace explainee::information
