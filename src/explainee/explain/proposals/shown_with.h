// explainee/explain/proposals/shown_with.h: facts that people are shown with noise or rounded (mathematics §7).
#pragma once

#include <vector>

#include "explainee/base/errors/result.h"
#include "explainee/explain/compose/setting.h"
#include "explainee/request/request.h"

namespace explainee::explain {

/// Sets how each of these facts is shown. kBadOption when a name is none of them or means a fact that is no single
/// number. What is named later counts.
[[nodiscard]] base::Result<void> set_shown_with(const request::Request& request, std::vector<Candidate>& facts,
                                                std::vector<Candidate>& judged);

}  // namespace explainee::explain
