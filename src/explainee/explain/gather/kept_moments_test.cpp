#include "explainee/explain/gather/kept_moments.h"

#include <gtest/gtest.h>

#include <functional>

#include "explainee/explain/gather/gather.h"
#include "explainee/explain/testing/small_table.h"

namespace explainee::explain::kept_moments_test {
namespace {

using Change = std::function<void(request::Request&)>;

/// Wishes that change what moments are made of, no two in the same way.
std::vector<request::Request> different_requests() {
  const auto of_family = [](const char* name) { return [name](request::Request& r) { r.facts.family = {name}; }; };
  const auto cut_at = [](double cut) {
    return [cut](request::Request& r) {
      r.facts.family = {"bins"};
      r.facts.cuts = {{"a", {cut}}};
    };
  };
  const auto like_row = [](std::int64_t row) { return [row](request::Request& r) { r.facts.like = {row}; }; };
  const auto sees = [](const char* text, const char* weight) {
    return [text, weight](request::Request& r) {
      r.who.sees = {{text}};
      r.how.weight = weight;
    };
  };
  const std::vector<Change> changes = {
      [](auto& r) { r.how.folds = 20; },
      [](auto& r) { r.how.folds = 7; },
      [](auto& r) { r.how.seed = 2; },
      [](auto& r) { r.how.weight = "w"; },
      [](auto& r) { r.how.block = "w"; },
      [](auto& r) { r.facts.features = {"a"}; },
      [](auto& r) {
        r.who.knows = {"a", "b"};
      },
      sees("z(a) + b", ""),
      sees("z(a) - b", ""),
      sees("z(a) + b", "w"),
      of_family("bins"),
      cut_at(0),
      cut_at(0.25),
      of_family("rules"),
      of_family("curves"),
      of_family("pairs"),
      of_family("averages"),
      like_row(3),
      like_row(4),
  };
  std::vector<request::Request> requests;
  for (const Change& change : changes) change(requests.emplace_back(testing::about_p()));
  return requests;
}

/// The table with weights w.
struct WeightedTable : testing::SmallTable {
  WeightedTable() {
    std::vector<double> weights;
    for (std::size_t i = 0; i < a.size(); ++i) weights.push_back(static_cast<double>(1 + i % 3));
    table.add("w", weights);
  }
};

std::shared_ptr<const moments::Moments> moments_from(const Input& input, const request::Request& request) {
  return gather(input, request, false, {}).value().moments;
}

void expect_same(const moments::Moments& one, const moments::Moments& other) {
  EXPECT_EQ(one.columns, other.columns);
  ASSERT_EQ(one.folds.size(), other.folds.size());
  for (std::size_t i = 0; i < one.folds.size(); ++i) {
    EXPECT_EQ(one.folds[i].weight, other.folds[i].weight);
    EXPECT_EQ(one.folds[i].mean, other.folds[i].mean);
    EXPECT_EQ(one.folds[i].scatter, other.folds[i].scatter);
  }
}

TEST(KeptMoments, WhatIsKeptIsWhatWouldHaveBeenMade) {
  const WeightedTable rows;
  const Input shared = rows.input();
  const std::vector<request::Request> requests = different_requests();
  for (const request::Request& request : requests) (void)moments_from(shared, request);
  for (std::size_t i = 0; i < requests.size(); ++i) {
    SCOPED_TRACE(i);
    expect_same(*moments_from(shared, requests[i]), *moments_from(rows.input(), requests[i]));
  }
}

TEST(KeptMoments, TheSameIsMadeOnce) {
  const WeightedTable rows;
  const Input shared = rows.input();
  for (const request::Request& request : different_requests()) {
    const auto first = moments_from(shared, request);
    EXPECT_EQ(moments_from(shared, request), first);
  }
}

TEST(KeptMoments, WhoAsksForTheSameColumnsNeedsNoPass) {
  const testing::SmallTable rows;
  const Input shared = rows.input();
  (void)moments_from(shared, testing::about_p());
  const std::int64_t passes = shared.table->passes();
  EXPECT_EQ(passes, 2);  // levels, then moments
  request::Request other = testing::about_p(3);
  other.how.method = request::Method::kGreedy;
  (void)moments_from(shared, other);
  EXPECT_EQ(shared.table->passes(), passes);
}

TEST(KeptMoments, LevelsOfTheFileAreReadOnceThoseOfMadeColumnsAlways) {
  const testing::SmallTable rows;
  const Input shared = rows.input();
  const auto dataset = shared.table;
  Gathered gathered;
  gathered.cursor = dataset->cursor();
  gathered.table = gathered.cursor.get();
  const std::vector<std::size_t> town = {3};
  for (int again = 0; again < 2; ++again) {
    const moments::LevelScan scan = levels_of(*dataset, gathered, town, 5, {}).value();
    EXPECT_EQ(scan.rows, static_cast<std::int64_t>(rows.a.size()));
    EXPECT_EQ(scan.columns.front().levels, (std::vector<std::string>{"Oslo", "Rome", "Turku"}));
    EXPECT_EQ(dataset->passes(), 1);
  }
  EXPECT_EQ(levels_of(*dataset, gathered, town, 3, {}).value().columns.size(), 1U);  // as if it were made
  EXPECT_EQ(dataset->passes(), 2);
}

TEST(KeptMoments, AnswersOfOnePersonAreNotKeptForOthers) {
  const testing::SmallTable rows;
  const Input shared = rows.input();
  const auto answered = [&](double value) {
    data::MemoryTable answers;
    std::vector<double> numbers;
    for (int i = 0; i < 60; ++i) numbers.push_back(i);
    answers.add("row", numbers);
    answers.add("answer", std::vector<double>(60, value));
    Input input = shared;
    input.answers = &answers;
    request::Request request = testing::about_p();
    request.who.answers_as = request::AnswersAs::kRows;
    const auto moments = moments_from(input, request);
    const int at = moments->find("answer");
    return moments->columns[static_cast<std::size_t>(at)].shift + moments::sum_folds(moments->folds).mean[at];
  };
  EXPECT_EQ(answered(1), 1);
  EXPECT_EQ(answered(2), 2);
}

TEST(KeptMoments, MadeColumnsHaveNoPlaceInTheFile) {
  const testing::SmallTable rows;
  request::Request request = testing::about_p();
  request.facts.family = {"features", "pairs", "bins"};
  const auto made = moments_from(rows.input(), request);
  for (const moments::MomentColumn& column : made->columns) {
    const bool of_file = column.source == "town" || column.source.size() == 1;
    EXPECT_EQ(column.index >= 0, of_file) << column.name;
  }
}

}  // namespace
}  // namespace explainee::explain::kept_moments_test
