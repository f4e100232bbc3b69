#include "explainee/moments/accumulate/fold_assignment.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <vector>

#include "explainee/base/random.h"

namespace explainee::moments {

FoldAssignment::FoldAssignment(int folds, std::uint64_t seed) : folds_(folds), seed_(seed) {}

void FoldAssignment::of_rows(std::int64_t first_row, std::span<int> folds) const {
  const auto length = static_cast<std::size_t>(folds_);
  std::int64_t run = first_row / folds_;
  auto skipped = static_cast<std::size_t>(first_row - run * folds_);
  std::vector<int> part(length);
  for (std::size_t done = 0; done < folds.size(); ++run, skipped = 0) {
    const bool whole = skipped == 0 && folds.size() - done >= length;
    const std::span<int> order = whole ? folds.subspan(done, length) : std::span<int>(part);
    std::iota(order.begin(), order.end(), 0);
    base::Random random(seed_, static_cast<std::uint64_t>(run));
    random.shuffle(order);
    const std::size_t count = std::min(length - skipped, folds.size() - done);
    if (!whole) std::ranges::copy(order.subspan(skipped, count), folds.subspan(done).begin());
    done += count;
  }
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
