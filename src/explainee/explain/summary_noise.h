// explainee/explain/summary_noise.h: how noisy her answers are, and taking that noise out (mathematics §7, p(u|x)).
#pragma once

#include "explainee/base/result.h"
#include "explainee/explain/options.h"

namespace explainee::explain {

struct Composition;

/// Whether --summary-noise can be read and --noise-free goes with the other options; kBadOption says what is wrong.
[[nodiscard]] base::Result<void> check_summary_noise(const Options& options);

/// Notes the noise of her summaries in the answer and, with --noise-free, puts what of it fits into the setting. Needs
/// the summary and all candidates. kBadOption when a name is no number of hers, or when no noise is known.
[[nodiscard]] base::Result<void> set_summary_noise(Composition& composition);

}  // namespace explainee::explain
