// explainee/information/testing/measured_rows.h: for tests, rows in memory with their moments in folds, made naively.
#pragma once

#include <Eigen/Dense>
#include <cmath>
#include <vector>

#include "explainee/base/random.h"
#include "explainee/information/measure.h"

namespace explainee::information {

/// Rows × columns, with weights (all 1 when empty), dealt to folds in turn.
class MeasuredRows final : public Rows {
 public:
  MeasuredRows(Eigen::MatrixXd values, Eigen::VectorXd weights, std::size_t folds)
      : values_(std::move(values)), weights_(std::move(weights)) {
    if (weights_.size() == 0) weights_ = Eigen::VectorXd::Ones(values_.rows());
    for (std::size_t fold = 0; fold < folds; ++fold) folds_.push_back(sum(fold, folds));
    total_ = sum(0, 1);
  }

  [[nodiscard]] base::Result<void> visit(const base::Control& /*control*/, const RowVisitor& visitor) override {
    ++passes;
    constexpr Eigen::Index kBlock = 64;
    for (Eigen::Index from = 0; from < values_.rows(); from += kBlock) {
      const Eigen::Index count = std::min(kBlock, values_.rows() - from);
      std::vector<std::int64_t> numbers;
      for (Eigen::Index i = 0; i < count; ++i) numbers.push_back(from + i);
      if (!visitor(values_.middleRows(from, count), weights_.segment(from, count), numbers)) break;
    }
    return {};
  }

  [[nodiscard]] base::Result<std::vector<int>> blocks(const base::Control& /*control*/) override { return block_of; }

  /// She has the columns `known` as they are.
  [[nodiscard]] Material material(const std::vector<int>& known, const std::vector<int>& predictions) {
    Material material;
    material.situation.folds = folds_;
    material.situation.summary_weights = Eigen::MatrixXd::Zero(values_.cols(), static_cast<Eigen::Index>(known.size()));
    for (std::size_t i = 0; i < known.size(); ++i)
      material.situation.summary_weights(known[i], static_cast<Eigen::Index>(i)) = 1;
    material.situation.predictions = predictions;
    material.situation.independent = open_predictions(material.situation, total_);
    material.total = &total_;
    material.rows = this;
    material.blocks = !block_of.empty();
    return material;
  }

  [[nodiscard]] const Eigen::MatrixXd& values() const { return values_; }
  [[nodiscard]] const Eigen::VectorXd& weights() const { return weights_; }

  int passes = 0;
  std::vector<int> block_of;  ///< of rows that hang together

 private:
  [[nodiscard]] moments::Fold sum(std::size_t first, std::size_t step) const {
    moments::Fold fold = moments::empty_fold(static_cast<int>(values_.cols()));
    for (Eigen::Index i = static_cast<Eigen::Index>(first); i < values_.rows(); i += static_cast<Eigen::Index>(step)) {
      ++fold.rows;
      fold.weight += weights_[i];
      fold.weight_squares += weights_[i] * weights_[i];
      fold.mean += weights_[i] * values_.row(i).transpose();
    }
    fold.mean /= fold.weight;
    for (Eigen::Index i = static_cast<Eigen::Index>(first); i < values_.rows(); i += static_cast<Eigen::Index>(step)) {
      const Eigen::VectorXd apart = values_.row(i).transpose() - fold.mean;
      fold.scatter += weights_[i] * apart * apart.transpose();
    }
    return fold;
  }

  Eigen::MatrixXd values_;
  Eigen::VectorXd weights_;
  std::vector<moments::Fold> folds_;
  moments::Fold total_;
};

}  // namespace explainee::information
