#include <fmt/format.h>

#include "explainee/family/families.h"

namespace explainee::family {

Members make_pairs(const Sample& sample, const FamilyOptions& /*options*/) {
  std::vector<const Source*> numbers;
  for (const Source& source : sample.sources) {
    if (source.type == data::ColumnType::kNumber) numbers.push_back(&source);
  }
  std::vector<Member> members;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    for (std::size_t j = i + 1; j < numbers.size(); ++j) {
      const Source& a = *numbers[i];
      const Source& b = *numbers[j];
      Member member{{fmt::format("{} × {}", a.name, b.name), {a.name, b.name}, -1, false, "pairs"}, {}, {}};
      member.candidate.saying = {column(a.name), text(" together with "), column(b.name)};
      member.candidate.shown = Shown::kValues;
      member.made.push_back({member.candidate.name, {a.column, b.column}, CentredProduct{a.mean, b.mean}});
      members.push_back(std::move(member));
    }
  }
  return members;
}

}  // namespace explainee::family
