// explainee/search/scan/pair_scan.h: the innermost loops: all pairs of columns below a prefix, without division (search
// §2).
#pragma once

#include <cstddef>

namespace explainee::search {

/// Columns given everything before; arrays are padded to kPad with zeros.
struct ScanColumns {
  const double* matrix = nullptr;    ///< rows of the conditional Gram, before the last level
  std::size_t stride = 0;            ///< of the matrix, in doubles
  const double* level = nullptr;     ///< w: the last level; the conditional Gram is M_ij − w_i w_j
  const double* cross = nullptr;     ///< r_j
  const double* variance = nullptr;  ///< g_j
  const double* scale = nullptr;     ///< of each column, what kDetermined is relative to
  double residual = 0;               ///< f: variance of the prediction
  double stretch = 1;                ///< largest scale/pivot so far; rounding grows with it
  std::size_t first_row = 0;         ///< the one that `matrix` starts with
};

/// What a set has to reach.
struct ScanGoal {
  double first = 0;       ///< largest f that matters with one column more
  double second = 0;      ///< and with two
  double least_gain = 0;  ///< less than this is a tie with the set without the column
  double settled = 0;     ///< at most this f: the prediction is settled, nothing to add
  double rounding = 0;    ///< times stretch: how far rounding may move an f
  /// Small pivots multiply, instead of the smallest alone: where a settled prediction is looked for, f is next to 0 and
  /// what rounding leaves of it decides.
  bool multiply = false;
};

/// One entry per first column of a pair, filled by prepare_rows(); padded.
struct ScanRows {
  double* slope = nullptr;      ///< r_i/g_i
  double* inverse = nullptr;    ///< 1/g_i
  double* residual = nullptr;   ///< f with the first column
  double* slack = nullptr;      ///< how far rounding may move an f with it
  double* threshold = nullptr;  ///< gain the second column has to bring
  double* margin = nullptr;     ///< x² − threshold·y must exceed this: > 0 shuts out columns that add no rank
};

/// Fills rows [from, to), rounded outwards to the padding; true when some first column alone may reach the goal.
[[nodiscard]] bool prepare_rows(const ScanColumns& columns, const ScanGoal& goal, std::size_t from, std::size_t to,
                                const ScanRows& rows);

/// The first row i in [from, to) for which some j < i (rounded up to the padding) has
/// (r_j − slope_i m)² − threshold_i (g_j − m²/g_i) > margin_i, m = M_ij − w_i w_j; `to` when there is none.
[[nodiscard]] std::size_t first_row_above(const ScanColumns& columns, const ScanRows& rows, std::size_t from,
                                          std::size_t to);

/// Columns 0…size−1 given column `size` too: its level, and cross and variance after it. The level before must be 0.
void condition(const ScanColumns& columns, std::size_t size, double* level, double* cross, double* variance);

/// matrix_ij = M_ij − w_i w_j for i < size, j < padded(size), with row stride padded(size).
void subtract_level(const ScanColumns& columns, const double* level, std::size_t size, double* matrix);

}  // namespace explainee::search
