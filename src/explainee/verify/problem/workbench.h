// explainee/verify/problem/workbench.h: what the checks of all leaves share.
#pragma once

#include <memory>
#include <vector>

#include "explainee/verify/certificate.h"
#include "explainee/verify/problem/allowed.h"
#include "explainee/verify/problem/checked_problem.h"
#include "explainee/verify/problem/correlations.h"
#include "explainee/verify/problem/evened_problem.h"
#include "explainee/verify/problem/given_facts.h"

namespace explainee::verify {

/// The certificate, the problem that it is about, and what is computed from them once. Each thread has its own.
class Workbench {
 public:
  /// Both outlive it. Up to `most_kept` candidates their covariances are kept for every set that is in.
  Workbench(const Certificate& certificate, const CheckedProblem& problem, std::size_t most_kept = 600);

  [[nodiscard]] const Certificate& certificate() const { return certificate_; }
  [[nodiscard]] const CheckedProblem& problem() const { return problem_; }
  [[nodiscard]] const Allowed& allowed() const { return allowed_; }
  /// Correlations without the certificate's factors; for plain problems.
  [[nodiscard]] const Correlations& plain() const;
  /// Correlations less the certificate's factors; for plain problems.
  [[nodiscard]] const Correlations& factored() const;
  /// The columns in even units, for monotone leaves.
  [[nodiscard]] const EvenedProblem& evened() const;

  /// How many candidates a set of the leaf may hold beside `in`.
  [[nodiscard]] std::size_t places(const Leaf& leaf) const { return allowed_.s - leaf.in.size(); }
  /// False when no allowed set holds all of `in`.
  [[nodiscard]] bool may_hold(const std::vector<int>& in) const;
  /// Candidates that a set of the leaf may hold besides `in`, which an allowed set may hold: all that
  /// docs/certificate.md §5 calls free, in increasing order. A column that what is in nearly determines may be among
  /// them without need.
  [[nodiscard]] std::vector<std::size_t> free_candidates(const Leaf& leaf) const;
  /// Those candidates, given what is in; for plain problems.
  [[nodiscard]] Given given_free(const Leaf& leaf, const std::vector<std::size_t>& free) const;

 private:
  [[nodiscard]] bool may_join(const Leaf& leaf, std::size_t candidate, const Given* given) const;

  const Certificate& certificate_;
  const CheckedProblem& problem_;
  Allowed allowed_;
  std::vector<std::size_t> place_;  ///< of each live candidate among the live ones
  mutable std::unique_ptr<Correlations> plain_;
  mutable std::unique_ptr<Correlations> factored_;
  mutable std::unique_ptr<EvenedProblem> evened_;
  mutable std::unique_ptr<GivenFacts> facts_;  ///< where candidates are not too many to be kept
};

}  // namespace explainee::verify
