#include "explainee/explain/gather/gather_rows.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>

#include "explainee/base/errors/speech.h"
#include "explainee/data/testing/counted_table.h"
#include "explainee/explain/gather/gather.h"
#include "explainee/explain/testing/small_table.h"

namespace explainee::explain::gather_rows_test {
namespace {

using Names = std::vector<std::string>;
using testing::SmallTable;

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

/// In the table's units.
double mean_in(const Gathered& gathered, const std::string& name) {
  const int at = gathered.moments->find(name);
  EXPECT_GE(at, 0) << name;
  const moments::Fold total = moments::sum_folds(gathered.moments->folds);
  return total.mean[at] + gathered.moments->columns[static_cast<std::size_t>(at)].shift;
}

double covariance_in(const Gathered& gathered, const std::string& one, const std::string& other) {
  const moments::Fold total = moments::sum_folds(gathered.moments->folds);
  return moments::covariance_at(total, gathered.moments->find(one), gathered.moments->find(other));
}

double mean_of(const std::vector<double>& values, const std::vector<double>& weights) {
  double sum = 0;
  double all = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    sum += weights[i] * values[i];
    all += weights[i];
  }
  return sum / all;
}

double covariance_of(const std::vector<double>& x, const std::vector<double>& y, const std::vector<double>& weights) {
  std::vector<double> products;
  for (std::size_t i = 0; i < x.size(); ++i)
    products.push_back((x[i] - mean_of(x, weights)) * (y[i] - mean_of(y, weights)));
  return mean_of(products, weights);
}

Names proposed(const Gathered& gathered) {
  Names names;
  for (const family::Proposal& proposal : gathered.proposals) names.push_back(proposal.description.name);
  return names;
}

Names columns_in(const Gathered& gathered) {
  Names names;
  for (const moments::MomentColumn& column : gathered.moments->columns) names.push_back(column.name);
  return names;
}

/// So many towns in turn.
std::vector<std::string> towns(std::size_t rows, std::size_t different) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < rows; ++i) texts.push_back("town " + std::to_string(i % different));
  return texts;
}

TEST(GatherRows, MomentsAreThoseOfTheWeightedRows) {
  SmallTable rows;
  std::vector<double> weights;
  for (std::size_t i = 0; i < rows.a.size(); ++i) weights.push_back(static_cast<double>(i % 4));
  rows.table.add("w", weights);
  request::Request request = testing::about_p();
  request.how.weight = "w";
  const Gathered gathered = gathered_from(rows.input(), request);
  EXPECT_EQ(columns_in(gathered), (Names{"a", "b", "c", "p", "town=Oslo", "town=Rome", "town=Turku"}));
  const std::vector<double> rome = testing::where(rows.town, "Rome");
  EXPECT_NEAR(mean_in(gathered, "p"), mean_of(rows.p, weights), 1e-12);
  EXPECT_NEAR(mean_in(gathered, "town=Rome"), mean_of(rome, weights), 1e-12);
  EXPECT_NEAR(covariance_in(gathered, "a", "b"), covariance_of(rows.a, rows.b, weights), 1e-12);
  EXPECT_NEAR(covariance_in(gathered, "town=Rome", "p"), covariance_of(rome, rows.p, weights), 1e-12);
  EXPECT_EQ(proposed(gathered), (Names{"a", "b", "c", "town"}));
}

TEST(GatherRows, OnlyWhatTakesPartIsRead) {
  const SmallTable rows;
  const auto read = [&](const Names& features) {
    auto log = std::make_shared<data::CountedTable::Log>();
    const std::shared_ptr<const data::MemoryTable> table(std::shared_ptr<void>(), &rows.table);  // owned by nobody here
    Input input;
    input.table =
        data::Dataset::make(std::make_unique<data::CountedTable>(table, log, data::CountedTable::Nature{}), 0);
    request::Request request = testing::about_p();
    request.facts.features = features;
    EXPECT_TRUE(gather(input, request, false, {}).ok());
    return log->passes;
  };
  using Passes = std::vector<std::vector<std::size_t>>;
  EXPECT_EQ(read({"b"}), (Passes{{1, 4}}));
  EXPECT_EQ(read({"town"}), (Passes{{3}, {4, 3}}));
}

TEST(GatherRows, AMissingCellIsNamedOrItsRowDropped) {
  SmallTable rows;
  std::vector<double> gap = rows.a;
  gap[7] = std::nan("");
  rows.table.add("gap", gap);
  request::Request request = testing::about_p();
  const base::Error error = refused(rows.input(), request);
  EXPECT_EQ(error.code, base::ErrorCode::kMissingCell);
  EXPECT_EQ(error.subject.row, 7);
  request.how.missing = request::Missing::kDrop;
  const Gathered gathered = gathered_from(rows.input(), request);
  EXPECT_EQ(gathered.moments->rows_dropped, 1);
  EXPECT_EQ(gathered.moments->rows(), static_cast<std::int64_t>(rows.a.size()) - 1);
  request.how.missing = request::Missing::kError;
  request.facts.exclude = {"gap"};
  EXPECT_EQ(gathered_from(rows.input(), request).moments->rows_dropped, 0);
}

TEST(GatherRows, ATextWithTooManyLevelsIsAFactOnlyWhereItIsAskedFor) {
  SmallTable rows;
  rows.table.add("many", towns(rows.a.size(), 7));
  rows.table.add("names", towns(rows.a.size(), rows.a.size()));
  request::Request request = testing::about_p();
  const Gathered gathered = gathered_from(rows.input(), request);
  ASSERT_EQ(gathered.roles.set_aside.size(), 2U);
  EXPECT_EQ(gathered.roles.set_aside[0].reason, base::Message("it has 7 different texts in 120 rows"));
  EXPECT_EQ(gathered.roles.set_aside[1].reason, base::Message("every row has its own text"));
  EXPECT_EQ(proposed(gathered), (Names{"a", "b", "c", "town"}));
  EXPECT_EQ(gathered.moments->find("many=town 1"), -1);
  request.facts.features = {"many"};
  EXPECT_GE(gathered_from(rows.input(), request).moments->find("many=town 1"), 0);
}

TEST(GatherRows, SheMayKnowACategoryOfManyLevelsAndIsWarned) {
  SmallTable rows;
  rows.table.add("many", towns(rows.a.size(), 7));
  request::Request request = testing::about_p();
  request.who.knows = {"many"};
  const Gathered gathered = gathered_from(rows.input(), request);
  EXPECT_GE(gathered.moments->find("many=town 6"), 0);
  ASSERT_EQ(gathered.warnings.size(), 1U);
  EXPECT_EQ(gathered.warnings[0].code, "known_many_levels");
}

TEST(GatherRows, TextsThatCannotBeClassesOrCategoriesAreRefused) {
  SmallTable rows;
  rows.table.add("names", towns(rows.a.size(), rows.a.size()));
  request::Request request = testing::about_p();
  request.what.prediction = {"names"};
  EXPECT_EQ(refused(rows.input(), request).code, base::ErrorCode::kUnfitColumn);
  EXPECT_EQ(refused(rows.input(), request).subject.file, "table");
  std::vector<std::string> decimals;
  for (std::size_t i = 0; i < rows.a.size(); ++i) decimals.push_back(std::to_string(i % 5) + ",5");
  rows.table.add("decimals", decimals);
  EXPECT_EQ(refused(rows.input(), testing::about_p()).code, base::ErrorCode::kUnfitColumn);
  SmallTable large(1100);
  large.table.add("names", towns(1100, 1100));
  request = testing::about_p();
  request.who.knows = {"names"};
  EXPECT_EQ(refused(large.input(), request).code, base::ErrorCode::kUnfitColumn);
}

TEST(GatherRows, WhatSheKnowsBringsItsSquaresAndProducts) {
  const SmallTable rows;
  request::Request request = testing::about_p();
  request.who.knows = {"a", "town", "b"};
  const Gathered gathered = gathered_from(rows.input(), request);
  const auto shift = [&](const std::string& name) {
    return gathered.moments->columns[static_cast<std::size_t>(gathered.moments->find(name))].shift;
  };
  double product = 0;
  for (std::size_t i = 0; i < rows.a.size(); ++i)
    product += (rows.a[i] - shift("a")) * (rows.b[i] - shift("b")) / static_cast<double>(rows.a.size());
  EXPECT_NEAR(mean_in(gathered, "a*b"), product, 1e-12);
  EXPECT_EQ(gathered.plan.products.size(), 3U);
  request.who.linear = true;
  EXPECT_TRUE(gathered_from(rows.input(), request).plan.products.empty());
}

TEST(GatherRows, AnExpressionIsAColumnButNoFactAndHasNoPlaceInTheFile) {
  const SmallTable rows;
  request::Request request = testing::about_p();
  request.who.sees = {{"a + 2*b"}};
  const Gathered gathered = gathered_from(rows.input(), request);
  EXPECT_NEAR(mean_in(gathered, "a + 2*b"), mean_in(gathered, "a") + 2 * mean_in(gathered, "b"), 1e-12);
  const auto place = [&](const std::string& name) {
    return gathered.moments->columns[static_cast<std::size_t>(gathered.moments->find(name))].index;
  };
  EXPECT_EQ(place("a + 2*b"), -1);
  EXPECT_EQ(place("p"), 4);
  EXPECT_EQ(proposed(gathered), (Names{"a", "b", "c", "town"}));
}

TEST(GatherRows, PeopleWhoComeLaterFindTheirColumns) {
  const SmallTable rows;
  request::Request request = testing::about_p();
  request.facts.features = {"a"};
  Input input = rows.input();
  input.people.columns = {"c"};
  input.people.products = {{"a", "c"}, {"a", "b"}};
  const Gathered gathered = gathered_from(input, request);
  EXPECT_EQ(columns_in(gathered), (Names{"a", "c", "p", "a*c"}));  // nobody needs b
  EXPECT_EQ(proposed(gathered), (Names{"a"}));
}

TEST(GatherRows, AnswersMayDependOnAllColumnsWithoutGaps) {
  SmallTable rows;
  std::vector<double> gap = rows.a;
  gap[7] = std::nan("");
  rows.table.add("gap", gap);
  rows.table.add("names", towns(rows.a.size(), rows.a.size()));
  request::Request request = testing::about_p();
  request.facts.features = {"b"};
  Input input = rows.input();
  input.people.answered = true;
  const Gathered gathered = gathered_from(input, request);
  EXPECT_EQ(gathered.reasons, (std::vector<std::size_t>{0, 1, 2, 3}));  // a, b, c, town
  EXPECT_GE(gathered.moments->find("c"), 0);
  EXPECT_EQ(proposed(gathered), (Names{"b"}));
}

TEST(GatherRows, AFewAnswersAreKeptForAModelOfThePerson) {
  const SmallTable rows;
  data::MemoryTable answers;
  answers.add("row", std::vector<double>{30, 4});
  answers.add("answer", std::vector<double>{7, 8});
  answers.add("knows", std::vector<std::string>{"c", "c"});
  Input input = rows.input();
  input.answers = &answers;
  const Gathered gathered = gathered_from(input, testing::about_p());
  ASSERT_TRUE(gathered.asked.has_value());
  EXPECT_EQ(gathered.asked->front().row, 4);
  EXPECT_EQ(gathered.asked->front().value, 8);
  EXPECT_EQ(gathered.moments->rows(), static_cast<std::int64_t>(rows.a.size()));
  ASSERT_EQ(gathered.warnings.size(), 1U);
  EXPECT_EQ(gathered.warnings[0].code, "knows_left_out");
}

TEST(GatherRows, AnswersToRowsTakeThePlaceOfTheTable) {
  const SmallTable rows;
  data::MemoryTable answers;
  std::vector<double> numbers;
  std::vector<double> values;
  for (std::size_t i = 0; i < 60; ++i) {
    numbers.push_back(static_cast<double>(2 * i));
    values.push_back(rows.a[2 * i] + 1);
  }
  answers.add("row", numbers);
  answers.add("answer", values);
  answers.add("noise", std::vector<double>(60, 0.5));
  Input input = rows.input();
  input.answers = &answers;
  request::Request request = testing::about_p();
  request.who.answers_as = request::AnswersAs::kRows;
  const Gathered gathered = gathered_from(input, request);
  EXPECT_FALSE(gathered.asked.has_value());
  EXPECT_EQ(gathered.moments->rows(), 60);
  EXPECT_NEAR(mean_in(gathered, "answer"), mean_in(gathered, "a") + 1, 1e-12);
  EXPECT_NEAR(covariance_in(gathered, "answer", "a"), covariance_in(gathered, "a", "a"), 1e-12);
  EXPECT_EQ(gathered.answer_noise->variance, 0.25);
  EXPECT_EQ(proposed(gathered), (Names{"a", "b", "c", "town"}));
}

TEST(GatherRows, StopsWhenCancelled) {
  const SmallTable rows;
  const std::atomic<bool> cancel = true;
  base::Control control;
  control.cancel = &cancel;
  const auto gathered = gather(rows.input(), testing::about_p(), false, control);
  ASSERT_FALSE(gathered.ok());
  EXPECT_EQ(gathered.error().code, base::ErrorCode::kInterrupted);
}

}  // namespace
}  // namespace explainee::explain::gather_rows_test
