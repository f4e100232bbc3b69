// explainee/explain/asking/pair_fit.h: how well one column tells another, whatever the shape, by rows that lie beside
// each other.
#pragma once

#include <cstddef>
#include <vector>

#include "explainee/explain/asking/row_columns.h"

namespace explainee::explain {

/// A column ready to be told of, and to tell: its rows in order, and where equal values begin and end.
struct OrderedColumn {
  std::vector<std::size_t> order;  ///< rows by value; texts in byte order
  std::vector<std::size_t> from;   ///< by place in the order: the first place with this value …
  std::vector<std::size_t> to;     ///< … and the one after the last
  std::vector<double> value;       ///< of a number column, by place in the order
  std::vector<double> score;  ///< of a number column, by row: Φ⁻¹(rank/(m + 1)), equal values sharing their mean rank
  bool text = false;
  std::vector<int> code;  ///< by row: which of the different values it has, in order
  int values = 0;         ///< how many there are
};

/// The column in order; no cell is missing.
[[nodiscard]] OrderedColumn ordered(const RowColumn& column);

/// The share of the column's variance, as normal scores, that is predicted, for each row, from the other rows that lie
/// beside it in the order of `by`: those with the same value, and of a number two on each side at least; by their mean,
/// or by the line through them, whichever tells more of the column. Of texts the variance of their indicators, all
/// together. Negative where that predicts nothing.
[[nodiscard]] double told_by(const OrderedColumn& column, const OrderedColumn& by);

}  // namespace explainee::explain
