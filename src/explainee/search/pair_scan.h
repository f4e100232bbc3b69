// explainee/search/pair_scan.h: the innermost loop: all pairs of columns below a prefix, without division (search §2).
#pragma once

#include <cstddef>

namespace explainee::search {

/// Everything known of the columns once the prefix is known; arrays are padded to kPad with zeros.
struct PairScan {
  const double* matrix = nullptr;  ///< rows of the conditional Gram before the prefix's last column
  std::size_t stride = 0;          ///< of the matrix, in doubles
  const double* level = nullptr;   ///< w: the last column's level; the Gram of the pair is M_ij − w_i w_j
  const double* cross = nullptr;   ///< r_j
  const double* variance = nullptr;   ///< g_j
  const double* slope = nullptr;      ///< r_i/g_i of the pair's first column
  const double* inverse = nullptr;    ///< 1/g_i
  const double* threshold = nullptr;  ///< gain the second column has to bring, per first column
  const double* margin = nullptr;     ///< x² − threshold·y must exceed this: > 0 shuts out columns that add no rank
};

/// The first row i in [from, to) for which some j < i (rounded up to the padding) has
/// (r_j − slope_i m)² − threshold_i (g_j − m²/g_i) > margin_i, m = M_ij − w_i w_j; `to` when there is none.
[[nodiscard]] std::size_t first_row_above(const PairScan& scan, std::size_t from, std::size_t to);

}  // namespace explainee::search
