// explainee/search/algebra/gram_rows.h: the loops that read a whole matrix, one row at a time (search §3.1, §3.2).
#pragma once

#include <cstddef>

namespace explainee::search {

/// out[k] = row · (k-th of `count` vectors of `size` numbers, `stride` apart).
void row_products(const double* row, std::size_t size, const double* vectors, std::size_t stride, std::size_t count,
                  double* out);

/// A row of correlations c_l = row_l·unit_l·own − Σ_k loading_k·factors[k·stride + l].
struct CorrelationRow {
  const double* row = nullptr;
  const double* unit = nullptr;
  double own = 0;
  const double* factors = nullptr;
  std::size_t stride = 0;
  const double* loading = nullptr;
  std::size_t count = 0;  ///< of factors
};

/// Writes those |c_l|, from ≤ l < to, that exceed the threshold, in order; returns how many. `out` has room for
/// to − from + 8.
[[nodiscard]] std::size_t large_correlations(const CorrelationRow& row, std::size_t from, std::size_t to,
                                             double threshold, double* out);

/// Writes those row_l·weight_l, l < size, a multiple of 16, that exceed the threshold, in order; returns how many.
/// `out` has room for size + 16.
[[nodiscard]] std::size_t large_products(const float* row, const float* weight, std::size_t size, float threshold,
                                         float* out);

/// out_l += weight·row_l, l < size.
void add_row(const double* row, std::size_t size, double weight, double* out);
/// The same with size a multiple of 16.
void add_row(const float* row, std::size_t size, float weight, float* out);

}  // namespace explainee::search
