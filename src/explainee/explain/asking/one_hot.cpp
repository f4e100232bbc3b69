#include "explainee/explain/asking/one_hot.h"

#include <algorithm>
#include <cstdint>

namespace explainee::explain {
namespace {

/// More columns than any group needs are tried before a group is given up.
constexpr int kMostTrials = 2000;

using Bits = std::vector<std::uint64_t>;

/// The rows in which a column is 1; none where it holds anything but 0 and 1, or the same everywhere.
Bits ones_of(const RowColumn& column) {
  Bits bits((column.rows() + 63) / 64, 0);
  std::size_t ones = 0;
  for (std::size_t i = 0; i < column.numbers.size(); ++i) {
    const double value = column.numbers[i];
    if (value != 0 && value != 1) return {};
    if (value == 0) continue;
    bits[i / 64] |= std::uint64_t{1} << (i % 64);
    ++ones;
  }
  return ones == 0 || ones == column.rows() ? Bits() : bits;
}

bool meet(const Bits& a, const Bits& b) {
  for (std::size_t k = 0; k < a.size(); ++k) {
    if ((a[k] & b[k]) != 0) return true;
  }
  return false;
}

/// An exact cover of the rows by disjoint columns, depth first from the first row that is not covered.
struct Cover {
  const std::vector<Bits>& ones;
  const std::vector<char>& taken;
  std::size_t rows;
  int trials = 0;
  std::vector<std::size_t> chosen = {};

  [[nodiscard]] std::size_t first_open(const Bits& covered) const {
    for (std::size_t i = 0; i < rows; ++i) {
      if ((covered[i / 64] >> (i % 64) & 1U) == 0) return i;
    }
    return rows;
  }

  [[nodiscard]] bool complete(const Bits& covered) {
    const std::size_t row = first_open(covered);
    if (row == rows) return true;
    for (std::size_t j = 0; j < ones.size() && trials < kMostTrials; ++j) {
      if (taken[j] != 0 || ones[j].empty() || (ones[j][row / 64] >> (row % 64) & 1U) == 0) continue;
      ++trials;
      if (meet(ones[j], covered)) continue;
      Bits more = covered;
      for (std::size_t k = 0; k < more.size(); ++k) more[k] |= ones[j][k];
      chosen.push_back(j);
      if (complete(more)) return true;
      chosen.pop_back();
    }
    return false;
  }
};

}  // namespace

std::vector<std::vector<std::size_t>> one_hot_groups(const RowColumns& columns) {
  std::vector<Bits> ones;
  for (const RowColumn& column : columns) ones.push_back(column.is_text() ? Bits() : ones_of(column));
  std::vector<char> taken(columns.size(), 0);
  std::vector<std::vector<std::size_t>> groups;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    if (taken[j] != 0 || ones[j].empty()) continue;
    Cover cover{ones, taken, rows_of(columns)};
    cover.chosen = {j};
    if (!cover.complete(ones[j])) continue;
    std::sort(cover.chosen.begin(), cover.chosen.end());
    for (const std::size_t member : cover.chosen) taken[member] = 1;
    groups.push_back(cover.chosen);
  }
  return groups;
}

}  // namespace explainee::explain
