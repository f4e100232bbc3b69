// explainee/moments/accumulate/column_products.h: sums and products of a few columns in one go, faster than BLAS when
// they are few.
#pragma once

#include <cstddef>

namespace explainee::moments {

/// Up to this many columns column_products() beats a BLAS call.
inline constexpr std::size_t kFewColumns = 128;

/// Columns may be read (as zeros) up to the next multiple of this many rows.
inline constexpr std::size_t kRowsAtOnce = 8;

/// Column c of `count` starts at columns + c·stride, and one more column of roots behind them; each holds zeros behind
/// its `rows` values up to a multiple of kRowsAtOnce. Writes Σ_k z_ik z_jk for i ≥ j to products[j·leading + i], and
/// Σ_k z_ik·roots_k as row i = count.
void column_products(const double* columns, std::size_t stride, std::size_t count, std::size_t rows, double* products,
                     std::size_t leading);

}  // namespace explainee::moments
