#include "explainee/explain/proposals/proposals.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "explainee/base/errors/speech.h"
#include "explainee/explain/gather/gather.h"
#include "explainee/explain/testing/small_table.h"

namespace explainee::explain::proposals_test {
namespace {

using Change = std::function<void(request::Request&)>;
using Names = std::vector<std::string>;

Gathered gathered_from(const testing::SmallTable& rows, const Change& change) {
  request::Request request = testing::about_p();
  change(request);
  auto gathered = gather(rows.input(), request, false, {});
  EXPECT_TRUE(gathered.ok()) << (gathered.ok() ? "" : base::text(gathered.error(), base::command_line()));
  return std::move(gathered).value();
}

base::Error refused(const testing::SmallTable& rows, const Change& change, bool judging = false) {
  request::Request request = testing::about_p();
  change(request);
  const auto gathered = gather(rows.input(), request, judging, {});
  EXPECT_FALSE(gathered.ok());
  return gathered.ok() ? base::Error{} : gathered.error();
}

Names proposed(const Gathered& gathered) {
  Names names;
  for (const family::Proposal& proposal : gathered.proposals) names.push_back(proposal.description.name);
  return names;
}

/// Of a moment column that is not shifted.
double mean_in(const Gathered& gathered, const std::string& name) {
  const int at = gathered.moments->find(name);
  EXPECT_GE(at, 0) << name;
  return moments::sum_folds(gathered.moments->folds).mean[at] +
         gathered.moments->columns[static_cast<std::size_t>(at)].shift;
}

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

TEST(Proposals, StandInTheOrderOfTheFamiliesThatAreNamed) {
  const testing::SmallTable rows;
  const Gathered gathered = gathered_from(rows, [](auto& r) { r.facts.family = {"pairs", "features", "pairs"}; });
  EXPECT_EQ(proposed(gathered), (Names{"a × b", "a × c", "b × c", "a", "b", "c", "town"}));
  EXPECT_EQ(gathered.proposals[0].description.index, -1);
  EXPECT_EQ(gathered.proposals[5].description.index, 2);
  EXPECT_EQ(gathered.proposals[6].columns, (std::vector<std::size_t>{3}));
}

TEST(Proposals, GroupsAndExamplesThatAreGivenAreMeant) {
  const testing::SmallTable rows;
  const Gathered gathered = gathered_from(rows, [](auto& r) {
    r.facts.group = {{"both", {"b", "a", "b"}}};
    r.facts.like = {3};
  });
  EXPECT_EQ(proposed(gathered), (Names{"a", "b", "c", "town", "both", "like row 3"}));
  EXPECT_EQ(gathered.proposals[4].columns, (std::vector<std::size_t>{0, 1}));
}

TEST(Proposals, AProductIsOfDistancesFromTheMeans) {
  const testing::SmallTable rows;
  const Gathered gathered = gathered_from(rows, [](auto& r) { r.facts.family = {"pairs"}; });
  double product = 0;
  for (std::size_t i = 0; i < rows.a.size(); ++i)
    product += (rows.a[i] - mean_of(rows.a)) * (rows.b[i] - mean_of(rows.b)) / static_cast<double>(rows.a.size());
  EXPECT_NEAR(mean_in(gathered, "a × b"), product, 1e-12);
}

TEST(Proposals, BinsAreCutWhereTheyWereSaidToBe) {
  const testing::SmallTable rows;
  const Gathered gathered = gathered_from(rows, [](auto& r) {
    r.facts.family = {"bins"};
    r.facts.features = {"a"};
    r.facts.cuts = {{"a", {-0.5, 0.75}}};
  });
  const auto high = std::count_if(rows.a.begin(), rows.a.end(), [](double value) { return value > 0.75; });
  const auto low = std::count_if(rows.a.begin(), rows.a.end(), [](double value) { return value <= -0.5; });
  ASSERT_EQ(proposed(gathered), (Names{"a (low/middle/high)"}));
  EXPECT_NEAR(mean_in(gathered, "a (low/middle/high)=high"), static_cast<double>(high) / 120, 1e-12);
  EXPECT_NEAR(mean_in(gathered, "a (low/middle/high)=low"), static_cast<double>(low) / 120, 1e-12);
}

TEST(Proposals, MistakesAreTheirOptionsFault) {
  using base::ErrorCode;
  struct Mistake {
    ErrorCode code;
    std::string words;
    Change change;
  };
  const std::vector<Mistake> mistakes = {
      {ErrorCode::kBadOption, "--family", [](auto& r) { r.facts.family = {"nothing"}; }},
      {ErrorCode::kUnknownColumn, "--group g",
       [](auto& r) {
         r.facts.group = {{"g", {"a", "d"}}};
       }},
      {ErrorCode::kBadOption, "--group b",
       [](auto& r) {
         r.facts.group = {{"b", {"a"}}};
       }},
      {ErrorCode::kBadOption, "--group g is given twice",
       [](auto& r) {
         r.facts.group = {{"g", {"a"}}, {"g", {"b"}}};
       }},
      {ErrorCode::kBadOption, "choose another name",
       [](auto& r) {
         r.facts.family = {"pairs"};
         r.facts.group = {{"a × b", {"a"}}};
       }},
      {ErrorCode::kBadOption, "--group g",
       [](auto& r) {
         r.facts.group = {{"g", {"p"}}};
       }},
      {ErrorCode::kUnknownColumn, "--cuts",
       [](auto& r) {
         r.facts.cuts = {{"d", {1}}};
       }},
      {ErrorCode::kBadOption, "the cuts must increase",
       [](auto& r) {
         r.facts.cuts = {{"a", {1, 1}}};
       }},
      {ErrorCode::kBadOption, "--like 120", [](auto& r) { r.facts.like = {120}; }},
  };
  const testing::SmallTable rows;
  for (const Mistake& mistake : mistakes) {
    const base::Error error = refused(rows, mistake.change);
    const std::string said = base::text(error, base::command_line());
    EXPECT_EQ(error.code, mistake.code) << said;
    EXPECT_NE(said.find(mistake.words), std::string::npos) << said;
  }
}

TEST(Proposals, ADerivedFactMayNotHaveTheNameOfAColumn) {
  testing::SmallTable rows;
  rows.table.add("a × b", rows.c);
  const base::Error error = refused(rows, [](auto& r) { r.facts.family = {"pairs"}; });
  EXPECT_EQ(error.code, base::ErrorCode::kDuplicateColumn);
  EXPECT_NE(base::text(error, base::command_line()).find("'a × b'"), std::string::npos);
}

TEST(Proposals, WhoReasonsFromAColumnHasWhatIsMadeOfItAlone) {
  const testing::SmallTable rows;
  const Gathered gathered = gathered_from(rows, [](auto& r) {
    r.facts.family = {"curves", "pairs"};
    r.facts.exclude = {"c"};
    r.who.reasons_from = {{"a"}};
  });
  ASSERT_EQ(proposed(gathered), (Names{"curve(a)", "curve(b)", "a × b"}));
  EXPECT_TRUE(gathered.proposals[0].hers);
  EXPECT_FALSE(gathered.proposals[1].hers);
  EXPECT_FALSE(gathered.proposals[2].hers);
  EXPECT_TRUE(gathered.roles.person.implied.empty());  // her model is no exact knowledge of a
}

TEST(Proposals, WhoKnowsTheColumnsKnowsWhatIsMadeOfThem) {
  const testing::SmallTable rows;
  const auto both_known = [](auto& r) {
    r.facts.family = {"pairs"};
    r.who.knows = {"a", "b"};
  };
  const Gathered gathered = gathered_from(rows, both_known);
  EXPECT_EQ(gathered.roles.person.implied, (Names{"a × b"}));
  EXPECT_EQ(proposed(gathered), (Names{"a × b", "a × c", "b × c"}));
  const Gathered hidden = gathered_from(rows, [&](auto& r) {
    both_known(r);
    r.facts.exclude = {"a"};
  });
  EXPECT_EQ(hidden.roles.person.implied, (Names{"a × b"}));  // though it may not be told
  EXPECT_EQ(proposed(hidden), (Names{"b × c"}));
  EXPECT_GE(hidden.moments->find("a × b"), 0);
}

TEST(Proposals, AnUnknownFactToJudgeIsToldTheNearest) {
  const testing::SmallTable rows;
  const base::Error error = refused(
      rows,
      [](auto& r) {
        r.facts.family = {"curves"};
        r.facts.features = {"curve(bb)"};
      },
      true);
  EXPECT_EQ(error.code, base::ErrorCode::kUnknownColumn);
  EXPECT_EQ(error.subject.file, "table");
  EXPECT_NE(base::text(error, base::command_line()).find("'curve(b)'"), std::string::npos);
}

}  // namespace
}  // namespace explainee::explain::proposals_test
