#include "explainee/search/algebra/tableau.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

namespace explainee::search {
namespace {

constexpr std::size_t kTableauRowsBetweenLooks = 256;  ///< rows between two looks at the clock

/// A pivot below this share of its column's variance is rounding: the column is spare.
constexpr double kPivot = 64 * std::numeric_limits<double>::epsilon();

}  // namespace

Tableau::Tableau(const UsableColumns& columns)
    : columns_(&columns), matrix_(columns.size + static_cast<std::size_t>(columns.problem->predictions())) {
  line_.resize(padded(matrix_.rows()));
  factor_.resize(padded(matrix_.rows()));
  kept_.assign(columns.size, 0);
}

bool Tableau::read(const base::Control& control) {
  const Problem& problem = *columns_->problem;
  for (std::size_t i = 0; i < columns_->size; ++i) {
    if (i % kTableauRowsBetweenLooks == kTableauRowsBetweenLooks - 1 && control.should_stop()) return false;
    const double* from = problem.gram.col(columns_->column[i]).data();
    double* row = matrix_.clear_row(i);
    for (std::size_t j = 0; j <= i; ++j) row[j] = from[columns_->column[j]];
  }
  for (int k = 0; k < problem.predictions(); ++k) {
    double* row = matrix_.clear_row(columns_->size + static_cast<std::size_t>(k));
    for (std::size_t i = 0; i < columns_->size; ++i) row[i] = problem.cross(columns_->column[i], k);
    for (int l = 0; l <= k; ++l) row[columns_->size + static_cast<std::size_t>(l)] = problem.target(k, l);
  }
  state_.assign(columns_->size, State::kSpare);
  spare_.clear();
  for (int j = 0; j < size(); ++j) spare_.push_back(j);
  return true;
}

bool Tableau::copy(const Tableau& other, const base::Control& control) {
  for (std::size_t from = 0; from < matrix_.rows(); from += kTableauRowsBetweenLooks) {
    if (from > 0 && control.should_stop()) return false;
    matrix_.copy_rows(other.matrix_, from, std::min(from + kTableauRowsBetweenLooks, matrix_.rows()));
  }
  state_ = other.state_;
  kept_ = other.kept_;
  spare_ = other.spare_;
  return true;
}

/// Subtracts the outer product of row `column` over its diagonal from everything but itself; the row is left in line_.
void Tableau::pivot(int column) {
  const auto k = static_cast<std::size_t>(column);
  matrix_.read_row(k, line_.data());
  const double inverse = -1 / line_[k];
  for (std::size_t j = 0; j < columns_->size; ++j) {
    if (state_[j] == State::kForbidden) line_[j] = 0;
  }
  for (std::size_t i = 0; i < matrix_.rows(); ++i) factor_[i] = line_[i] * inverse;
  factor_[k] = 0;
  matrix_.add_rank_one(factor_.data(), line_.data());
}

void Tableau::sweep_in(int column) {
  pivot(column);
  const auto k = static_cast<std::size_t>(column);
  const double diagonal = line_[k];
  for (std::size_t i = 0; i < matrix_.rows(); ++i) matrix_.set(i, k, line_[i] / diagonal);
  matrix_.set(k, k, -1 / diagonal);
  state_[k] = State::kBasis;
  spare_.erase(std::find(spare_.begin(), spare_.end(), column));
}

void Tableau::sweep_out(int column) {
  pivot(column);
  const auto k = static_cast<std::size_t>(column);
  const double diagonal = line_[k];
  for (std::size_t i = 0; i < matrix_.rows(); ++i) matrix_.set(i, k, -line_[i] / diagonal);
  matrix_.set(k, k, -1 / diagonal);
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
  panel.lines.resize(most * stride());
  std::vector<int> left = spare_;
  std::vector<double> diagonal(columns_->size);
  for (const int j : left) diagonal[static_cast<std::size_t>(j)] = at(j, j);
  while (panel.columns.size() < most) {
    const auto share = [&](int j) { return diagonal[static_cast<std::size_t>(j)] / columns_->scale[j]; };
    const auto best = std::max_element(left.begin(), left.end(), [&](int a, int b) { return share(a) < share(b); });
    if (best == left.end() || !(share(*best) > kPivot)) break;
    const int column = *best;
    const auto k = static_cast<std::size_t>(column);
    double* line = panel.lines.data() + panel.columns.size() * stride();
    matrix_.read_row(k, line);
    std::vector<WeightedRow> weights;
    for (std::size_t l = 0; l < panel.columns.size(); ++l) {
      weights.push_back({l, -panel.lines[l * stride() + k] / panel.diagonals[l]});
    }
    add_rows(panel.lines.data(), stride(), stride(), weights, line);
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

/// A −= Uᵀ D⁻¹ U, in bands of rows.
bool Tableau::eliminate(const Panel& panel, const base::Control& control, const Runner& runner) {
  constexpr std::size_t kBand = 64;
  const std::size_t rows = matrix_.rows();
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
        factor[i * count + k] = -panel.lines[k * stride() + from + i] / panel.diagonals[k];
      }
    }
    matrix_.add_rank_many(from, from + height, factor.data(), {panel.lines.data(), stride(), count});
  });
  return finished;
}

/// The panel's own rows: with its block of the matrix L D Lᵀ, they become L⁻ᵀ D⁻¹ U, and −(L D Lᵀ)⁻¹ among themselves.
void Tableau::finish(const Panel& panel) {
  const auto count = static_cast<Eigen::Index>(panel.columns.size());
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::Map<const Rows> lines(panel.lines.data(), count, static_cast<Eigen::Index>(stride()));
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
  for (Eigen::Index k = 0; k < count; ++k) {
    const auto column = static_cast<std::size_t>(panel.columns[static_cast<std::size_t>(k)]);
    for (Eigen::Index l = 0; l < count; ++l) rows(k, panel.columns[static_cast<std::size_t>(l)]) = -own(k, l);
    for (std::size_t i = 0; i < matrix_.rows(); ++i) matrix_.set(column, i, rows(k, static_cast<Eigen::Index>(i)));
    state_[column] = State::kBasis;
    spare_.erase(std::find(spare_.begin(), spare_.end(), static_cast<int>(column)));
  }
}

bool Tableau::fill(const base::Control& control, const Runner& runner) {
  const std::size_t most = columns_->size < 64 ? 8 : 32;
  if (!read(control)) return false;
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
