#include <fmt/format.h>

#include <algorithm>

#include "explainee/family/families.h"

namespace explainee::family {

Members make_groups(const Sample& sample, const FamilyOptions& options) {
  if (options.groups.empty()) {
    return base::Error{base::ErrorCode::kBadOption, "the family 'groups' needs groups: --group lab=s1,s2,s3", ""};
  }
  std::vector<Member> members;
  for (const auto& [name, columns] : options.groups) {
    Member member{{name, {}, -1, true, "groups"}, {}, {}};
    for (const Source& source : sample.sources) {
      if (std::find(columns.begin(), columns.end(), source.column) == columns.end()) continue;
      member.candidate.sources.push_back(source.name);
      member.plain.push_back(source.column);
    }
    if (member.plain.empty()) {
      return base::Error{base::ErrorCode::kBadOption,
                         fmt::format("--group {}: none of its columns can be a fact here", name), ""};
    }
    member.candidate.saying = {text(name)};
    member.candidate.shown = Shown::kSources;
    members.push_back(std::move(member));
  }
  return members;
}

}  // namespace explainee::family
