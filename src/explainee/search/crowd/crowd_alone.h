// explainee/search/crowd/crowd_alone.h: one member of a crowd searched as if there were no others.
#pragma once

#include "explainee/search/crowd/crowd_answer.h"
#include "explainee/search/crowd/crowd_member.h"

namespace explainee::search {

/// A member's answer and its set.
struct AloneAnswer {
  CrowdAnswer answer;
  Set set;
};

/// By find_exact() on one thread; `beside` is left to the caller.
[[nodiscard]] AloneAnswer search_alone(const Problem& nobody, const Member& member, const CrowdOptions& options);

}  // namespace explainee::search
