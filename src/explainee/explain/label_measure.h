// explainee/explain/label_measure.h: what sets of facts tell about a class, by counting cells or, where there are too
// many of them, by logistic regression (mathematics §5).
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "explainee/base/result.h"
#include "explainee/explain/classes.h"
#include "explainee/information/contingency.h"
#include "explainee/information/logistic.h"

namespace explainee::explain {

/// One set of facts and how its information is found.
struct MeasuredSet {
  std::vector<int> facts;  ///< moment columns of the set
  Eigen::MatrixXd basis;   ///< of (u, x_E): moment columns × rank
  bool compared = true;    ///< with the chosen set: a point of the curve, the best one to a score
  int rank = 0;            ///< beyond u
  std::unique_ptr<information::Contingency> cells;
  std::unique_ptr<information::Logistic> model;  ///< when there are too many cells
  information::DiscreteInformation found;
  std::optional<double> row_nats;  ///< log p(ŷ|u,e) − log p(ŷ|u) of the row asked for
};

/// Measures the sets in place; only `facts` and `compared` are read. Takes passes over the rows.
[[nodiscard]] base::Result<void> measure_sets(Composition& composition, const Classes& classes,
                                              std::vector<MeasuredSet>& sets);

}  // namespace explainee::explain
