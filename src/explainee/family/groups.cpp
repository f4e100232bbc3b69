#include <fmt/format.h>

#include <algorithm>

#include "explainee/family/families.h"

namespace explainee::family {

Proposals make_groups(const Sample& sample, const FamilyOptions& options) {
  if (options.groups.empty()) {
    return base::Error{base::ErrorCode::kBadOption,
                       base::say("the family 'groups' needs groups: {}", base::option("group", "lab=s1,s2,s3"))};
  }
  std::vector<Proposal> proposals;
  for (const auto& [name, columns] : options.groups) {
    Proposal proposal{{name, {}, -1, true, "groups"}, {}, {}};
    for (const Source& source : sample.sources) {
      if (std::find(columns.begin(), columns.end(), source.column) == columns.end()) continue;
      proposal.description.sources.push_back(source.name);
      proposal.plain.push_back(source.column);
    }
    if (proposal.plain.empty()) {
      return base::Error{base::ErrorCode::kBadOption, "none of its columns can be a fact here",
                         base::option("group", name)};
    }
    proposal.description.saying = {text(name)};
    proposal.description.shown = Shown::kSources;
    proposals.push_back(std::move(proposal));
  }
  return proposals;
}

}  // namespace explainee::family
