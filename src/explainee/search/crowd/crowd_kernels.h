// explainee/search/crowd/crowd_kernels.h: the loops over the columns of one member, with vector instructions (search
// §7).
#pragma once

#include <cstddef>

namespace explainee::search {

/// out_u = M·in_u for `count` vectors of `stride` numbers, M symmetric with padded rows. Each result depends on its own
/// vector alone, however many there are.
void multiply_many(const double* matrix, std::size_t size, std::size_t stride, const double* in, std::size_t count,
                   double* out);

/// a·b over `stride` numbers.
[[nodiscard]] double dot(const double* a, const double* b, std::size_t stride);
/// Σ|a|.
[[nodiscard]] double sum_abs(const double* a, std::size_t stride);
/// out = a·scale − Σ_k weight_k·(row k of rows).
void combine(const double* a, double scale, const double* rows, const double* weight, std::size_t count,
             std::size_t stride, double* out);

/// The columns of one member given what is known; arrays of `stride` numbers.
struct ClimbColumns {
  const double* gram = nullptr;  ///< C
  std::size_t stride = 0;
  double* levels = nullptr;    ///< rows: Gram-Schmidt levels, those of what is known first
  std::size_t count = 0;       ///< of levels so far
  double* cross = nullptr;     ///< r
  double* variance = nullptr;  ///< g
  double* open = nullptr;      ///< 1 where a column may still be chosen, else 0
  double residual = 0;         ///< f
};

/// Takes account of the last level, whose covariance with the prediction is `score`.
void add_level(ClimbColumns& columns, double score);
/// Conditions on one column and closes it; its covariance with the prediction over its deviation.
double add_column(ClimbColumns& columns, int column);
/// The open column with the largest r²/g among those with g > least; −1 when there is none.
[[nodiscard]] int best_column(const ClimbColumns& columns, double least);

/// How far the open columns are from determined.
struct Closeness {
  bool delicate = false;  ///< some g lies between `from` and `to`
  bool some = false;      ///< some g exceeds `from`
};
/// Closes columns whose g is at most `from`.
[[nodiscard]] Closeness close_determined(ClimbColumns& columns, double from, double to);

/// Copies the state: r where open, else 0, g, and what is open; how many are.
[[nodiscard]] std::size_t keep_state(const ClimbColumns& columns, double* cross, double* variance, double* open);

/// One chosen column that may be replaced: cross_j = r_j + U_j·slope, variance_j = g_j + U_j²·spread (search §1), where
/// U = Σ_k weight_k·(level k).
struct SwapRow {
  const double* weight = nullptr;
  const double* levels = nullptr;
  std::size_t count = 0;
  double slope = 0;
  double spread = 0;
  double needed = 0;  ///< what a replacement has to gain to be looked at
};
/// True when some open column gains that much, or its variance lies between `from` and `to`.
[[nodiscard]] bool swap_matters(const ClimbColumns& columns, const SwapRow& row, double from, double to);

/// What a bound is made of.
struct WeighColumns {
  const double* gamma = nullptr;
  const double* inside = nullptr;  ///< 1 or 0
  const double* seen = nullptr;    ///< b
};
/// gain_j = (|(1−θ)b_j + θδγ_j| + error)²/δ with γ 0 where `inside` is; Σγ².
[[nodiscard]] double weigh(const WeighColumns& columns, double theta, double delta, double error, std::size_t stride,
                           double* gain);

}  // namespace explainee::search
