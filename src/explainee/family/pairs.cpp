#include <fmt/format.h>

#include "explainee/family/families.h"

namespace explainee::family {

Proposals make_pairs(const Sample& sample, const FamilyOptions& /*options*/) {
  std::vector<const Source*> numbers;
  for (const Source& source : sample.sources) {
    if (source.type == data::ColumnType::kNumber) numbers.push_back(&source);
  }
  std::vector<Proposal> proposals;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    for (std::size_t j = i + 1; j < numbers.size(); ++j) {
      const Source& a = *numbers[i];
      const Source& b = *numbers[j];
      Proposal proposal{{fmt::format("{} × {}", a.name, b.name), {a.name, b.name}, -1, false, "pairs"}, {}, {}};
      proposal.description.saying = {column(a.name), text(" together with "), column(b.name)};
      proposal.description.shown = Shown::kValues;
      proposal.made.push_back({proposal.description.name, {a.column, b.column}, CentredProduct{a.mean, b.mean}});
      proposals.push_back(std::move(proposal));
    }
  }
  return proposals;
}

}  // namespace explainee::family
