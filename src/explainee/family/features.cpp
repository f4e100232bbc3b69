#include "explainee/family/families.h"

namespace explainee::family {
namespace {

Proposal plain_column(const Source& source) {
  const bool category = source.type == data::ColumnType::kText;
  Description candidate{source.name, {source.name}, source.index, category, category ? "categories" : "features"};
  candidate.shown = category ? Shown::kLevel : Shown::kNumber;
  return {std::move(candidate), {source.column}, {}};
}

}  // namespace

Proposals make_features(const Sample& sample, const FamilyOptions& /*options*/) {
  std::vector<Proposal> proposals;
  for (const Source& source : sample.sources) proposals.push_back(plain_column(source));
  return proposals;
}

Proposals make_categories(const Sample& sample, const FamilyOptions& /*options*/) {
  std::vector<Proposal> proposals;
  for (const Source& source : sample.sources) {
    if (source.type == data::ColumnType::kText) proposals.push_back(plain_column(source));
  }
  return proposals;
}

}  // namespace explainee::family
