// explainee/verify/workbench.h: what the checks of all leaves share.
#pragma once

#include <memory>

#include "explainee/verify/certificate.h"
#include "explainee/verify/correlations.h"
#include "explainee/verify/evened_problem.h"
#include "explainee/verify/person_problem.h"

namespace explainee::verify {

/// The certificate, the problem that it is about, and what is computed from them once; both outlive it.
class Workbench {
 public:
  Workbench(const Certificate& certificate, const PersonProblem& problem)
      : certificate_(certificate),
        problem_(problem),
        plain_(certificate, problem, false),
        freed_(certificate, problem, true) {}

  [[nodiscard]] const Certificate& certificate() const { return certificate_; }
  [[nodiscard]] const PersonProblem& problem() const { return problem_; }
  /// Correlations without the certificate's factors.
  [[nodiscard]] const Correlations& plain() const { return plain_; }
  /// Correlations less the certificate's factors.
  [[nodiscard]] const Correlations& freed() const { return freed_; }
  /// The columns in even units, for monotone leaves.
  [[nodiscard]] const EvenedProblem& evened() const {
    if (evened_ == nullptr) evened_ = std::make_unique<EvenedProblem>(problem_);
    return *evened_;
  }

 private:
  const Certificate& certificate_;
  const PersonProblem& problem_;
  Correlations plain_;
  Correlations freed_;
  mutable std::unique_ptr<EvenedProblem> evened_;
};

}  // namespace explainee::verify
