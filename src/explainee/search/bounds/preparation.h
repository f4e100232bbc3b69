// explainee/search/bounds/preparation.h: what the incumbent search works out of a whole problem before its first node.
#pragma once

#include <memory>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/threads/thread_pool.h"
#include "explainee/search/algebra/row_coherence.h"
#include "explainee/search/bounds/factored_problem.h"
#include "explainee/search/problem/twins.h"

namespace explainee::search {

/// One prediction, one-column candidates. It takes several passes over the Gram matrix and depends on the number of
/// facts only through the length of the coherence's sums.
struct Preparation {
  FactoredProblem factored;
  RowCoherence coherence;  ///< sums of up to `most` entries, twins left out
  Twins twins;
  bool has_twins = false;
  std::vector<int> alike;  ///< columns too much alike to be outsiders; empty when there are too many
  int most = 0;            ///< facts of the largest set that it serves
};

/// Prepares sets of up to `most` facts; none when stopped. The problem outlives the result.
[[nodiscard]] std::shared_ptr<const Preparation> prepare(const Problem& problem, int most, base::ThreadPool& threads,
                                                         const base::Control& control);

/// Lets several searches of one problem, one after another, share a preparation; no digit depends on whether they do.
class SharedPreparation {
 public:
  /// As prepare(); what an earlier call made is given again where it serves.
  [[nodiscard]] std::shared_ptr<const Preparation> get(const Problem& problem, int most, base::ThreadPool& threads,
                                                       const base::Control& control);

 private:
  std::shared_ptr<const Preparation> last_;
};

}  // namespace explainee::search
