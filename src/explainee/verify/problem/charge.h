// explainee/verify/problem/charge.h: what extra columns cost (mathematics §8), computed again.
#pragma once

#include <string>

#include "explainee/verify/certificate.h"
#include "explainee/verify/problem/checked_problem.h"

namespace explainee::verify {

/// Why the certificate's charge is not that of these rows and this person; empty when it is.
[[nodiscard]] std::string wrong_charge(const Certificate& certificate, const CheckedProblem& problem);

}  // namespace explainee::verify
