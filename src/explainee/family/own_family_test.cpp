// The example of docs/families.md: a family of one's own, whether a number lies above its mean.
#include <gtest/gtest.h>

#include "explainee/family/families.h"

namespace explainee::family {
namespace {

// docs: begin
Members make_above_mean(const Sample& sample, const FamilyOptions& /*options*/) {
  std::vector<Member> members;
  for (const Source& source : sample.sources) {
    if (source.type == data::ColumnType::kText || !(source.sd > 0)) continue;
    Member member;
    member.candidate.name = source.name + " above mean";  // one of its kind, in JSON and files
    member.candidate.family = "above_mean";
    member.candidate.sources = {source.name};  // who knows them all knows the fact
    member.candidate.saying = {text("whether "), column(source.name), text(" is above "),
                               value(source.name, source.mean)};
    member.candidate.shown = Shown::kYesNo;
    member.made.push_back({member.candidate.name, {source.column}, Rule{{{true, source.mean}}}});
    members.push_back(std::move(member));
  }
  return members;
}
// docs: end

TEST(OwnFamily, MakesColumnsThatATableComputes) {
  Sample sample;
  sample.sources.push_back({0, "age", data::ColumnType::kNumber, 0, 40, 10, {}, {}});
  sample.sources.push_back({1, "city", data::ColumnType::kText, 1, 0, 0, {}, {}});
  const std::vector<Member> members = make_above_mean(sample, {}).value();
  ASSERT_EQ(members.size(), 1U);
  const data::AddedColumn added = added_column(members.front().made.front());
  const std::vector<double> ages = {39, 40, 41};
  const std::vector<std::span<const double>> cells = {ages};
  std::vector<double> out(3);
  ASSERT_TRUE(added.numbers(cells, out).ok());
  EXPECT_EQ(out, (std::vector<double>{0, 0, 1}));
}

}  // namespace
}  // namespace explainee::family
