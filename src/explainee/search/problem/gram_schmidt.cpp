#include "explainee/search/problem/gram_schmidt.h"

#include <algorithm>
#include <cmath>

#include "explainee/base/tolerances.h"

namespace explainee::search {

GramSchmidt::GramSchmidt(const Problem& problem)
    : problem_(&problem),
      variance_(problem.gram.diagonal()),
      cross_(problem.cross),
      residual_(problem.target),
      levels_(problem.columns(), 4),
      scores_(4, problem.predictions()) {}

void GramSchmidt::add(int candidate) {
  const Candidate& block = problem_->candidates[static_cast<std::size_t>(candidate)];
  for (int step = 0; step < block.count; ++step) {
    int best = -1;
    double best_share = base::kDetermined;
    for (int column = block.first; column < block.first + block.count; ++column) {
      const double share = variance_[column] / problem_->column_scale[column];
      if (!(share > best_share)) continue;
      best = column;
      best_share = share;
    }
    if (best < 0) break;
    weakest_ = std::min(weakest_, best_share);
    add_column(best);
  }
  ++facts_;
}

void GramSchmidt::add_column(int column) {
  if (rank_ == levels_.cols()) {
    const Eigen::Index capacity = 2 * levels_.cols();
    levels_.conservativeResize(Eigen::NoChange, capacity);
    scores_.conservativeResize(capacity, Eigen::NoChange);
  }
  const double root = std::sqrt(variance_[column]);
  auto level = levels_.col(rank_);
  level = problem_->gram.col(column);
  for (int l = 0; l < rank_; ++l) level -= levels_(column, l) * levels_.col(l);
  level /= root;
  level[column] = root;
  scores_.row(rank_) = cross_.row(column) / root;
  cross_ -= level * scores_.row(rank_);
  variance_ -= level.cwiseAbs2();
  residual_ -= scores_.row(rank_).transpose() * scores_.row(rank_);
  // Exactly nothing is left of the column itself.
  variance_[column] = 0;
  cross_.row(column).setZero();
  level_column_.push_back(column);
  ++rank_;
}

GramSchmidt GramSchmidt::without(int candidate) const {
  const Candidate& block = problem_->candidates[static_cast<std::size_t>(candidate)];
  std::vector<int> forgotten;
  for (int l = 0; l < rank_; ++l) {
    const int column = level_column_[static_cast<std::size_t>(l)];
    if (column >= block.first && column < block.first + block.count) forgotten.push_back(l);
  }
  GramSchmidt result = *this;
  result.facts_ -= 1;
  result.rank_ -= static_cast<int>(forgotten.size());
  if (forgotten.empty()) return result;
  // With L the levels at their own columns, C = (LLᵀ)⁻¹ and U = L⁻ᵀWᵀ: forgetting I adds back U_Iᵀ C_II⁻¹ U_I.
  const Eigen::MatrixXd lower = levels_(level_column_, Eigen::seqN(0, rank_));
  Eigen::MatrixXd units = Eigen::MatrixXd::Zero(rank_, static_cast<Eigen::Index>(forgotten.size()));
  for (std::size_t k = 0; k < forgotten.size(); ++k) units(forgotten[k], static_cast<Eigen::Index>(k)) = 1;
  const Eigen::MatrixXd rows = lower.triangularView<Eigen::Lower>().solve(units);  // columns I of L⁻¹
  const Eigen::LLT<Eigen::MatrixXd> factor(rows.transpose() * rows);
  const Eigen::MatrixXd mix = factor.matrixL().solve(rows.transpose());
  result.restored_ = levels_.leftCols(rank_) * mix.transpose();
  const Eigen::MatrixXd scores = mix * scores_.topRows(rank_);
  result.variance_ += result.restored_.rowwise().squaredNorm();
  result.cross_ += result.restored_ * scores;
  result.residual_ += scores.transpose() * scores;
  return result;
}

Eigen::MatrixXd GramSchmidt::gram_of(const Candidate& candidate) const {
  const auto first = static_cast<Eigen::Index>(candidate.first);
  const auto count = static_cast<Eigen::Index>(candidate.count);
  const auto used = static_cast<Eigen::Index>(level_column_.size());
  const auto rows = levels_.block(first, 0, count, used);
  Eigen::MatrixXd gram = problem_->gram.block(first, first, count, count) - rows * rows.transpose();
  if (restored_.size() > 0) {
    gram += restored_.middleRows(first, count) * restored_.middleRows(first, count).transpose();
  }
  return gram;
}

}  // namespace explainee::search
