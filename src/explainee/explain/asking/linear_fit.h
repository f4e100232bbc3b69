// explainee/explain/asking/linear_fit.h: columns that are linear combinations of a few others.
#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <optional>
#include <vector>

namespace explainee::explain {

/// The fewest other columns (rows × columns, each of mean 0 and variance 1) that forward selection finds of which
/// column `of` is a linear combination with R² > `share`, both on all rows and on rows that took no part in the fit (5
/// parts of every fifth row). None where `most` columns do not suffice.
[[nodiscard]] std::optional<std::vector<std::size_t>> told_by_few(const Eigen::MatrixXd& columns, std::size_t of,
                                                                  double share, std::size_t most);

}  // namespace explainee::explain
