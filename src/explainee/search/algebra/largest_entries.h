// explainee/search/algebra/largest_entries.h: the largest few entries of one row after another.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

namespace explainee::search {

/// Rows of a matrix resemble each other: the threshold of each is guessed from the row before it, so that nearly all
/// entries are passed over without being sorted. The answer does not depend on the guess.
template <class Number>
class LargestEntries {
 public:
  /// `room`: how many entries a row may write.
  LargestEntries(std::size_t room, int most) : entries_(room), most_(static_cast<std::size_t>(most)) {}

  /// The largest `most` entries of a row, largest first (fewer, when no more differ from 0). `find(threshold, out)`
  /// writes the entries above the threshold and returns their number.
  template <class Find>
  [[nodiscard]] std::size_t keep(const Find& find) {
    std::size_t found = find(threshold_, entries_.data());
    while (found < most_ && threshold_ != 0) {
      threshold_ = static_cast<double>(threshold_) > kFaintest ? static_cast<Number>(kLower) * threshold_ : 0;
      found = find(threshold_, entries_.data());
    }
    const std::size_t kept = std::min(found, most_);
    const auto begin = entries_.begin();
    std::partial_sort(begin, begin + static_cast<std::ptrdiff_t>(kept), begin + static_cast<std::ptrdiff_t>(found),
                      std::greater<>());
    threshold_ = kept == most_ && most_ > 0 ? static_cast<Number>(kGuess) * entries_[kept - 1] : 0;
    return kept;
  }
  [[nodiscard]] double operator[](std::size_t k) const { return static_cast<double>(entries_[k]); }

 private:
  static constexpr double kGuess = 0.95;     ///< of the last row's smallest kept entry: the next row's threshold
  static constexpr double kLower = 0.8;      ///< what a threshold that kept too few is multiplied by
  static constexpr double kFaintest = 1e-9;  ///< thresholds below this keep everything

  std::vector<Number> entries_;
  std::size_t most_;
  Number threshold_ = 0;
};

}  // namespace explainee::search
