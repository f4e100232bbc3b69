// explainee/cohort/serve/batched_lane.h: everybody by one pass over the rows: a quadratic or linear reader, columns as
// they are, as many facts as are asked for.
#pragma once

#include <memory>

#include "explainee/cohort/lane.h"
#include "explainee/cohort/people/understanding.h"
#include "explainee/explain/gather/gathered.h"
#include "explainee/request/request.h"

namespace explainee::cohort {

/// Reads the rows. The list outlives the lane; answers need the rows.
[[nodiscard]] base::Result<std::unique_ptr<Lane>> make_batched_lane(const explain::Input& input,
                                                                    const request::Request& request, int catalogue,
                                                                    const UserList& list, const Needs& needs,
                                                                    const base::Control& control);

}  // namespace explainee::cohort
