// explainee/explain/compose/summary_noise.h: how noisy her answers are, and taking that noise out (mathematics §7,
// p(u|x)).
#pragma once

#include "explainee/base/errors/result.h"
#include "explainee/request/request.h"

namespace explainee::explain {

struct Composition;

/// Whether the noise of her summaries is one and Who::noise_free goes with the rest; kBadOption says what is wrong.
/// `asked`: there are answers.
[[nodiscard]] base::Result<void> check_summary_noise(const request::Request& request, bool asked);

/// Notes the noise of her summaries in the answer and, with --noise-free, puts what of it fits into the setting. Needs
/// the summary and all candidates. kBadOption when a name is no number of hers, or when no noise is known.
[[nodiscard]] base::Result<void> set_summary_noise(Composition& composition);

}  // namespace explainee::explain
