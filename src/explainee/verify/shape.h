// explainee/verify/shape.h: whether a certificate's lists are what the checks take them for, before anything is
// computed.
#pragma once

#include <string>

#include "explainee/moments/moments.h"
#include "explainee/verify/certificate.h"

namespace explainee::verify {

/// Why the certificate makes no sense; empty when it does.
[[nodiscard]] std::string wrong_shape(const Certificate& certificate);

/// Why its candidates are not the facts that their names say; empty when they are. A candidate is called like its one
/// column, like the category whose levels it holds, or is a group, which has a name of its own.
[[nodiscard]] std::string wrong_names(const Certificate& certificate, const moments::Moments& moments,
                                      const base::Control& control = {});

/// True when the candidate is a group of columns: its name alone does not say what it is.
[[nodiscard]] bool is_group(const CandidateFact& candidate, const moments::Moments& moments);

}  // namespace explainee::verify
