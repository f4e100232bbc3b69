// explainee/explain/testing/naive_moments.h: for tests, moments of rows by their definition.
#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "explainee/moments/moments.h"

namespace explainee::explain::testing {

/// Rows × columns of standard normal numbers.
[[nodiscard]] Eigen::MatrixXd normal_cells(Eigen::Index rows, Eigen::Index columns, std::uint64_t seed);

/// Of the rows first, first + step, …; `weights` empty: all count alike.
[[nodiscard]] moments::Fold fold_of(const Eigen::MatrixXd& rows, const Eigen::VectorXd& weights = {},
                                    std::size_t first = 0, std::size_t step = 1);

/// The rows dealt to so many folds in turn.
[[nodiscard]] std::vector<moments::Fold> folds_of(const Eigen::MatrixXd& rows, std::size_t folds);

/// Every row as often as its weight says, a whole number.
[[nodiscard]] Eigen::MatrixXd repeated(const Eigen::MatrixXd& rows, const Eigen::VectorXd& weights);

}  // namespace explainee::explain::testing
