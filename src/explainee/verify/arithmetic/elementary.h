// explainee/verify/arithmetic/elementary.h: exponentials, logarithms and the digamma function, enclosed.
#pragma once

#include "explainee/verify/arithmetic/ball.h"

namespace explainee::verify {

/// eˣ; nothing is known beyond |x| = 600.
[[nodiscard]] Ball exponential(const Ball& x);

/// ln x; nothing is known unless x is certainly positive.
[[nodiscard]] Ball logarithm(const Ball& x);

/// ψ(x), for x certainly above 0 and at most 1e12.
[[nodiscard]] Ball digamma(const Ball& x);

}  // namespace explainee::verify
