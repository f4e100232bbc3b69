#include "explainee/information/classes/classes.h"

namespace explainee::information {

int Classes::of(const Eigen::Ref<const Eigen::MatrixXd>& rows, Eigen::Index row) const {
  if (!values.empty()) return rows(row, columns.front()) == values.front() ? 0 : 1;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    if (rows(row, columns[k]) == 1.0) return static_cast<int>(k);
  }
  return 0;
}

std::vector<int> Classes::of(const Eigen::Ref<const Eigen::MatrixXd>& rows) const {
  std::vector<int> found;
  found.reserve(static_cast<std::size_t>(rows.rows()));
  for (Eigen::Index i = 0; i < rows.rows(); ++i) found.push_back(of(rows, i));
  return found;
}

}  // namespace explainee::information
