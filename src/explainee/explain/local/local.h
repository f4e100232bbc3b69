// explainee/explain/local/local.h: the facts for one row, chosen from rows like it (--local).
#pragma once

#include <Eigen/Dense>
#include <memory>
#include <optional>
#include <vector>

#include "explainee/explain/compose/composer.h"
#include "explainee/explain/local/neighbourhood.h"

namespace explainee::explain {

/// The rows in memory, and how to find and search the neighbourhood of each.
struct LocalRows {
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  Rows cells;                                  ///< rows × moment columns, from their shifts
  std::vector<double> weights;                 ///< of the rows
  std::vector<std::int64_t> numbers;           ///< in the table, increasing
  std::vector<int> blocks;                     ///< of the rows; empty where none hang together
  std::vector<std::vector<double>> predicted;  ///< by prediction: exactly what the table has
  Metric metric;
  double wanted = 0;    ///< the rows of equal weight that a neighbourhood is to be worth
  Setting setting;      ///< of all rows, without folds
  moments::Fold total;  ///< of all rows
  std::vector<moments::MomentColumn> columns;
  std::vector<std::string> predictions;
  int sparsity = 0;
  bool decide = false;     ///< near each row, only as many facts are told as are more than chance there
  std::uint64_t seed = 0;  ///< of that decision
  request::Method method = request::Method::kExact;
  double gap_nats = 0;
  double most_steps = 0;      ///< of each row's search; 0: no limit
  search::Scored everywhere;  ///< the facts for all rows
};

/// Takes the rows of a finished explanation into memory; near a row there may be so many facts.
[[nodiscard]] base::Result<std::shared_ptr<const LocalRows>> read_local_rows(Composition& composition, int most_facts);

/// Weighted moments of some of the rows.
[[nodiscard]] moments::Fold sum_near(const LocalRows& rows, const Neighbourhood& near, std::size_t first = 0,
                                     std::size_t step = 1);

/// The steps of explain() on the neighbourhood of Request::rows.row, ready for choose(). Takes the gathered table over
/// from `composition`, unless the rows are too few: then there is nothing. `prepared` is the answer as prepare() left
/// it.
[[nodiscard]] base::Result<std::optional<Composition>> compose_near_row(Composition& composition, const LocalRows& rows,
                                                                        Explanation prepared);

/// Too few rows are like the one that was asked for.
[[nodiscard]] Warning thin_neighbourhood(const request::Rows& asked, double wanted);

}  // namespace explainee::explain
