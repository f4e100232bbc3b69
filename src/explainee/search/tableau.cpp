#include "explainee/search/tableau.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "explainee/search/rank_one.h"

namespace explainee::search {
namespace {

/// A pivot below this share of its column's variance is rounding: the column is spare.
constexpr double kPivot = 64 * std::numeric_limits<double>::epsilon();

}  // namespace

Tableau::Tableau(const UsableColumns& columns) : columns_(&columns) {
  const auto d = static_cast<std::size_t>(columns.problem->predictions());
  const std::size_t rows = columns.size + d;
  stride_ = padded(rows);
  matrix_.resize(rows * stride_);
  line_.resize(stride_);
  factor_.resize(stride_);
  for (std::size_t i = 0; i < columns.size; ++i) {
    std::copy_n(columns.gram.data() + i * columns.stride, columns.size, matrix_.data() + i * stride_);
    for (std::size_t k = 0; k < d; ++k) {
      const double entry = columns.cross(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k));
      matrix_[i * stride_ + columns.size + k] = entry;
      matrix_[(columns.size + k) * stride_ + i] = entry;
    }
  }
  for (std::size_t k = 0; k < d; ++k) {
    for (std::size_t l = 0; l < d; ++l) {
      matrix_[(columns.size + k) * stride_ + columns.size + l] =
          columns.problem->target(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(l));
    }
  }
  state_.assign(columns.size, State::kSpare);
  kept_.assign(columns.size, 0);
  for (int j = 0; j < size(); ++j) spare_.push_back(j);
}

/// Subtracts the outer product of row `column` over its diagonal from everything but itself; the row is left in line_.
void Tableau::pivot(int column) {
  const auto k = static_cast<std::size_t>(column);
  const std::size_t rows = columns_->size + static_cast<std::size_t>(columns_->problem->predictions());
  std::copy_n(matrix_.data() + k * stride_, stride_, line_.data());
  const double inverse = -1 / line_[k];
  for (std::size_t j = 0; j < columns_->size; ++j) {
    if (state_[j] == State::kForbidden) line_[j] = 0;
  }
  for (std::size_t i = 0; i < rows; ++i) factor_[i] = line_[i] * inverse;
  factor_[k] = 0;
  add_rank_one(matrix_.data(), rows, stride_, stride_, factor_.data(), line_.data());
}

void Tableau::sweep_in(int column) {
  pivot(column);
  const auto k = static_cast<std::size_t>(column);
  const double diagonal = line_[k];
  for (std::size_t i = 0; i < matrix_.size() / stride_; ++i) {
    matrix_[i * stride_ + k] = matrix_[k * stride_ + i] = line_[i] / diagonal;
  }
  matrix_[k * stride_ + k] = -1 / diagonal;
  state_[k] = State::kBasis;
  spare_.erase(std::find(spare_.begin(), spare_.end(), column));
}

void Tableau::sweep_out(int column) {
  pivot(column);
  const auto k = static_cast<std::size_t>(column);
  const double diagonal = line_[k];
  for (std::size_t i = 0; i < matrix_.size() / stride_; ++i) {
    matrix_[i * stride_ + k] = matrix_[k * stride_ + i] = -line_[i] / diagonal;
  }
  matrix_[k * stride_ + k] = -1 / diagonal;
  state_[k] = State::kSpare;
  spare_.insert(std::upper_bound(spare_.begin(), spare_.end(), column), column);
}

/// The spare column with the largest share of its variance left; −1 when there is only rounding left.
int Tableau::next_pivot() const {
  int best = -1;
  double most = kPivot;
  for (const int j : spare_) {
    const double share = at(j, j) / columns_->scale[j];
    if (share <= most) continue;
    most = share;
    best = j;
  }
  return best;
}

bool Tableau::fill(const base::Control& control) {
  const std::size_t patience = 1 + 4000000 / (matrix_.size() + 1);  // sweeps between two looks at the clock
  for (std::size_t step = 1;; ++step) {
    const int column = next_pivot();
    if (column < 0) return true;
    if (step % patience == 0 && control.should_stop()) return false;
    sweep_in(column);
  }
}

void Tableau::forbid(int column) {
  auto& state = state_[static_cast<std::size_t>(column)];
  if (state == State::kSpare) spare_.erase(std::find(spare_.begin(), spare_.end(), column));
  const bool leaves = state == State::kBasis;
  if (leaves) pivot(column);
  state = State::kForbidden;
  if (!leaves) return;
  for (int next = next_pivot(); next >= 0; next = next_pivot()) sweep_in(next);
}

void Tableau::keep(int column) {
  kept_[static_cast<std::size_t>(column)] = 1;
  if (state_[static_cast<std::size_t>(column)] != State::kSpare) return;
  int partner = -1;
  double most = kPivot * columns_->scale[column];
  for (int j = 0; j < size(); ++j) {
    if (!in_basis(j) || kept_[static_cast<std::size_t>(j)] != 0) continue;
    const double pivot_after = at(j, column) * at(j, column) / -at(j, j);
    if (pivot_after <= most) continue;
    most = pivot_after;
    partner = j;
  }
  if (partner < 0) return;
  sweep_out(partner);
  sweep_in(column);
}

bool Tableau::replaceable(int column, const std::vector<int>& except) const {
  const double precision_here = -at(column, column);
  return std::any_of(spare_.begin(), spare_.end(), [&](int j) {
    const double weight = at(column, j);
    return weight * weight > kPivot * columns_->scale[j] * precision_here &&
           std::find(except.begin(), except.end(), j) == except.end();
  });
}

}  // namespace explainee::search
