// explainee/moments/possible.h: whether there can be rows with such moments: other programs may write these files too.
#pragma once

#include <string>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/moments/moments.h"

namespace explainee::moments {

/// Share of its variance by which every column may vary more than its moments say when they are looked at: rounding
/// leaves less.
inline constexpr double kContradiction = 1e-8;

/// Why no rows have this fold, naming columns; empty when some may have. Looks at counts and weights, at every pair of
/// columns, at levels, which are 0 or 1, and at products beside what they are products of; not at what more than two
/// columns contradict. Numbers must be finite.
[[nodiscard]] std::string contradiction(const Fold& fold, const Moments& moments, const base::Control& control = {});

/// Why no rows have these covariances of all columns of a fold together; empty when some may have. Takes n³/3
/// multiplications.
[[nodiscard]] std::string contradiction_of_all(const Fold& fold, const Moments& moments);

/// Fails with kDamagedMoments where no rows have such moments: each fold by contradiction(), and all columns together
/// where that is quick (each fold up to some hundred columns, the sum of the folds up to a thousand).
[[nodiscard]] base::Result<void> check_possible(const Moments& moments, const std::string& where,
                                                const base::Control& control = {});

}  // namespace explainee::moments
