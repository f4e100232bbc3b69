// explainee/search/crowd/crowd_tables.h: the Gram matrix that a crowd shares, its inverse and smallest eigenvalue
// (search §7).
#pragma once

#include <cstddef>
#include <memory>

#include "explainee/search/algebra/aligned.h"
#include "explainee/search/problem/problem.h"

namespace explainee::search {

/// In units in which every column and the prediction have variance 1; rows of `stride` numbers, padded with zeros. A
/// constant column correlates with nothing.
struct CrowdTables {
  std::size_t size = 0;  ///< n
  std::size_t stride = 0;
  AlignedDoubles unit;          ///< n: what a column is multiplied by; 0 for a constant
  double target_unit = 0;       ///< what the prediction is multiplied by
  AlignedDoubles gram;          ///< n×n: C
  AlignedDoubles cross;         ///< n: b
  bool invertible = false;      ///< with enough digits; what follows is of no use otherwise
  AlignedDoubles precision;     ///< n×n: P = C⁻¹
  AlignedDoubles gamma;         ///< n: Pb
  AlignedDoubles row_sum;       ///< n: Σ_l |P_jl|, rounded up
  double residual = 0;          ///< what all columns leave of the prediction
  double least_eigenvalue = 0;  ///< proven: C − this·I is positive semidefinite
  double inverse_error = 0;     ///< no |(CP − I)x|_j exceeds this for |x| ≤ 1, products rounded
  double gamma_error = 0;       ///< no |b − Cγ|_j exceeds this
};

/// None where a candidate has several columns, or the problem was conditioned before.
[[nodiscard]] std::unique_ptr<const CrowdTables> make_crowd_tables(const Problem& nobody);

}  // namespace explainee::search
