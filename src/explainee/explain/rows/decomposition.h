// explainee/explain/rows/decomposition.h: the one place where rows that are shown are taken apart: prediction = what
// she expects + a contribution per fact + the remainder (mathematics §3). Sums over all rows, of which no part is shown
// (who is helped, how rare a gap is), take both gaps in fewer products from residuals() (row_model.h); the two agree
// but for rounding (base::kAlmost).
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "explainee/explain/rows/row_model.h"

namespace explainee::explain {

/// Fitted facts, as rows are taken apart by them. Borrows: what it was made from must outlive it.
struct FittedFacts {
  const RowModel* model = nullptr;
  const std::vector<int>* columns = nullptr;           ///< moment columns of the facts
  const std::vector<int>* fact_of = nullptr;           ///< which fact each of them belongs to
  const std::vector<ShownWith>* shown_with = nullptr;  ///< how each of them is shown
  const Eigen::MatrixXd* beta = nullptr;               ///< fact columns × predictions
  const Eigen::MatrixXd* column_expected = nullptr;    ///< moment columns × fact columns: weights of E[x_j|u] − mean
  std::vector<std::size_t> order;                      ///< the facts, weightiest first: so the remainder is taken
  std::vector<double> shifts;                          ///< per fact column: from which its cells are measured
};

/// Rows taken apart, all of them measured from the means.
struct Decomposition {
  Eigen::MatrixXd expected;                    ///< rows × predictions: E[ŷ|u]
  std::vector<Eigen::MatrixXd> contributions;  ///< per fact, in their own order: rows × predictions
  Residuals gaps;                              ///< ŷ − E[ŷ|u], and the remainder: what the facts leave of it
  Eigen::VectorXd surprise_removed_nats;       ///< of each row; empty where it has no finite value
};

/// The facts of a fit; `columns` are those of the moments.
[[nodiscard]] FittedFacts fitted_facts(const Fit& fit, const RowModel& model,
                                       const std::vector<moments::MomentColumn>& columns);

/// Takes rows × moment columns, measured from the shifts, apart; `rows` is measured from the means afterwards. Sums run
/// column by column, so that the digits of a row do not depend on its neighbours.
[[nodiscard]] Decomposition take_apart(const FittedFacts& facts, Eigen::Ref<Eigen::MatrixXd> rows);

/// From where these parts are measured, in the units of the table: the mean of a moment column with this shift.
[[nodiscard]] inline double middle_of(const RowModel& model, int column, double shift) {
  return model.mean[column] + shift;
}

/// What she would have expected of each fact column: rows × fact columns, from the means as the centred rows are.
[[nodiscard]] Eigen::MatrixXd expected_columns(const FittedFacts& facts,
                                               const Eigen::Ref<const Eigen::MatrixXd>& centred);

}  // namespace explainee::explain
