// What the parts of the incumbent search cost, in steps (work.h): measured on problems of 500 to 10000 columns.
#include "explainee/search/incumbent/incumbent_search.h"

namespace explainee::search {

/// Counts the steps of a part when there is work enough left for it.
bool IncumbentSearch::take_on(double steps) {
  if (!work_.affords(steps)) return false;
  work_.spend(steps);
  return true;
}

/// Common factors and coherence: some passes over the Gram matrix.
double IncumbentSearch::preparation_steps() const {
  const auto n = static_cast<double>(problem_->columns());
  return 1.5 * n * n;
}

/// The cheap bound, or the bound of the smallest eigenvalue.
double IncumbentSearch::node_steps() const {
  const auto n = static_cast<double>(problem_->columns());
  const double block = options_->sparsity + 4.0;
  return perspective_ != nullptr ? 0.9 * n * n : 10 * n * block * block;
}

/// The correlations among outsiders, and sums of their rows under one choice of weights after another.
double IncumbentSearch::climb_steps(const IncumbentNode& node) const {
  const auto n = static_cast<double>(problem_->columns());
  const auto block = static_cast<double>(node.incumbent.size() + prepared_->alike.size());
  return n * n * (12 + block / 8);
}

/// A few factorisations.
double IncumbentSearch::eigenvalue_steps() const {
  const auto n = static_cast<double>(problem_->columns());
  return n * n * (20 + n / 40);
}

}  // namespace explainee::search
