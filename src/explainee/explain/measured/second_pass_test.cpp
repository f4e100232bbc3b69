#include <gtest/gtest.h>

#include <atomic>

#include "explainee/explain/gather/gather.h"
#include "explainee/explain/testing/composed.h"
#include "explainee/explain/testing/small_table.h"

namespace explainee::explain::second_pass_test {
namespace {

using testing::SmallTable;

request::Request about_numbers(int sparsity) {
  request::Request request = testing::about_p(sparsity);
  request.facts.features = {"a", "b", "c"};
  return request;
}

/// What is left of p before and after the facts a and b.
struct Gaps {
  Eigen::ArrayXd before;
  Eigen::ArrayXd after;

  explicit Gaps(const SmallTable& rows)
      : before(testing::least_squares({}, testing::beside({rows.p})).residuals.array().abs()),
        after(testing::least_squares(testing::beside({rows.a, rows.b}), testing::beside({rows.p}))
                  .residuals.array()
                  .abs()) {}
};

TEST(LookAtRows, SaysWhoIsHelpedAndHowRareTheRowIs) {
  const SmallTable rows;
  request::Request request = about_numbers(2);
  request.rows.row = 40;
  Composition c = testing::chosen(rows.input(), request);
  ASSERT_TRUE(look_at_rows(c).ok());
  const Gaps gaps(rows);
  EXPECT_NEAR(c.answer.uncertainty.helped.at(0), static_cast<double>((gaps.after < gaps.before).count()) / 120, 1e-12);
  ASSERT_TRUE(c.answer.row.has_value());
  const auto as_far = [](const Eigen::ArrayXd& gap) { return static_cast<double>((gap >= gap[40]).count()); };
  EXPECT_NEAR(c.answer.row->one_in_before.at(0), 120 / as_far(gaps.before), 1e-9);
  EXPECT_NEAR(c.answer.row->one_in_after.at(0), 120 / as_far(gaps.after), 1e-9);
}

TEST(LookAtRows, PartsStandInTheOrderOfTheFacts) {
  const SmallTable rows;
  request::Request request = testing::about_p(3);
  request.facts.features = {"c", "town", "b", "a"};
  request.rows.row = 0;
  Composition c = testing::chosen(rows.input(), request);
  ASSERT_TRUE(look_at_rows(c).ok());
  std::vector<std::string> parts;
  for (const Contribution& part : c.answer.row->contributions) parts.push_back(part.name);
  EXPECT_EQ(parts, testing::names_of(c.answer.facts));
  EXPECT_EQ(parts.front(), "a");
}

TEST(LookAtRows, WhatFollowsFromWhatSheHasLeavesNoRest) {
  SmallTable rows;
  rows.table.add("u", [&] {
    std::vector<double> u;
    for (const double p : rows.p) u.push_back(3 - 2 * p);
    return u;
  }());
  request::Request request = about_numbers(1);
  request.who.summary = {"u"};
  request.rows.row = 8;
  Composition c = testing::chosen(rows.input(), request);
  ASSERT_TRUE(c.answer.nothing_to_explain);
  ASSERT_TRUE(look_at_rows(c).ok());
  EXPECT_EQ(c.answer.row->expected, std::vector<double>{rows.p[8]});
  EXPECT_EQ(c.answer.row->remainder, std::vector<double>{0});
  EXPECT_TRUE(c.answer.row->one_in_before.empty());
  EXPECT_TRUE(c.answer.row->one_in_after.empty());
}

TEST(LookAtRows, WhatTheFactsSettleLeavesNoRestButAGapBefore) {
  SmallTable rows;
  rows.table.add("q", [&] {
    std::vector<double> q;
    for (const double a : rows.a) q.push_back(1 + 2 * a);
    return q;
  }());
  request::Request request = about_numbers(1);
  request.what.prediction = {"q"};
  request.rows.row = 8;
  Composition c = testing::chosen(rows.input(), request);
  ASSERT_TRUE(look_at_rows(c).ok());
  EXPECT_EQ(c.answer.row->remainder, std::vector<double>{0});
  EXPECT_EQ(c.answer.row->one_in_before.size(), 1U);
  EXPECT_TRUE(c.answer.row->one_in_after.empty());
}

TEST(LookAtRows, AStoppedSearchStillHasItsRowExplained) {
  const SmallTable rows;
  Composition c = testing::chosen(rows.input(), about_numbers(1));
  const std::atomic<bool> cancel = true;
  c.control.cancel = &cancel;
  ASSERT_TRUE(look_at_rows(c).ok());
  EXPECT_TRUE(c.answer.uncertainty.helped.empty());
  c.request.rows.row = 3;
  ASSERT_TRUE(look_at_rows(c).ok());
  EXPECT_TRUE(c.answer.row.has_value());
}

TEST(LookAtRows, ARowThatIsNotThereIsRefused) {
  const SmallTable rows;
  request::Request request = about_numbers(1);
  request.rows.row = 500;
  Composition c = testing::chosen(rows.input(), request);
  const auto looked = look_at_rows(c);
  ASSERT_FALSE(looked.ok());
  EXPECT_EQ(looked.error().code, base::ErrorCode::kBadOption);
  EXPECT_EQ(looked.error().subject.option, base::option("row", 500));
}

TEST(PositionOf, ARowIsItselfUnlessSomeWereAnswered) {
  const SmallTable rows;
  EXPECT_EQ(position_of(gather(rows.input(), about_numbers(1), false, {}).value(), 17).value(), 17);
}

TEST(PositionOf, AnAnsweredRowStandsAmongTheAnswered) {
  const SmallTable rows;
  data::MemoryTable answers;
  answers.add("row", std::vector<double>{90, 3, 17});
  answers.add("answer", std::vector<double>{1, 2, 3});
  Input input = rows.input();
  input.answers = &answers;
  request::Request request = about_numbers(1);
  request.who.answers_as = request::AnswersAs::kRows;
  const Gathered gathered = gather(input, request, false, {}).value();
  EXPECT_EQ(position_of(gathered, 17).value(), 1);
  EXPECT_EQ(position_of(gathered, 90).value(), 2);
  const auto other = position_of(gathered, 18);
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(other.error().code, base::ErrorCode::kBadOption);
  EXPECT_EQ(other.error().subject.file, "table");
  EXPECT_EQ(other.error().subject.option, base::option("row", 18));
}

TEST(Keep, TheExplainerIsKeptWhereItIsAskedFor) {
  const SmallTable rows;
  for (const bool wanted : {false, true}) {
    request::Request request = about_numbers(1);
    request.how.keep = wanted;
    Composition c = testing::chosen(rows.input(), request);
    ASSERT_TRUE(look_at_rows(c).ok());
    keep(c);
    EXPECT_EQ(c.answer.explainer != nullptr, wanted);
  }
}

TEST(Keep, NoRowLiesBeyondWhatMomentsSay) {
  const SmallTable rows;
  request::Request request = about_numbers(1);
  request.how.keep = true;
  const auto moments = testing::chosen(rows.input(), request).gathered.moments;
  Composition c = testing::chosen({.moments = moments}, request);
  ASSERT_TRUE(look_at_rows(c).ok());
  keep(c);
  ASSERT_NE(c.answer.explainer, nullptr);
  for (const KeptNumber& number : c.answer.explainer->numbers) {
    EXPECT_LT(number.low, -1e299);
    EXPECT_GT(number.high, 1e299);
  }
}

}  // namespace
}  // namespace explainee::explain::second_pass_test
