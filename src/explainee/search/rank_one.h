// explainee/search/rank_one.h: the loops over a whole matrix that the tree needs, with vector instructions.
#pragma once

#include <cstddef>

namespace explainee::search {

/// A (rows × width, row stride `stride`, width a multiple of kPad): A_i += factor_i · line, for every row i.
void add_rank_one(double* matrix, std::size_t rows, std::size_t stride, std::size_t width, const double* factor,
                  const double* line);

/// The same for several lines at once, A_i += Σ_k factor_ik · line_k: `factor` is rows×count with row stride `count`,
/// line k starts at lines + k·width. Reads and writes the matrix once.
void add_rank_many(double* matrix, std::size_t rows, std::size_t stride, std::size_t width, const double* factor,
                   const double* lines, std::size_t count);

/// out += Σ_i weight_i · A_i over the rows with a weight other than 0; out has `width` entries.
void add_rows(const double* matrix, std::size_t rows, std::size_t stride, std::size_t width, const double* weight,
              double* out);

}  // namespace explainee::search
