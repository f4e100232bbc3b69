#include "explainee/search/tableau.h"

#include <algorithm>
#include <atomic>
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

/// Pivots are chosen as if one after the other, but only the diagonal and the chosen rows are kept up to date.
Tableau::Panel Tableau::choose_panel(std::size_t most) const {
  Panel panel;
  panel.lines.resize(most * stride_);
  std::vector<int> left = spare_;
  std::vector<double> diagonal(columns_->size);
  for (const int j : left) diagonal[static_cast<std::size_t>(j)] = at(j, j);
  while (panel.columns.size() < most) {
    const auto share = [&](int j) { return diagonal[static_cast<std::size_t>(j)] / columns_->scale[j]; };
    const auto best = std::max_element(left.begin(), left.end(), [&](int a, int b) { return share(a) < share(b); });
    if (best == left.end() || !(share(*best) > kPivot)) break;
    const int column = *best;
    const auto k = static_cast<std::size_t>(column);
    double* line = panel.lines.data() + panel.columns.size() * stride_;
    std::copy_n(matrix_.data() + k * stride_, stride_, line);
    std::vector<double> weights;
    for (std::size_t l = 0; l < panel.columns.size(); ++l) {
      weights.push_back(-panel.lines[l * stride_ + k] / panel.diagonals[l]);
    }
    add_rows(panel.lines.data(), weights.size(), stride_, stride_, weights.data(), line);
    if (!(line[k] > 0.5 * kPivot * columns_->scale[column])) {
      left.erase(best);  // the diagonal alone had kept a little more
      continue;
    }
    panel.columns.push_back(column);
    panel.diagonals.push_back(line[k]);
    left.erase(best);
    for (const int j : left) {
      diagonal[static_cast<std::size_t>(j)] -=
          line[static_cast<std::size_t>(j)] * line[static_cast<std::size_t>(j)] / line[k];
    }
  }
  return panel;
}

/// A −= Uᵀ D⁻¹ U over the whole matrix, in bands of rows.
bool Tableau::eliminate(const Panel& panel, const base::Control& control, const Runner& runner) {
  constexpr std::size_t kBand = 64;
  const std::size_t rows = matrix_.size() / stride_;
  const std::size_t count = panel.columns.size();
  std::atomic<bool> finished = true;
  runner((rows + kBand - 1) / kBand, [&](std::size_t band) {
    const std::size_t from = band * kBand;
    const std::size_t height = std::min(kBand, rows - from);
    if (rows > 500 && control.should_stop()) finished = false;
    if (!finished) return;
    std::vector<double> factor(height * count);
    for (std::size_t i = 0; i < height; ++i) {
      for (std::size_t k = 0; k < count; ++k) {
        factor[i * count + k] = -panel.lines[k * stride_ + from + i] / panel.diagonals[k];
      }
    }
    add_rank_many(matrix_.data() + from * stride_, height, stride_, stride_, factor.data(), panel.lines.data(), count);
  });
  return finished;
}

/// The panel's own rows: with its block of the matrix L D Lᵀ, they become L⁻ᵀ D⁻¹ U, and −(L D Lᵀ)⁻¹ among themselves.
void Tableau::finish(const Panel& panel) {
  const auto count = static_cast<Eigen::Index>(panel.columns.size());
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::Map<const Rows> lines(panel.lines.data(), count, static_cast<Eigen::Index>(stride_));
  Eigen::MatrixXd lower = Eigen::MatrixXd::Identity(count, count);
  for (Eigen::Index k = 0; k < count; ++k) {
    for (Eigen::Index l = k + 1; l < count; ++l) {
      lower(l, k) = lines(k, panel.columns[static_cast<std::size_t>(l)]) / panel.diagonals[static_cast<std::size_t>(k)];
    }
  }
  const Eigen::VectorXd inverse = Eigen::Map<const Eigen::VectorXd>(panel.diagonals.data(), count).cwiseInverse();
  Rows rows = inverse.asDiagonal() * lines;
  lower.triangularView<Eigen::UnitLower>().transpose().solveInPlace(rows);
  Eigen::MatrixXd own = Eigen::MatrixXd::Identity(count, count);
  lower.triangularView<Eigen::UnitLower>().solveInPlace(own);
  own = (own.transpose() * inverse.asDiagonal() * own).eval();
  const std::size_t height = matrix_.size() / stride_;
  for (Eigen::Index k = 0; k < count; ++k) {
    const auto column = static_cast<std::size_t>(panel.columns[static_cast<std::size_t>(k)]);
    for (Eigen::Index l = 0; l < count; ++l) rows(k, panel.columns[static_cast<std::size_t>(l)]) = -own(k, l);
    for (std::size_t i = 0; i < height; ++i) {
      matrix_[column * stride_ + i] = matrix_[i * stride_ + column] = rows(k, static_cast<Eigen::Index>(i));
    }
    state_[column] = State::kBasis;
    spare_.erase(std::find(spare_.begin(), spare_.end(), static_cast<int>(column)));
  }
}

bool Tableau::fill(const base::Control& control, const Runner& runner) {
  const std::size_t most = columns_->size < 64 ? 8 : 32;
  while (true) {
    const Panel panel = choose_panel(most);
    if (panel.columns.empty()) return true;
    if (!eliminate(panel, control, runner)) return false;
    finish(panel);
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
