// explainee/moments/accumulate/fold_assignment.h: which fold a row belongs to, from its number alone (mathematics §8).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace explainee::moments {

/// Deals rows to folds: each run of `folds` consecutive rows gives one row to every fold, in a seeded order.
class FoldAssignment {
 public:
  FoldAssignment(int folds, std::uint64_t seed);

  /// Folds of the rows with the numbers first_row, first_row + 1, …
  void of_rows(std::int64_t first_row, std::span<int> folds) const;
  /// Fold of all rows whose block column holds this number: 0 … folds − 1 are the folds themselves, others are mixed,
  /// so that numbers with a common factor do not meet in one fold.
  [[nodiscard]] int of_block(double value) const;
  /// Fold of all rows whose block column holds this text.
  [[nodiscard]] int of_block(std::string_view text) const;

 private:
  int folds_;
  std::uint64_t seed_;
};

}  // namespace explainee::moments
