#include "explainee/moments/fold_assignment.h"

#include <bit>
#include <cmath>
#include <numeric>

#include "explainee/base/random.h"

namespace explainee::moments {

FoldAssignment::FoldAssignment(int folds, std::uint64_t seed)
    : folds_(folds), seed_(seed), order_(static_cast<std::size_t>(folds)) {}

int FoldAssignment::of_row(std::int64_t row) {
  const std::int64_t position = row - run_ * folds_;  // saves the division inside a run
  if (run_ < 0 || position < 0 || position >= folds_) {
    run_ = row / folds_;
    std::iota(order_.begin(), order_.end(), 0);
    base::Random random(seed_, static_cast<std::uint64_t>(run_));
    random.shuffle(std::span<int>(order_));
  }
  return order_[static_cast<std::size_t>(row - run_ * folds_)];
}

int FoldAssignment::of_block(double value) const {
  constexpr double kLargestWhole = 9e15;  // beyond this neighbouring doubles are not one apart
  if (value == std::floor(value) && std::abs(value) < kLargestWhole) {
    const auto whole = static_cast<std::int64_t>(value);
    if (whole >= 0 && whole < folds_) return static_cast<int>(whole);  // the caller has numbered the folds
    return static_cast<int>(base::mix64(static_cast<std::uint64_t>(whole)) % static_cast<std::uint64_t>(folds_));
  }
  return static_cast<int>(base::mix64(std::bit_cast<std::uint64_t>(value)) % static_cast<std::uint64_t>(folds_));
}

int FoldAssignment::of_block(std::string_view text) const {
  std::uint64_t hash = 0;
  for (const char c : text) hash = base::mix64(hash ^ static_cast<unsigned char>(c));
  return static_cast<int>(hash % static_cast<std::uint64_t>(folds_));
}

}  // namespace explainee::moments
