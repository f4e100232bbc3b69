// explainee/explain/learnt/known_basis.h: bends and products of known numbers, of which trees make only stairs, and
// what regressions on them say of other columns.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "explainee/explain/learnt/sampled_rows.h"
#include "explainee/explain/shapes/held_rows.h"

namespace explainee::explain {

/// Columns made of some known sources at sampled rows.
class KnownBasis {
 public:
  /// `known`: places among the sources.
  KnownBasis(const HeldRows& held, const std::vector<int>& known, const SampledRows& rows);

  /// R² in rows that took no part, of least squares on all columns, among them bends of what least squares on squares
  /// and products fits: √(a² + b²) is one. 0 where there are too few rows. `fold`: of each row.
  [[nodiscard]] double share(const std::vector<double>& values, const std::vector<int>& fold) const;

  /// Share of rows that took no part whose class logistic regression gets wrong, on numbers as they are ("a > b" is a
  /// plane) or with their squares and products, whichever is better. 1 where there are too few rows.
  [[nodiscard]] double wrong(const information::LearnerTarget& target, const std::vector<int>& fold) const;

 private:
  [[nodiscard]] double wrong(const information::LearnerTarget& target, const std::vector<int>& fold,
                             std::size_t columns) const;
  void add(Eigen::VectorXd column);
  void add_squares(const std::vector<Eigen::VectorXd>& numbers);
  void add_cubes(const std::vector<Eigen::VectorXd>& numbers);
  void add_spline(const Eigen::VectorXd& x);
  /// Sums and differences: |a − b| and the larger of two are bends of these.
  void add_turned(const std::vector<Eigen::VectorXd>& numbers, const std::vector<double>& units);
  [[nodiscard]] Eigen::MatrixXd design(std::size_t columns) const;

  Eigen::VectorXd weights_;
  std::vector<Eigen::VectorXd> columns_;  // a constant first
  std::size_t linear_ = 0;                // the first so many are numbers and levels as they are
  std::size_t quadratic_ = 0;             // and squares and products behind them
};

}  // namespace explainee::explain
