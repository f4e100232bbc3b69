#include "explainee/family/families.h"

namespace explainee::family {
namespace {

Member plain_column(const Source& source) {
  const bool category = source.type == data::ColumnType::kText;
  Candidate candidate{source.name, {source.name}, source.index, category, category ? "categories" : "features"};
  candidate.shown = category ? Shown::kLevel : Shown::kNumber;
  return {std::move(candidate), {source.column}, {}};
}

}  // namespace

Members make_features(const Sample& sample, const FamilyOptions& /*options*/) {
  std::vector<Member> members;
  for (const Source& source : sample.sources) members.push_back(plain_column(source));
  return members;
}

Members make_categories(const Sample& sample, const FamilyOptions& /*options*/) {
  std::vector<Member> members;
  for (const Source& source : sample.sources) {
    if (source.type == data::ColumnType::kText) members.push_back(plain_column(source));
  }
  return members;
}

}  // namespace explainee::family
