// explainee/search/algebra/lower_triangle.h: a symmetric matrix of which only the lower triangle is kept.
#pragma once

#include <cstddef>

#include "explainee/search/algebra/aligned.h"
#include "explainee/search/algebra/rank_one.h"

namespace explainee::search {

/// Rows one after the other, each up to its diagonal and padded to kPad; what lies beyond the diagonal has no meaning.
class LowerTriangle {
 public:
  LowerTriangle() = default;
  /// Nothing is set yet: clear_row() comes first for every row.
  explicit LowerTriangle(std::size_t rows) : rows_(rows) { numbers_.make_room(start(rows)); }

  [[nodiscard]] std::size_t rows() const { return rows_; }
  /// Row i becomes zeros; returns it.
  double* clear_row(std::size_t i);
  /// Rows [from, to) become those of another triangle of the same size.
  void copy_rows(const LowerTriangle& other, std::size_t from, std::size_t to);
  [[nodiscard]] double at(std::size_t i, std::size_t j) const {
    return i < j ? numbers_[start(j) + i] : numbers_[start(i) + j];
  }
  void set(std::size_t i, std::size_t j, double value) {
    (i < j ? numbers_[start(j) + i] : numbers_[start(i) + j]) = value;
  }
  /// Writes the whole row i, that is column i too.
  void read_row(std::size_t i, double* out) const;

  /// A_ij += factor_i · line_j; a row with factor 0 stays as it is. `line` has padded(rows) numbers.
  void add_rank_one(const double* factor, const double* line);
  /// The same for several lines at once and the rows [from, to), `from` a multiple of kPad: A_ij += Σ_k factor_ik ·
  /// line_kj, `factor` (to − from)×count by rows.
  void add_rank_many(std::size_t from, std::size_t to, const double* factor, const Lines& lines);

 private:
  /// Entries j ≤ i of row i.
  [[nodiscard]] double* row(std::size_t i) { return numbers_.data() + start(i); }
  /// Rows 8g … 8g + 7 are 8(g + 1) long.
  [[nodiscard]] static constexpr std::size_t start(std::size_t i) {
    const std::size_t group = i / kPad;
    return kPad * (group + 1) * (kPad / 2 * group + i % kPad);
  }

  std::size_t rows_ = 0;
  AlignedDoubles numbers_;
};

}  // namespace explainee::search
