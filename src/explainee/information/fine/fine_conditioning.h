// explainee/information/fine/fine_conditioning.h: u taken out in 32 digits, where rounding of moments would be made
// much larger by it (numerics: nearly equal columns).
#pragma once

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/information/rows.h"
#include "explainee/information/situation.h"
#include "explainee/moments/moments.h"
#include "explainee/person/condition.h"

namespace explainee::information {

/// Whether the noise of her answers is taken out of u: how much of it fits is not known in many digits.
[[nodiscard]] bool takes_noise_out(const Situation& situation);

/// Whether u is such that rounding of the moments would reach kDetermined: its columns are nearly dependent.
[[nodiscard]] bool is_unsteady(const Situation& situation, const moments::Fold& total);

/// u on all rows, from a pass over them; rounded to doubles at the end. Without `given`.
[[nodiscard]] base::Result<person::Conditioning> fine_conditioning(const Situation& situation,
                                                                   const moments::Fold& total, Rows& rows,
                                                                   const base::Control& control);

/// The deviation of each column of u.
[[nodiscard]] Eigen::VectorXd summary_deviations(const Situation& situation, const moments::Fold& total);

}  // namespace explainee::information
