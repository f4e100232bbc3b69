#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "explainee/base/random.h"
#include "explainee/explain/explain.h"
#include "explainee/explain/rows/like_gathered.h"
#include "explainee/explain/rows/row_pass.h"
#include "explainee/explain/testing/composed.h"
#include "explainee/explain/testing/small_table.h"

namespace explainee::explain::asker_test {
namespace {

/// Two numbers, a text, a row's name and its weight; the model is a² + b, + 1 in Rome.
struct Towns {
  data::MemoryTable table;
  std::vector<std::vector<std::string>> shown;  ///< the columns of every question
  int calls = 0;

  explicit Towns(std::size_t rows = 80) {
    base::Random random(3);
    std::vector<double> a(rows), b(rows), w(rows), p(rows);
    std::vector<std::string> town(rows), id(rows);
    for (std::size_t i = 0; i < rows; ++i) {
      a[i] = random.normal();
      b[i] = random.normal();
      w[i] = 1 + static_cast<double>(i % 3);
      town[i] = i % 3 == 0 ? "Rome" : "Oslo";
      id[i] = "row " + std::to_string(i);
      p[i] = said(a[i], b[i], town[i]);
    }
    table.add("id", id);
    table.add("a", a);
    table.add("town", town);
    table.add("p", p);
    table.add("b", b);
    table.add("w", w);
  }
  static double said(double a, double b, const std::string& town) { return a * a + b + (town == "Rome" ? 1 : 0); }

  Input input() {
    Input input{.table = data::Dataset::borrow(table)};
    input.asking.model = [this](const RowColumns& rows) -> base::Result<std::vector<double>> {
      ++calls;
      std::vector<std::string>& names = shown.emplace_back();
      for (const RowColumn& column : rows) names.push_back(column.name);
      std::vector<double> answers;
      for (std::size_t i = 0; i < rows_of(rows); ++i)
        answers.push_back(said(rows[0].numbers[i], rows[2].numbers[i], rows[1].texts[i]));
      return answers;
    };
    return input;
  }
};

request::Request asked_request() {
  request::Request request;
  request.what.prediction = {"p"};
  request.what.id = "id";
  request.how.weight = "w";
  request.who.reader = request::ReaderKind::kFlexible;
  request.facts.family = {"auto"};
  request.facts.tell = request::Tell::kSupported;
  request.how.ask_rows = 400;
  request.how.threads = 1;
  return request;
}

TEST(Asker, AsksAboutRowsLikeTheRealOnesAndCounts) {
  Towns towns;
  const auto answer = explain(towns.input(), asked_request(), {});
  ASSERT_TRUE(answer.ok());
  ASSERT_TRUE(answer.value().model_asked);
  EXPECT_EQ(answer.value().model_asked->rows, 400);
  EXPECT_EQ(answer.value().model_asked->calls, towns.calls);
  EXPECT_LE(towns.calls, 7);  // real rows, rows like all of them, rows like all but each part
  for (const auto& names : towns.shown) EXPECT_EQ(names, (std::vector<std::string>{"a", "town", "b"}));
  const auto& given = answer.value().given_options;
  EXPECT_TRUE(std::any_of(given.begin(), given.end(), [](const auto& one) { return one.name == "ask-model"; }));
}

TEST(Asker, TheAnswerDoesNotDependOnThreads) {
  Towns towns;
  request::Request request = asked_request();
  const auto one = explain(towns.input(), request, {});
  request.how.threads = 3;
  const auto three = explain(towns.input(), request, {});
  ASSERT_TRUE(one.ok() && three.ok());
  ASSERT_TRUE(one.value().predictive && three.value().predictive);
  EXPECT_EQ(one.value().predictive->nats, three.value().predictive->nats);
  EXPECT_EQ(one.value().proposed_by->margin, three.value().proposed_by->margin);
  EXPECT_EQ(one.value().information.nats, three.value().information.nats);
}

TEST(Asker, AnotherModelAndOneThatFailsAreRefused) {
  Towns towns;
  Input input = towns.input();
  input.asking.model = [](const RowColumns& rows) { return std::vector<double>(rows_of(rows), 1.0); };
  const auto other = explain(input, asked_request(), {});
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(other.error().code, base::ErrorCode::kUnfitColumn);
  input.asking.model = [](const RowColumns& /*rows*/) {
    return base::Result<std::vector<double>>(base::Error{base::ErrorCode::kNoSuchFile, "gone", ""});
  };
  const auto failed = explain(input, asked_request(), {});
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().code, base::ErrorCode::kNoSuchFile);
}

TEST(Asker, RowsOfAFileAreAskedForOnce) {
  Towns towns;
  base::Random random(9);
  data::MemoryTable more;
  std::vector<double> a(300), b(300), p(300);
  std::vector<std::string> town(300);
  for (std::size_t i = 0; i < 300; ++i) {
    a[i] = random.normal();
    b[i] = random.normal();
    town[i] = i % 2 == 0 ? "Rome" : "Oslo";
    p[i] = Towns::said(a[i], b[i], town[i]);
  }
  for (const auto& [name, values] : {std::pair("b", b), {"a", a}, {"p", p}}) more.add(name, values);
  more.add("town", town);
  Input input{.table = data::Dataset::borrow(towns.table)};
  input.asking.table = &more;
  const auto answer = explain(input, asked_request(), {});
  ASSERT_TRUE(answer.ok());
  ASSERT_TRUE(answer.value().model_asked);
  EXPECT_EQ(answer.value().model_asked->rows, 300);
  EXPECT_EQ(answer.value().model_asked->calls, 0);
}

TEST(Asker, WhatItCannotBeAskedForIsRefused) {
  Towns towns;
  const auto code_of = [&](auto change) {
    request::Request request = asked_request();
    Input input = towns.input();
    change(request, input);
    const auto answer = explain(input, request, {});
    return answer.ok() ? base::ErrorCode::kInternal : answer.error().code;
  };
  using base::ErrorCode;
  EXPECT_EQ(code_of([](auto& r, auto&) { r.what.prediction = {"p", "a"}; }), ErrorCode::kBadOption);
  EXPECT_EQ(code_of([](auto& r, auto&) { r.what.prediction = {"town"}; }), ErrorCode::kBadOption);
  EXPECT_EQ(code_of([](auto& r, auto&) { r.what.versus = "a"; }), ErrorCode::kBadOption);
  EXPECT_EQ(code_of([](auto& r, auto&) { r.how.paper = true; }), ErrorCode::kBadOption);
  EXPECT_EQ(code_of([](auto& r, auto&) { r.how.method = request::Method::kLasso; }), ErrorCode::kBadOption);
  EXPECT_EQ(code_of([](auto& r, auto&) { r.rows = {.row = 3, .local = true}; }), ErrorCode::kBadOption);
  request::Request judged = asked_request();
  judged.facts.features = {"a"};
  const auto score = explain::score(towns.input(), judged, {});
  ASSERT_FALSE(score.ok());
  EXPECT_EQ(score.error().code, ErrorCode::kBadOption);
}

TEST(LikeGathered, AreTheSameColumnsOfTheSameRows) {
  const testing::SmallTable table;
  request::Request request = testing::about_p(2);
  request.who.sees = {{"a * b"}};
  request.facts.family = {"features", "rules", "curves"};
  Composition c = compose(table.input(), request, {}).value();
  const auto cursor = table.input().table->cursor();
  const auto rows = like_gathered(c.gathered, *cursor, {});
  ASSERT_TRUE(rows.ok());
  ASSERT_EQ(rows.value().rows(), 120);
  ASSERT_FALSE(c.gathered.made.empty());
  ASSERT_TRUE(visit_rows(c.gathered, {}, [&](const auto& block, const auto&, const auto&) {
                EXPECT_EQ(rows.value(), block);
                return true;
              }).ok());
}

}  // namespace
}  // namespace explainee::explain::asker_test
