// explainee/person/summary.h: the columns of u: what a person knows, as linear functions of the moment columns.
#pragma once

#include <Eigen/Dense>
#include <string>
#include <vector>

#include "explainee/base/errors/result.h"
#include "explainee/moments/moments.h"
#include "explainee/person/person.h"

namespace explainee::person {

/// One column of u.
struct SummaryColumn {
  std::string name;                  ///< "bmi", "bmi*bp", "city=Oslo", "reasons from bmi, bp"
  std::string statement;             ///< what she would say she has: "bmi", "city"; empty for a product, which follows
  Way way = Way::kKnows;             ///< how she comes to have it
  std::vector<std::string> sources;  ///< columns of the table it is made of
  Eigen::VectorXd weights;           ///< over the moment columns: u = weights·z, z measured from the shifts
};

/// All columns of u; linearly dependent ones are welcome.
struct Summary {
  std::vector<SummaryColumn> columns;
  bool quadratic = false;          ///< squares and products of known columns are among them
  bool known_linear_only = false;  ///< they should be, but there are too few rows or the moments lack them

  /// Moment columns × columns of u.
  [[nodiscard]] Eigen::MatrixXd weights(Eigen::Index moment_columns) const;
};

/// How many columns quadratic knowing of k number columns adds to u: k and k(k+1)/2.
[[nodiscard]] std::int64_t quadratic_columns(std::int64_t known_numbers);

/// True when a table of so many rows can carry quadratic knowing (mathematics §6).
[[nodiscard]] bool quadratic_fits(std::int64_t known_numbers, std::int64_t rows);

/// Builds u on these moments. Fails with kUnknownColumn when the moments lack a column that she has.
[[nodiscard]] base::Result<Summary> summarise(const Person& person, const moments::Moments& moments);

}  // namespace explainee::person
