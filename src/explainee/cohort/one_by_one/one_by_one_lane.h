// explainee/cohort/one_by_one/one_by_one_lane.h: every person by explain(), several at once, the same understanding
// only once.
#pragma once

#include <memory>

#include "explainee/cohort/lane.h"
#include "explainee/cohort/people/understanding.h"
#include "explainee/explain/gather/gathered.h"
#include "explainee/request/request.h"

namespace explainee::cohort {

/// The table is read once, into the dataset. The list outlives the lane; it has no answers and no noise.
[[nodiscard]] base::Result<std::unique_ptr<Lane>> make_one_by_one_lane(const explain::Input& input,
                                                                       const request::Request& request,
                                                                       const UserList& list, const Needs& needs,
                                                                       const base::Control& control);

}  // namespace explainee::cohort
