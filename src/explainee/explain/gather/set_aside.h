// explainee/explain/gather/set_aside.h: taking a column out of the candidates.
#pragma once

#include <string>

#include "explainee/explain/gather/gathered.h"

namespace explainee::explain {

/// True when the request asks for this column as a fact or as what the person has, so that it is not set aside for what
/// it holds. `persons`: it is one of person::names_of().
[[nodiscard]] bool asked_for(const Roles& roles, std::size_t index, bool persons);

/// Takes a column out of the candidates, and out of what answers may depend on.
void set_aside(Gathered& gathered, std::size_t index, std::string reason);

}  // namespace explainee::explain
