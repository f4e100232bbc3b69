// The example of docs/families.md: a family of one's own, whether a number lies above its mean.
#include <gtest/gtest.h>

#include "explainee/family/families.h"

namespace explainee::family {
namespace {

// docs: begin
Proposals make_above_mean(const Sample& sample, const FamilyOptions& /*options*/) {
  std::vector<Proposal> proposals;
  for (const Source& source : sample.sources) {
    if (source.type == data::ColumnType::kText || !(source.sd > 0)) continue;
    Proposal proposal;
    proposal.description.name = source.name + " above mean";  // one of its kind, in JSON and files
    proposal.description.family = "above_mean";
    proposal.description.sources = {source.name};  // who knows them all knows the fact
    proposal.description.saying = {text("whether "), column(source.name), text(" is above "),
                                   value(source.name, source.mean)};
    proposal.description.shown = Shown::kYesNo;
    proposal.made.push_back({proposal.description.name, {source.column}, Rule{{{true, source.mean}}}});
    proposals.push_back(std::move(proposal));
  }
  return proposals;
}
// docs: end

TEST(OwnFamily, MakesColumnsThatATableComputes) {
  Sample sample;
  sample.sources.push_back({0, "age", data::ColumnType::kNumber, 0, 40, 10, {}, {}});
  sample.sources.push_back({1, "city", data::ColumnType::kText, 1, 0, 0, {}, {}});
  const std::vector<Proposal> proposals = make_above_mean(sample, {}).value();
  ASSERT_EQ(proposals.size(), 1U);
  const data::AddedColumn added = added_column(proposals.front().made.front());
  const std::vector<double> ages = {39, 40, 41};
  const std::vector<std::span<const double>> cells = {ages};
  std::vector<double> out(3);
  ASSERT_TRUE(added.numbers(cells, out).ok());
  EXPECT_EQ(out, (std::vector<double>{0, 0, 1}));
}

}  // namespace
}  // namespace explainee::family
