#include "explainee/search/algebra/lower_triangle.h"

#include <algorithm>

namespace explainee::search {

double* LowerTriangle::clear_row(std::size_t i) {
  std::fill_n(row(i), padded(i + 1), 0.0);
  return row(i);
}

void LowerTriangle::copy_rows(const LowerTriangle& other, std::size_t from, std::size_t to) {
  std::copy(other.numbers_.data() + start(from), other.numbers_.data() + start(to), row(from));
}

void LowerTriangle::read_row(std::size_t i, double* out) const {
  std::copy_n(numbers_.data() + start(i), i + 1, out);
  for (std::size_t j = i + 1; j < rows_; ++j) out[j] = numbers_[start(j) + i];
}

void LowerTriangle::add_rank_one(const double* factor, const double* line) {
  add_rank_one_below(numbers_.data(), rows_, factor, line);
}

void LowerTriangle::add_rank_many(std::size_t from, std::size_t to, const double* factor, const Lines& lines) {
  constexpr std::size_t kTile = 64;  // columns whose lines stay in the nearest cache
  for (std::size_t left = 0; left < to; left += kTile) {
    for (std::size_t top = std::max(from, left); top < to; top += kPad) {
      const std::size_t width = top + kPad;
      search::add_rank_many(row(top) + left, std::min(kPad, to - top), width, std::min(kTile, width - left),
                            factor + (top - from) * lines.count, {lines.first + left, lines.stride, lines.count});
    }
  }
}

}  // namespace explainee::search
