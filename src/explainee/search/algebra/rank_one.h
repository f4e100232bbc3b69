// explainee/search/algebra/rank_one.h: the loops over a whole matrix that the tree needs, with vector instructions.
#pragma once

#include <cstddef>
#include <vector>

namespace explainee::search {

/// A (rows × width, row stride `stride`, width a multiple of kPad): A_i += factor_i · line, for every row i.
void add_rank_one(double* matrix, std::size_t rows, std::size_t stride, std::size_t width, const double* factor,
                  const double* line);

/// The same for the lower triangle of a symmetric matrix: row i has padded(i + 1) entries and follows the row before.
void add_rank_one_below(double* triangle, std::size_t rows, const double* factor, const double* line);

/// Rows of equal length, `stride` apart.
struct Lines {
  const double* first = nullptr;
  std::size_t stride = 0;
  std::size_t count = 0;
};

/// The same for several lines at once, A_i += Σ_k factor_ik · line_k: `factor` is rows×count with row stride `count`.
/// Reads and writes the matrix once.
void add_rank_many(double* matrix, std::size_t rows, std::size_t stride, std::size_t width, const double* factor,
                   const Lines& lines);

/// One row of a matrix and how often it is added.
struct WeightedRow {
  std::size_t row = 0;
  double weight = 0;
};

/// out += Σ weight · A_row over the given rows, in their order; out has `width` entries, and nothing need be padded.
void add_rows(const double* matrix, std::size_t stride, std::size_t width, const std::vector<WeightedRow>& rows,
              double* out);

}  // namespace explainee::search
