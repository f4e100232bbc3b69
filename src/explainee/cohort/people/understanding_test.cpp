#include "explainee/cohort/people/understanding.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "explainee/base/errors/speech.h"
#include "explainee/cohort/testing/small_town.h"

namespace explainee::cohort::understanding_test {
namespace {

using small_town::Town;
using Texts = std::vector<std::string>;
using Numbers = std::vector<double>;

/// A reader of one table of people, and what it borrows.
struct Readied {
  std::unique_ptr<data::MemoryTable> people;
  std::unique_ptr<SharedProblem> shared;
  base::Result<Reader> reader;
};

Readied readied(const Town& town, std::unique_ptr<data::MemoryTable> people, const request::Request& request) {
  UserList list = UserList::open(*people).value();
  explain::Input input = town.input();
  input.people = needs_of(list, input, request, {}).value().kept;
  input.people.answered = list.kind() == UserKind::kAnswers;
  auto shared = std::make_unique<SharedProblem>(make_shared_problem(input, request, 0, {}).value());
  base::Result<Reader> reader = Reader::make(*shared, list, request.who.linear);
  return {std::move(people), std::move(shared), std::move(reader)};
}

request::Request linear_request() {
  request::Request request = Town::request(2);
  request.who.linear = true;
  return request;
}

double covariance(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  return ((a.array() - a.mean()) * (b.array() - b.mean())).mean();
}

/// The values of a moment column in every row, from the rows.
Eigen::VectorXd values_of_column(const Town& town, const SharedProblem& shared, int column) {
  const auto& columns = shared.moments().columns;
  const moments::MomentColumn& moment = columns[static_cast<std::size_t>(column)];
  const auto shifted = [&](const std::string& name) -> Eigen::VectorXd {
    const double shift = columns[static_cast<std::size_t>(shared.moments().find(name))].shift;
    return town.x.col(std::stoi(name.substr(1))).array() - shift;
  };
  if (moment.kind != moments::ColumnKind::kProduct) return shifted(moment.name);
  return shifted(moment.source).cwiseProduct(shifted(moment.second));
}

TEST(Reader, KnowingColumnsLinearlyIsHavingThemAlone) {
  const Town town(60, 4, 31);
  const Readied r = readied(town, small_town::table_of_people("knows", {"x0;x3"}), linear_request());
  const Understanding person = r.reader.value().has("x3; x0", UserKind::kKnows, {}).value();
  std::vector<int> known = person.known;
  std::sort(known.begin(), known.end());
  EXPECT_EQ(known, (std::vector<int>{0, 3}));
  EXPECT_TRUE(person.columns.empty());
  EXPECT_EQ(person.rank_limit(), 2);
  EXPECT_FALSE(person.linear_only);
  const Eigen::MatrixXd weights = person.summary_weights(*r.shared);
  ASSERT_EQ(weights.cols(), 2);
  EXPECT_EQ(weights.sum(), 2);
  EXPECT_EQ(weights.row(r.shared->moments().find("x3")).sum(), 1);
}

TEST(Reader, SquaresAndProductsOfKnownColumnsHaveTheCovariancesOfTheRows) {
  const Town town(80, 4, 32);
  const Readied r = readied(town, small_town::table_of_people("knows", {"x0;x2"}), Town::request(2));
  const Understanding person = r.reader.value().has("x0;x2", UserKind::kKnows, {}).value();
  EXPECT_EQ(person.known.size(), 2U);
  ASSERT_EQ(person.columns.size(), 3U);
  EXPECT_FALSE(person.linear_only);
  EXPECT_EQ(person.rank_limit(), 5);
  for (Eigen::Index k = 0; k < 3; ++k) {
    const Eigen::VectorXd product = values_of_column(town, *r.shared, person.columns[static_cast<std::size_t>(k)]);
    for (Eigen::Index j = 0; j < 4; ++j) EXPECT_NEAR(person.cross(j, k), covariance(town.x.col(j), product), 1e-9);
    EXPECT_NEAR(person.cross_target[k], covariance(town.p, product), 1e-9);
    for (Eigen::Index l = 0; l < 3; ++l) {
      const Eigen::VectorXd other = values_of_column(town, *r.shared, person.columns[static_cast<std::size_t>(l)]);
      EXPECT_NEAR(person.inner(k, l), covariance(product, other), 1e-9);
    }
  }
}

TEST(Reader, WhereTheMomentsLackProductsKnowingIsLinearAndSaysSo) {
  const Town town(80, 4, 33);
  const Readied r = readied(town, small_town::table_of_people("knows", {"x0"}), Town::request(2));
  EXPECT_FALSE(r.reader.value().has("x0", UserKind::kKnows, {}).value().linear_only);
  const Understanding other = r.reader.value().has("x1", UserKind::kKnows, {}).value();  // of whom nobody told
  EXPECT_TRUE(other.linear_only);
  EXPECT_EQ(other.known, std::vector<int>{1});
  EXPECT_TRUE(other.columns.empty());
}

TEST(Reader, WhatIsNoFactIsHadByItsCovariances) {
  const Town town(60, 4, 34);
  request::Request request = Town::request(2);
  request.facts.exclude = {"x3"};
  const Readied r = readied(town, small_town::table_of_people("summary", {"x3"}), request);
  const Understanding person = r.reader.value().has("x3", UserKind::kSummary, {}).value();
  EXPECT_TRUE(person.known.empty());
  ASSERT_EQ(person.columns.size(), 1U);
  ASSERT_EQ(person.cross.rows(), 3);
  for (Eigen::Index j = 0; j < 3; ++j) EXPECT_NEAR(person.cross(j, 0), covariance(town.x.col(j), town.x.col(3)), 1e-9);
  EXPECT_NEAR(person.cross_target[0], covariance(town.p, town.x.col(3)), 1e-9);
  EXPECT_FALSE(person.linear_only);
}

TEST(Reader, AColumnThatIsNotThereIsNamedWithItsRow) {
  const Town town(60, 3, 35);
  const Readied r = readied(town, small_town::table_of_people("knows", {""}), linear_request());
  const auto failed = r.reader.value().has("x0;hight", UserKind::kKnows, base::at_row("people.csv", 7));
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().code, base::ErrorCode::kUnknownColumn);
  EXPECT_EQ(failed.error().subject, base::at_row("people.csv", 7));
  EXPECT_NE(base::text(failed.error(), base::command_line()).find("'hight'"), std::string::npos);
}

std::unique_ptr<data::MemoryTable> people_who_weigh(const Texts& names) {
  auto people = std::make_unique<data::MemoryTable>();
  people->add("user", Texts{"ann"});
  for (const std::string& name : names) people->add("w:" + name, Numbers{1});
  return people;
}

TEST(Reader, WeightsOfFactsCountByTheirProportions) {
  const Town town(60, 4, 36);
  const Readied r = readied(town, people_who_weigh({"x0", "x2"}), Town::request(2));
  const Reader& reader = r.reader.value();
  for (const double unit : {1.0, 1e300, 1e-300}) {
    const Understanding person = reader.weighs(Eigen::Vector2d(unit, -2 * unit), 3 * unit);
    ASSERT_EQ(person.fact_weights.size(), 4);
    EXPECT_NEAR((person.fact_weights - Eigen::Vector4d(0.5, 0, -1, 0)).norm(), 0, 1e-12) << unit;
    EXPECT_NEAR(person.noise_variance, 1.5 * 1.5, 1e-12) << unit;
    EXPECT_EQ(person.rank_limit(), 1);
    EXPECT_EQ(person.member().weights.size(), 4U);
  }
}

TEST(Reader, WeightsOfNothingOrDrownedInNoiseSayNothing) {
  const Town town(60, 4, 37);
  const Readied r = readied(town, people_who_weigh({"x0", "x2"}), Town::request(2));
  const Reader& reader = r.reader.value();
  for (const Understanding& person :
       {reader.weighs(Eigen::Vector2d(0, 0), 1), reader.weighs(Eigen::Vector2d(1e-200, 0), 1e200)}) {
    EXPECT_EQ(person.fact_weights.norm(), 0);
    EXPECT_TRUE(std::isfinite(person.noise_variance));
  }
}

TEST(Reader, ASumThatHoldsWhatIsNoFactHasTheCovariancesOfTheRows) {
  const Town town(60, 4, 38);
  request::Request request = Town::request(2);
  request.facts.exclude = {"x3"};
  const Readied r = readied(town, people_who_weigh({"x0", "x3"}), request);
  const Understanding person = r.reader.value().weighs(Eigen::Vector2d(2, -4), 1);
  const Eigen::VectorXd sum = 0.5 * town.x.col(0) - town.x.col(3);  // in units of the largest weight
  EXPECT_EQ(person.fact_weights.size(), 0);
  ASSERT_EQ(person.cross.cols(), 1);
  for (Eigen::Index j = 0; j < 3; ++j) EXPECT_NEAR(person.cross(j, 0), covariance(town.x.col(j), sum), 1e-9);
  EXPECT_NEAR(person.inner(0, 0), covariance(sum, sum) + 1.0 / 16, 1e-9);
  EXPECT_NEAR(person.cross_target[0], covariance(town.p, sum), 1e-9);
}

TEST(Reader, AWeightMustBelongToANumberColumnOfTheData) {
  Town town(60, 3, 39);
  std::vector<std::string> places;
  for (int i = 0; i < 60; ++i) places.push_back(i % 2 == 0 ? "Oslo" : "Turku");
  town.table.add("place", places);
  for (const char* name : {"place", "height"}) {
    const auto people = people_who_weigh({name});
    UserList list = UserList::open(*people).value();
    SharedProblem shared = make_shared_problem(town.input(), Town::request(1), 0, {}).value();
    const auto reader = Reader::make(shared, list, true);
    ASSERT_FALSE(reader.ok()) << name;
    EXPECT_EQ(reader.error().code, base::ErrorCode::kUnknownColumn);
    EXPECT_EQ(reader.error().subject.file, "table");
    EXPECT_NE(base::text(reader.error(), base::command_line()).find(std::string("'w:") + name), std::string::npos);
  }
}

/// One person answers by x1 alone, the other always the same.
TEST(Reader, AnswersSayWhatSomebodyGoesByUnlessTheyAreOdd) {
  const Town town(120, 3, 40);
  auto people = std::make_unique<data::MemoryTable>();
  Texts users;
  Numbers rows;
  Numbers answers;
  for (int i = 0; i < 12; ++i) {
    for (const bool odd : {false, true}) {
      users.emplace_back(odd ? "odd" : "ann");
      rows.push_back(7 * i);
      answers.push_back(odd ? 3 : 5 * town.x(7 * i, 1));
    }
  }
  people->add("user", users);
  people->add("row", rows);
  people->add("answer", answers);
  const Readied r = readied(town, std::move(people), Town::request(1));
  UserList list = UserList::open(*r.people).value();
  const UserBatch batch = list.next(2).value();
  const Understanding ann = r.reader.value().answered(batch.answers[0], {});
  EXPECT_FALSE(ann.odd_answers);
  const Eigen::VectorXd meant = town.x * ann.weights(Eigen::seq(0, 2)) + town.p * ann.weights[3];
  const double correlation =
      covariance(meant, town.x.col(1)) / std::sqrt(covariance(meant, meant) * covariance(town.x.col(1), town.x.col(1)));
  EXPECT_GT(correlation, 0.95);
  ASSERT_TRUE(ann.told.has_value());
  EXPECT_EQ(*ann.told, small_town::best_told(town, town.p, town.columns({1}), {0, 1, 2}, 1).facts);
  EXPECT_TRUE(r.reader.value().answered(batch.answers[1], {}).odd_answers);
}

Needs needs(const Town& town, data::MemoryTable& people, const request::Request& request) {
  UserList list = UserList::open(people).value();
  return needs_of(list, town.input(), request, {}).value();
}

TEST(Needs, AreTheColumnsOfAllPeopleAndTheProductsWithinEachList) {
  const Town town(120, 5, 41);
  const auto people = small_town::table_of_people("knows", {"x3;x1", "", "x4", "x1;x3"});
  const Needs all = needs(town, *people, Town::request(2));
  EXPECT_EQ(all.people, 4);
  EXPECT_EQ(all.kept.columns, (Texts{"x1", "x3", "x4"}));
  using Pairs = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(all.kept.products, (Pairs{{"x1", "x1"}, {"x1", "x3"}, {"x3", "x3"}, {"x4", "x4"}}));
  EXPECT_TRUE(needs(town, *people, linear_request()).kept.products.empty());
}

TEST(Needs, ProductsThatTheRowsDoNotCarryAreNotMade) {
  const Town town(40, 20, 42);
  const auto people = small_town::table_of_people("knows", {"x0..x18", "x0"});
  EXPECT_EQ(needs(town, *people, Town::request(2)).kept.products.size(), 1U);
}

TEST(Needs, WeightsNeedTheirColumnsAndNoProducts) {
  const Town town(40, 3, 43);
  const auto people = people_who_weigh({"x2", "x0"});
  const Needs all = needs(town, *people, Town::request(2));
  EXPECT_EQ(all.kept.columns, (Texts{"x0", "x2"}));
  EXPECT_TRUE(all.kept.products.empty());
}

TEST(Needs, WhoHasThePredictionHasNothingToBeTold) {
  const Town town(40, 3, 44);
  for (const char* list : {"x0;p", "x0;height"}) {
    const auto people = small_town::table_of_people("knows", {"x0", "x1", list});
    UserList users = UserList::open(*people).value();
    const auto failed = needs_of(users, town.input(), Town::request(2), {});
    ASSERT_FALSE(failed.ok()) << list;
    const bool prediction = std::string(list) == "x0;p";
    EXPECT_EQ(failed.error().code, prediction ? base::ErrorCode::kBadOption : base::ErrorCode::kUnknownColumn);
    EXPECT_EQ(failed.error().subject.row, 2);
  }
}

TEST(Needs, StopWhenAsked) {
  const Town town(40, 3, 45);
  const auto people = small_town::table_of_people("knows", {"x0"});
  UserList users = UserList::open(*people).value();
  const std::atomic<bool> cancel = true;
  base::Control control;
  control.cancel = &cancel;
  const auto failed = needs_of(users, town.input(), Town::request(2), control);
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().code, base::ErrorCode::kInterrupted);
}

}  // namespace
}  // namespace explainee::cohort::understanding_test
