// explainee/cohort/lane_choice.h: whether people can be served all at once, or have to be explained one by one.
#pragma once

#include <string>

#include "explainee/base/errors/result.h"
#include "explainee/cohort/people/understanding.h"
#include "explainee/cohort/people/user_list.h"
#include "explainee/explain/gather/gathered.h"
#include "explainee/request/request.h"

namespace explainee::cohort {

/// How a list of people is served.
struct LaneChoice {
  bool one_by_one = false;
  request::Request request;  ///< with what the lane can do
  std::string because;       ///< why all are served at once though the request asks for more; empty: it does not
};

/// Whether the request asks for more than a quadratic or linear reader who is told columns as they are, as many as are
/// asked for: that takes one look at the rows for each person.
[[nodiscard]] bool asks_for_more(const request::Request& request);

/// Where rows cannot say more of anybody (there are none, or what is understood is itself uncertain) all are served at
/// once, as explain() then falls back to the quadratic reader. kBadOption where that cannot be.
[[nodiscard]] base::Result<LaneChoice> choose_lane(const explain::Input& input, const request::Request& request,
                                                   const UserList& list, const Needs& needs);

}  // namespace explainee::cohort
