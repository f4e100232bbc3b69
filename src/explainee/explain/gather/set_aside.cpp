#include "explainee/explain/gather/set_aside.h"

#include <algorithm>
#include <utility>

namespace explainee::explain {

bool asked_for(const Roles& roles, std::size_t index, bool persons) {
  return persons || roles.features_given || roles.is_judged(index);
}

void set_aside(Gathered& gathered, std::size_t index, std::string reason) {
  gathered.roles.set_aside.push_back({gathered.columns[index].name, std::move(reason)});
  std::erase(gathered.roles.eligible, index);
  std::erase(gathered.reasons, index);
  std::erase_if(gathered.proposals, [&](const family::Proposal& proposal) {
    return std::find(proposal.columns.begin(), proposal.columns.end(), index) != proposal.columns.end();
  });
}

}  // namespace explainee::explain
