// explainee/verify/leaf_check.h: whether no set of a leaf undercuts the bound; one function per kind of leaf.
#pragma once

#include <string>

#include "explainee/verify/certificate.h"
#include "explainee/verify/person_problem.h"
#include "explainee/verify/regression.h"

namespace explainee::verify {

/// What every set must not exceed.
struct Limit {
  std::size_t settled = 0;  ///< directions
  double nats = 0;          ///< objective
  double residual = 0;      ///< the same as a variance, for one prediction: no set leaves less
};

/// Empty when every set of the leaf with at most `s` candidates stays within the limit, else why that is not shown.
[[nodiscard]] std::string check_leaf(const Certificate& certificate, const PersonProblem& problem, const Leaf& leaf,
                                     const Limit& limit);

/// No set of this master leaf leaves less of the prediction than this; needs check_least_eigenvalue().
[[nodiscard]] double master_bound(const Certificate& certificate, const PersonProblem& problem, const Leaf& leaf);

/// No set of this split leaf with part.p outsiders leaves less than this; −∞ when nothing is shown.
[[nodiscard]] double split_bound(const Certificate& certificate, const PersonProblem& problem, const Leaf& leaf,
                                 const SplitClass& part);

/// Empty when the correlations without factors, less the certificate's least eigenvalue, are positive definite beyond
/// rounding: what master leaves rest on.
[[nodiscard]] std::string check_least_eigenvalue(const Certificate& certificate, const PersonProblem& problem);

}  // namespace explainee::verify
