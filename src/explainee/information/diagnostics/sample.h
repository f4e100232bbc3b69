// explainee/information/diagnostics/sample.h: rows of the facts, the prediction and what a reader has, as diagnostics
// take them.
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "explainee/information/neighbours/space.h"

namespace explainee::information {

/// Row numbers of a sample.
using RowNumbers = std::vector<std::uint32_t>;

/// Some columns of a sample, finite.
struct SampleColumns {
  Eigen::MatrixXd values;          ///< rows × columns
  std::vector<std::string> names;  ///< of the columns
};

/// Rows that each count once.
struct Sample {
  SampleColumns facts;
  SampleColumns prediction;          ///< of a class one column with its number
  SampleColumns known;               ///< u; perhaps no columns
  std::vector<std::string> classes;  ///< of the prediction, by number; empty: it is numbers

  [[nodiscard]] Eigen::Index rows() const { return prediction.values.rows(); }
};

/// Φ⁻¹(rank/(m + 1)) of each value; tied values share the middle of their ranks.
[[nodiscard]] Eigen::VectorXd normal_scores(const Eigen::Ref<const Eigen::VectorXd>& values);

/// The same of each column.
[[nodiscard]] Eigen::MatrixXd normal_scores(const SampleColumns& columns);

/// How many distinct values there are.
[[nodiscard]] std::int64_t distinct_values(const Eigen::Ref<const Eigen::VectorXd>& values);

/// Numbers 0, 1, … such that rows have the same where they are equal in all columns.
[[nodiscard]] std::vector<int> codes_of(const Eigen::Ref<const Eigen::MatrixXd>& columns);

/// Columns as neighbours are sought in: of two values, or a class, exactly equal or not at all; others by their normal
/// scores; constant ones are left out.
struct MixedColumns {
  Coordinates coordinates;
  bool tied = false;  ///< some number column repeats more than 1 % of its values
};
[[nodiscard]] MixedColumns mixed_columns(const SampleColumns& columns, bool is_class = false);

/// These rows of it; its levels keep their numbers.
[[nodiscard]] Coordinates rows_of(const Coordinates& coordinates, std::span<const std::uint32_t> rows);

/// 0, 1, … count − 1.
[[nodiscard]] RowNumbers all_rows(std::size_t count);

}  // namespace explainee::information
