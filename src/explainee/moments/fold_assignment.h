// explainee/moments/fold_assignment.h: which fold a row belongs to, from its number alone (mathematics §8).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace explainee::moments {

/// Deals rows to folds: each run of `folds` consecutive rows gives one row to every fold, in a seeded order.
class FoldAssignment {
 public:
  FoldAssignment(int folds, std::uint64_t seed);

  /// Fold of the row with this number; cheapest when asked in increasing order, row by row of one run.
  [[nodiscard]] int of_row(std::int64_t row);
  /// Fold of all rows whose block column holds this number: 0 … folds − 1 are the folds themselves, others are mixed, so
  /// that numbers with a common factor do not meet in one fold.
  [[nodiscard]] int of_block(double value) const;
  /// Fold of all rows whose block column holds this text.
  [[nodiscard]] int of_block(std::string_view text) const;

 private:
  int folds_;
  std::uint64_t seed_;
  std::int64_t run_ = -1;
  std::vector<int> order_;
};

}  // namespace explainee::moments
