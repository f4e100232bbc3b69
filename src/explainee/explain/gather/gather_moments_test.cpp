#include "explainee/explain/gather/gather_moments.h"

#include <gtest/gtest.h>

#include <functional>

#include "explainee/base/errors/speech.h"
#include "explainee/explain/gather/gather.h"
#include "explainee/explain/testing/small_table.h"

namespace explainee::explain::gather_moments_test {
namespace {

using Change = std::function<void(request::Request&)>;

/// The moments of a table's rows, as a file would hold them.
Input moments_of_rows(const Input& table, const request::Request& request = testing::about_p()) {
  Input input;
  input.moments = gather(table, request, false, {}).value().moments;
  return input;
}

Gathered gathered_from(const Input& input, const request::Request& request) {
  auto gathered = gather(input, request, false, {});
  EXPECT_TRUE(gathered.ok()) << (gathered.ok() ? "" : base::text(gathered.error(), base::command_line()));
  return std::move(gathered).value();
}

base::Error refused(const Input& input, const request::Request& request) {
  const auto gathered = gather(input, request, false, {});
  EXPECT_FALSE(gathered.ok());
  return gathered.ok() ? base::Error{} : gathered.error();
}

std::vector<std::string> proposed(const Gathered& gathered) {
  std::vector<std::string> names;
  for (const family::Proposal& proposal : gathered.proposals) names.push_back(proposal.description.name);
  return names;
}

TEST(GatherMoments, ColumnsHaveThePartsTheyHaveInTheTable) {
  const testing::SmallTable rows;
  request::Request request = testing::about_p();
  request.who.knows = {"a"};
  request.what.label = "c";
  const Gathered from_rows = gathered_from(rows.input(), request);
  const Gathered gathered = gathered_from(moments_of_rows(rows.input()), request);
  EXPECT_EQ(gathered.table, nullptr);
  EXPECT_EQ(gathered.roles.eligible, from_rows.roles.eligible);
  EXPECT_EQ(gathered.roles.predictions, from_rows.roles.predictions);
  EXPECT_EQ(gathered.roles.label, from_rows.roles.label);
  EXPECT_EQ(proposed(gathered), proposed(from_rows));
  for (const family::Proposal& proposal : gathered.proposals)
    EXPECT_EQ(proposal.description.index, static_cast<int>(proposal.columns.front())) << proposal.description.name;
}

TEST(GatherMoments, TheColumnsThatMayBeNamedAreThoseOfTheTable) {
  const testing::SmallTable rows;
  const std::vector<data::Column> columns = columns_of(moments_of_rows(rows.input()));
  const std::vector<data::Column> expected = columns_of(rows.input());
  ASSERT_EQ(columns.size(), expected.size());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    EXPECT_EQ(columns[i].name, expected[i].name);
    EXPECT_EQ(columns[i].type, expected[i].type);
  }
}

TEST(GatherMoments, WhatNeedsTheRowsIsRefused) {
  const testing::SmallTable rows;
  const std::vector<std::pair<std::string, Change>> wishes = {
      {"--row", [](auto& r) { r.rows.row = 1; }},
      {"--local", [](auto& r) { r.rows.local = true; }},
      {"--weight c", [](auto& r) { r.how.weight = "c"; }},
      {"--block town", [](auto& r) { r.how.block = "town"; }},
      {"--seed 3", [](auto& r) { r.how.seed = 3; }},
      {"--folds 7", [](auto& r) { r.how.folds = 7; }},
      {"a class", [](auto& r) { r.what.prediction = {"town"}; }},
      {"'bins'", [](auto& r) { r.facts.family = {"bins"}; }},
      {"'a*b'", [](auto& r) { r.who.sees = {{"a*b"}}; }},
  };
  const Input input = moments_of_rows(rows.input());
  for (const auto& [words, change] : wishes) {
    request::Request request = testing::about_p();
    change(request);
    const base::Error error = refused(input, request);
    EXPECT_EQ(error.code, base::ErrorCode::kNeedsRows) << words;
    const std::string said = base::text(error, base::command_line());
    EXPECT_NE(said.find(words), std::string::npos) << said;
  }
  data::MemoryTable answers;
  Input asked = input;
  asked.answers = &answers;
  EXPECT_EQ(refused(asked, testing::about_p()).code, base::ErrorCode::kNeedsRows);
}

TEST(GatherMoments, WhatTheyWereMadeWithMayBeSaidAgain) {
  testing::SmallTable rows;
  rows.table.add("w", std::vector<double>(rows.a.size(), 2.0));
  request::Request request = testing::about_p();
  request.how.weight = "w";
  request.how.block = "town";
  request.how.folds = 3;
  request.how.seed = 9;
  const Input input = moments_of_rows(rows.input(), request);
  EXPECT_EQ(proposed(gathered_from(input, request)), (std::vector<std::string>{"a", "b", "c"}));
}

TEST(GatherMoments, AnAffineExpressionIsAsIfTheTableHadIt) {
  testing::SmallTable rows;
  std::vector<double> weights;
  for (const double value : rows.a) weights.push_back(value > 0 ? 3 : 1);
  rows.table.add("w", weights);
  request::Request request = testing::about_p();
  request.how.weight = "w";
  const Input input = moments_of_rows(rows.input(), request);
  request.who.sees = {{"2*a - b + 3"}, {"z(p) - a"}};
  const Gathered from_rows = gathered_from(rows.input(), request);
  const Gathered gathered = gathered_from(input, request);
  for (const auto* text : {"2*a - b + 3", "z(p) - a"}) {
    const int own = gathered.moments->find(text);
    const int other = from_rows.moments->find(text);
    const moments::Fold mine = moments::sum_folds(gathered.moments->folds);
    const moments::Fold theirs = moments::sum_folds(from_rows.moments->folds);
    const auto shift = [](const Gathered& of, int at) {
      return of.moments->columns[static_cast<std::size_t>(at)].shift;
    };
    EXPECT_NEAR(mine.mean[own] + shift(gathered, own), theirs.mean[other] + shift(from_rows, other), 1e-12) << text;
    EXPECT_NEAR(moments::covariance_at(mine, own, own), moments::covariance_at(theirs, other, other), 1e-12) << text;
    EXPECT_NEAR(moments::covariance_at(mine, own, gathered.moments->find("c")),
                moments::covariance_at(theirs, other, from_rows.moments->find("c")), 1e-12);
  }
  EXPECT_EQ(proposed(gathered), proposed(from_rows));
}

TEST(GatherMoments, AConstantHasNoStandardScore) {
  testing::SmallTable rows;
  rows.table.add("same", std::vector<double>(rows.a.size(), 0.1));
  request::Request request = testing::about_p();
  request.who.sees = {{"z(same)"}};
  EXPECT_EQ(refused(moments_of_rows(rows.input()), request).code, base::ErrorCode::kUnfitColumn);
}

TEST(GatherMoments, ATextWithTooManyLevelsIsSetAsideUnlessItIsNamed) {
  testing::SmallTable rows;
  std::vector<std::string> many;
  for (std::size_t i = 0; i < rows.a.size(); ++i) many.push_back("town " + std::to_string(i % 7));
  rows.table.add("many", many);
  request::Request named = testing::about_p();
  named.facts.features = {"many", "a"};
  const Input input = moments_of_rows(rows.input(), named);
  const Gathered gathered = gathered_from(input, testing::about_p());
  EXPECT_EQ(proposed(gathered), (std::vector<std::string>{"a"}));
  ASSERT_EQ(gathered.roles.set_aside.size(), 1U);
  EXPECT_EQ(gathered.roles.set_aside[0].reason, base::Message("it has 7 different texts in 120 rows"));
  EXPECT_EQ(proposed(gathered_from(input, named)), (std::vector<std::string>{"a", "many"}));
  request::Request known = testing::about_p();
  known.who.knows = {"many"};
  EXPECT_TRUE(gathered_from(input, known).roles.set_aside.empty());
}

}  // namespace
}  // namespace explainee::explain::gather_moments_test
