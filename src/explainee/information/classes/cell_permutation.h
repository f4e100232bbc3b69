// explainee/information/classes/cell_permutation.h: a test of I(x; y | z) = 0 of discrete values that needs no large
// counts.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"

namespace explainee::information {

/// Rows with their cells; weights stay with y.
class CellPermutation {
 public:
  explicit CellPermutation(int classes) : classes_(classes) {}

  /// The next row; values are any bytes, y a class 0, 1, …
  void add(std::string_view z, std::string_view x, int y, double weight);

  /// Whether counts are too small for χ²: more than a fifth of the cells (x, y | z) expect fewer than 5 rows, or some
  /// fewer than 1 (Cochran).
  [[nodiscard]] bool thin() const;

  /// (1 + #{I* ≥ I})/(draws + 1) with x dealt anew among the rows of each z; fewer draws than 9999 where p is large.
  /// kInterrupted when stopped.
  [[nodiscard]] base::Result<double> p_value(std::uint64_t seed, const base::Control& control) const;

 private:
  struct Slice {
    std::map<std::string, int, std::less<>> values;  ///< of x, numbered as they come
    std::vector<int> x;                              ///< of each row
    std::vector<int> y;
    std::vector<double> weights;
  };

  [[nodiscard]] double statistic(const Slice& slice, const std::vector<int>& x, std::vector<double>& cells) const;

  int classes_;
  std::map<std::string, Slice, std::less<>> slices_;  // by z
};

}  // namespace explainee::information
