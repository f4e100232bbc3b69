// explainee/search/bounds/outsider_matrix.h: what the block leaves of the correlations among outsiders, and the
// weighted sums of its largest entries by row (search §3.3 exact, §3.4).
#pragma once

#include <hwy/aligned_allocator.h>

#include <Eigen/Dense>
#include <cstddef>
#include <optional>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/threads/thread_pool.h"
#include "explainee/search/bounds/factored_problem.h"
#include "explainee/search/problem/twins.h"

namespace explainee::search {

/// |M_jl|, M = C − ZᵀZ off the diagonal, in single precision rounded up: half the memory of the Gram matrix, read again
/// for every choice of weights.
class OutsiderMatrix {
 public:
  /// `shadows` is Z (|block|×n); entries between twins are 0, since no set holds both. None when stopped. Digits do not
  /// depend on the threads.
  [[nodiscard]] static std::optional<OutsiderMatrix> make(const FactoredProblem& factored,
                                                          const Eigen::MatrixXd& shadows, const Twins& twins,
                                                          base::ThreadPool& threads, const base::Control& control);

  /// (most + 1)×n: row k holds Σ over the k largest |M_jl|π_l, l ≠ j, divided by π_j and rounded up; `weights` is π, 0
  /// for columns that are no outsiders, whose sums are 0. `error` (n) is added to every |M_jl| of row j. None when
  /// stopped.
  [[nodiscard]] std::optional<Eigen::MatrixXd> top_sums(const std::vector<float>& weights, int most,
                                                        const Eigen::VectorXd& error, base::ThreadPool& threads,
                                                        const base::Control& control) const;

 private:
  std::size_t size_ = 0;
  std::size_t stride_ = 0;
  hwy::AlignedFreeUniquePtr<float[]> entries_;  ///< size_ rows of stride_ numbers; 0 on the diagonal and beyond size_
};

}  // namespace explainee::search
