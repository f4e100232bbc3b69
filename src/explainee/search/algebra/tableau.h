// explainee/search/algebra/tableau.h: the regression on all columns still allowed, under columns leaving for good
// (search §2).
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/search/algebra/aligned.h"
#include "explainee/search/algebra/lower_triangle.h"
#include "explainee/search/problem/usable_columns.h"

namespace explainee::search {

/// The matrix [G b; bᵀ Σ(ŷ|u)] swept on a basis of the allowed columns: it then holds −P, the coefficients and the
/// residual covariance. A column outside the basis is spare: the basis determines it. Values are estimates; what is
/// concluded from them is proven by DualBound.
class Tableau {
 public:
  /// Nothing is read yet: fill() or copy() comes first.
  explicit Tableau(const UsableColumns& columns);

  /// Runs task(0) … task(count − 1), in any order.
  using Runner = std::function<void(std::size_t count, const std::function<void(std::size_t)>& task)>;

  /// Reads the problem and sweeps in a basis of all columns, many at a time; false when stopped.
  [[nodiscard]] bool fill(const base::Control& control, const Runner& runner);
  /// Becomes the same as another of the same columns; false when stopped, and then of no use.
  [[nodiscard]] bool copy(const Tableau& other, const base::Control& control);
  /// Forbids a column; spare ones take its place where they can.
  void forbid(int column);
  /// Keeps a column in the basis from now on, in exchange for another if it is spare. It stays spare when the kept ones
  /// determine it.
  void keep(int column);

  [[nodiscard]] const UsableColumns& columns() const { return *columns_; }
  [[nodiscard]] bool allowed(int column) const { return state_[static_cast<std::size_t>(column)] != State::kForbidden; }
  [[nodiscard]] bool in_basis(int column) const { return state_[static_cast<std::size_t>(column)] == State::kBasis; }
  /// Allowed columns outside the basis.
  [[nodiscard]] const std::vector<int>& spare() const { return spare_; }
  /// True when some spare column outside `except` can stand in for this basis column.
  [[nodiscard]] bool replaceable(int column, const std::vector<int>& except) const;

  /// P_ij of two basis columns.
  [[nodiscard]] double precision(int i, int j) const { return -at(i, j); }
  /// Coefficient of a basis column for a prediction.
  [[nodiscard]] double coefficient(int column, int prediction) const { return at(column, size() + prediction); }
  /// Covariance of two predictions given all allowed columns.
  [[nodiscard]] double residual(int k, int l) const { return at(size() + k, size() + l); }

 private:
  enum class State : char { kForbidden, kSpare, kBasis };

  [[nodiscard]] std::size_t stride() const { return line_.size(); }
  [[nodiscard]] int size() const { return static_cast<int>(columns_->size); }
  [[nodiscard]] double at(int i, int j) const {
    return matrix_.at(static_cast<std::size_t>(i), static_cast<std::size_t>(j));
  }
  /// Columns that are swept in together, and their rows as each one's turn comes.
  struct Panel {
    std::vector<int> columns;
    AlignedDoubles lines;           ///< one whole row per column, padded
    std::vector<double> diagonals;  ///< the pivots
  };

  [[nodiscard]] bool read(const base::Control& control);
  [[nodiscard]] Panel choose_panel(std::size_t most) const;
  [[nodiscard]] bool eliminate(const Panel& panel, const base::Control& control, const Runner& runner);
  void finish(const Panel& panel);
  void pivot(int column);
  void sweep_in(int column);
  void sweep_out(int column);
  [[nodiscard]] int next_pivot() const;

  const UsableColumns* columns_;
  LowerTriangle matrix_;
  std::vector<State> state_;
  std::vector<char> kept_;
  std::vector<int> spare_;
  AlignedDoubles line_;
  AlignedDoubles factor_;
};

}  // namespace explainee::search
