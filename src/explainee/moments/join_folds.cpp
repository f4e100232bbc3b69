#include "explainee/moments/join_folds.h"

namespace explainee::moments {

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

}  // namespace explainee::moments
