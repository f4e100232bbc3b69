#include "explainee/moments/join_folds.h"

#include <algorithm>
#include <utility>

namespace explainee::moments {
namespace {

constexpr double kRoundedRows = 1e-9;  ///< by which a number of rows may miss a whole one through its weights

/// `or_none`: a fold may also be empty.
bool have_rows(const std::vector<Fold>& folds, int rows, bool or_none) {
  return std::all_of(folds.begin(), folds.end(), [&](const Fold& fold) {
    return (or_none && fold.rows == 0) || effective_rows(fold) >= static_cast<double>(rows) * (1 - kRoundedRows);
  });
}

/// Rows and weights of joined folds, without their matrices.
std::vector<Fold> joined_counts(const std::vector<Fold>& folds, std::size_t count) {
  std::vector<Fold> joined(count);
  for (std::size_t i = 0; i < folds.size(); ++i) {
    Fold& fold = joined[i % count];
    fold.rows += folds[i].rows;
    fold.weight += folds[i].weight;
    fold.weight_squares += folds[i].weight_squares;
  }
  return joined;
}

}  // namespace

Moments totals(const Moments& moments) {
  Moments whole;
  whole.columns = moments.columns;
  whole.folds = {sum_folds(moments.folds)};
  whole.rows_dropped = moments.rows_dropped;
  whole.seed = moments.seed;
  whole.weighted = moments.weighted;
  whole.weight_column = moments.weight_column;
  whole.block_column = moments.block_column;
  return whole;
}

Moments join_folds(Moments moments, std::size_t count) {
  for (std::size_t i = count; i < moments.folds.size(); ++i) add_fold(moments.folds[i % count], moments.folds[i]);
  moments.folds.resize(std::min(count, moments.folds.size()));
  return moments;
}

Moments with_rows_per_fold(Moments moments, int rows) {
  const std::size_t folds = moments.folds.size();
  if (rows <= 1 || moments.rows() == 0) return moments;
  const bool or_none = !moments.block_column.empty();  // of few blocks most folds are empty
  std::size_t count = folds;
  while (count > 1 && (folds % count != 0 || !have_rows(joined_counts(moments.folds, count), rows, or_none))) --count;
  return join_folds(std::move(moments), count);
}

std::vector<RareLevels> rare_levels(const Moments& moments, int rows) {
  const Fold total = sum_folds(moments.folds);
  const double all = effective_rows(total);
  std::vector<RareLevels> found;
  for (std::size_t i = 0; i < moments.columns.size(); ++i) {
    const MomentColumn& column = moments.columns[i];
    const double own = total.mean[static_cast<Eigen::Index>(i)] * all;
    const bool rare =
        column.kind == ColumnKind::kLevel && own > 0 && own < static_cast<double>(rows) * (1 - kRoundedRows);
    if (!rare) continue;
    if (found.empty() || found.back().column != column.source) found.push_back({column.source, {}});
    found.back().levels.push_back(column.level);
  }
  return found;
}

}  // namespace explainee::moments
