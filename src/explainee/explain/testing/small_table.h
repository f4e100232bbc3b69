// explainee/explain/testing/small_table.h: for tests, a small table whose columns are at hand, and least squares on its
// rows.
#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "explainee/data/memory_table.h"
#include "explainee/explain/gather/gather.h"
#include "explainee/request/request.h"

namespace explainee::explain::testing {

/// b goes along with a; p = 10 + 2a − b + 3·[town is Rome] + noise of 0.5; c tells nothing.
struct SmallTable {
  explicit SmallTable(std::size_t rows = 120, std::uint64_t seed = 1);
  SmallTable(const SmallTable&) = delete;  // inputs read the table where it lies
  SmallTable& operator=(const SmallTable&) = delete;
  SmallTable(SmallTable&&) = delete;
  SmallTable& operator=(SmallTable&&) = delete;
  ~SmallTable() = default;

  /// The table, which outlives it.
  [[nodiscard]] Input input() const;

  std::vector<double> a;
  std::vector<double> b;
  std::vector<double> c;
  std::vector<std::string> town;  ///< Oslo, Rome or Turku
  std::vector<double> p;
  data::MemoryTable table;  ///< a, b, c, town, p
};

/// Asks for so many facts about p, on one thread.
[[nodiscard]] request::Request about_p(int sparsity = 1);

/// 1 where the text is this one, else 0.
[[nodiscard]] std::vector<double> where(const std::vector<std::string>& texts, const std::string& text);

/// Rows × columns.
[[nodiscard]] Eigen::MatrixXd beside(const std::vector<std::vector<double>>& columns);

/// The columns of `target` on 1 and those of `known`, by QR of the rows.
struct LeastSquares {
  Eigen::MatrixXd coefficients;  ///< the intercept first, then one row per known column
  Eigen::MatrixXd residuals;
};
[[nodiscard]] LeastSquares least_squares(const Eigen::MatrixXd& known, const Eigen::MatrixXd& target);

/// I(facts; predictions | known) in nats: ½ log det of what known leaves of the predictions, less that of both.
[[nodiscard]] double nats_told(const Eigen::MatrixXd& known, const Eigen::MatrixXd& facts,
                               const Eigen::MatrixXd& predictions);

/// Some of several columns, and what they tell.
struct RankedSet {
  std::vector<std::size_t> columns;
  double nats = 0;
};
/// All sets of one to `most` of the facts, best first.
[[nodiscard]] std::vector<RankedSet> ranked_sets(const Eigen::MatrixXd& known, const Eigen::MatrixXd& facts,
                                                 const Eigen::MatrixXd& predictions, std::size_t most);

}  // namespace explainee::explain::testing
