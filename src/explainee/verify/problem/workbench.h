// explainee/verify/problem/workbench.h: what the checks of all leaves share.
#pragma once

#include <memory>

#include "explainee/verify/certificate.h"
#include "explainee/verify/leaves/leaf_sets.h"
#include "explainee/verify/problem/checked_problem.h"
#include "explainee/verify/problem/correlations.h"
#include "explainee/verify/problem/evened_problem.h"
#include "explainee/verify/problem/given_facts.h"
#include "explainee/verify/problem/prices.h"

namespace explainee::verify {

/// The certificate, the problem that it is about, and what is computed from them once; both outlive it.
class Workbench {
 public:
  /// Up to `most_kept` columns their covariances are kept for every fact that is in.
  Workbench(const Certificate& certificate, const CheckedProblem& problem, std::size_t most_kept = 600)
      : certificate_(certificate),
        problem_(problem),
        plain_(certificate, problem, false),
        factored_(certificate, problem, true) {
    if (plain_facts(problem) && problem.columns <= most_kept) facts_ = std::make_unique<GivenFacts>(problem);
  }

  [[nodiscard]] const Certificate& certificate() const { return certificate_; }
  [[nodiscard]] const CheckedProblem& problem() const { return problem_; }
  /// Correlations without the certificate's factors.
  [[nodiscard]] const Correlations& plain() const { return plain_; }
  /// Correlations less the certificate's factors.
  [[nodiscard]] const Correlations& factored() const { return factored_; }
  /// Candidates that a set of the leaf may hold besides `in`: not out, not determined by what is in, and not too dear
  /// beside it; in increasing order.
  [[nodiscard]] std::vector<std::size_t> free_candidates(const Leaf& leaf, const Prices& prices = {}) const;
  /// Those candidates, given what is in; for plain facts.
  [[nodiscard]] Given given_free(const Leaf& leaf, const std::vector<std::size_t>& free) const;
  /// The columns in even units, for monotone leaves.
  [[nodiscard]] const EvenedProblem& evened() const {
    if (evened_ == nullptr) evened_ = std::make_unique<EvenedProblem>(problem_);
    return *evened_;
  }

 private:
  const Certificate& certificate_;
  const CheckedProblem& problem_;
  Correlations plain_;
  Correlations factored_;
  mutable std::unique_ptr<EvenedProblem> evened_;
  mutable std::unique_ptr<GivenFacts> facts_;  ///< where columns are not too many to be kept
};

}  // namespace explainee::verify
