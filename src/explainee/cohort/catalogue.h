// explainee/cohort/catalogue.h: the few explanations that together serve many people best.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"

namespace explainee::cohort {

/// A choice of explanations.
struct CatalogueChoice {
  std::vector<int> chosen;  ///< columns of the values, increasing
  double value = 0;         ///< Σ over people of the most that any of them tells her
  bool exact = false;       ///< no other choice of as many is worth more; else at least 1 − 1/e of what could be had
};

/// For k = 1…most the best k columns. `values`: people × explanations, what each tells each, ≥ 0. Exact where all
/// choices can be looked at, otherwise forward selection and swaps. Never worth less than the choice of one fewer; ends
/// where everybody has what tells her most.
[[nodiscard]] base::Result<std::vector<CatalogueChoice>> choose_catalogues(const Eigen::MatrixXd& values, int most,
                                                                           const base::Control& control);

}  // namespace explainee::cohort
