#include "explainee/explain/answers/answered.h"

#include <gtest/gtest.h>

#include <chrono>

#include "explainee/explain/testing/composed.h"
#include "explainee/explain/testing/small_table.h"

namespace explainee::explain::answered_test {
namespace {

using testing::SmallTable;
using Answers = std::vector<person::Answer>;

request::Request about_numbers(int sparsity) {
  request::Request request = testing::about_p(sparsity);
  request.facts.features = {"a", "b", "c"};
  return request;
}

/// Somebody who may answer later.
Composition open_to_answers(const SmallTable& rows, const request::Request& request) {
  Input input = rows.input();
  input.people.answered = true;
  return testing::chosen(input, request);
}

/// Every tenth row is answered like this.
Answers every_tenth(const std::vector<double>& replies) {
  Answers answers;
  for (std::size_t i = 0; i < replies.size(); i += 10)
    answers.push_back({static_cast<std::int64_t>(i), replies[i], static_cast<std::int64_t>(i / 10), {}});
  return answers;
}

std::vector<double> times(double factor, std::vector<double> values) {
  for (double& value : values) value *= factor;
  return values;
}

Learnt learn_from(Composition& c, const SmallTable& rows, const Answers& answers, const base::Control& control = {}) {
  const person::PersonSpace space = person_space(c);
  const VerdictTask task = verdict_task(c, make_problem(c.setting, c.total()), space.covariance);
  return learn(c, space, task, {read_answered(c, answers, rows.table).value(), answers, nullptr}, control);
}

TEST(PersonSpace, IsOfTheTableAsItStands) {
  const SmallTable rows;
  const Composition c = open_to_answers(rows, about_numbers(1));
  const person::PersonSpace space = person_space(c);
  const auto at = [&](const std::string& name) { return c.gathered.moments->find(name); };
  EXPECT_NEAR(space.mean[at("p")], testing::beside({rows.p}).mean(), 1e-12);
  EXPECT_NEAR(space.mean[at("town=Rome")], testing::beside({testing::where(rows.town, "Rome")}).mean(), 1e-12);
  const Eigen::MatrixXd apart = testing::least_squares({}, testing::beside({rows.a, rows.b})).residuals;
  EXPECT_NEAR(space.covariance(at("a"), at("b")), apart.col(0).dot(apart.col(1)) / 120, 1e-12);
  EXPECT_EQ(space.predictions, std::vector<int>{at("p")});
  const std::vector<std::vector<int>> features = {
      {at("a")}, {at("b")}, {at("c")}, {at("town=Rome"), at("town=Turku")}};  // whatever may be told
  EXPECT_EQ(space.features, features);
}

TEST(ReadAnswered, RowsAreInTheOrderOfTheAnswersRepeatsIncluded) {
  const SmallTable rows;
  Composition c = testing::chosen(rows.input(), about_numbers(1));
  const Eigen::MatrixXd read = read_answered(c, {{3, 0, 0, {}}, {3, 0, 1, {}}, {90, 0, 2, {}}}, rows.table).value();
  ASSERT_EQ(read.rows(), 3);
  const int b = c.gathered.moments->find("b");
  EXPECT_NEAR(read(0, b), rows.b[3], 1e-12);
  EXPECT_EQ(read.row(0), read.row(1));
  EXPECT_NEAR(read(2, b), rows.b[90], 1e-12);
}

TEST(ReadAnswered, ARowThatIsNotThereIsNamedByItsAnswer) {
  const SmallTable rows;
  Composition c = testing::chosen(rows.input(), about_numbers(1));
  const auto read = read_answered(c, {{3, 0, 1, {}}, {500, 0, 0, {}}}, rows.table);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().code, base::ErrorCode::kUnfitColumn);
  EXPECT_EQ(read.error().subject, base::at_row("table", 0));
}

TEST(VerdictTask, IsGivenWhatSheHasBesideHerAnswers) {
  const SmallTable rows;
  request::Request request = about_numbers(2);
  request.facts.features = {"a", "b"};
  request.who.summary = {"c"};
  const Composition c = testing::chosen(rows.input(), request);
  const Eigen::MatrixXd covariance = moments::covariance(c.total());  // of a, b, c, p
  const VerdictTask task = verdict_task(c, make_problem(c.setting, c.total()), covariance);
  const Eigen::MatrixXd left =
      testing::least_squares(testing::beside({rows.c}), testing::beside({rows.a, rows.b, rows.c, rows.p})).residuals;
  EXPECT_LT((task.covariance - left.transpose() * left / 120).cwiseAbs().maxCoeff(), 1e-10);
  EXPECT_EQ(task.own, Eigen::VectorXd(covariance.diagonal()));
  EXPECT_EQ(task.candidates, (std::vector<std::vector<int>>{{0}, {1}}));
  EXPECT_EQ(task.predictions, std::vector<int>{3});
  EXPECT_EQ(task.sparsity, 2);
  EXPECT_FALSE(task.nobody.has_value());
}

TEST(VerdictTask, OfSomeColumnsCountsByTheirPlaces) {
  const SmallTable rows;
  request::Request request = about_numbers(1);
  request.facts.features = {"b"};
  request.who.summary = {"c"};
  const Composition c = testing::chosen(rows.input(), request);  // of b, c, p
  const PersonProblem before = make_problem(c.setting, c.total());
  const Eigen::MatrixXd covariance = moments::covariance(c.total());
  const std::vector<int> some = {0, 2};
  const VerdictTask whole = verdict_task(c, before, covariance);
  const VerdictTask part = verdict_task(c, before, covariance(some, some), some);
  EXPECT_LT((part.covariance - whole.covariance(some, some)).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_EQ(part.candidates, std::vector<std::vector<int>>{{0}});
  EXPECT_EQ(part.predictions, std::vector<int>{1});
  EXPECT_EQ(positions_among({2, 5, 7, 11}, {7, 2}), (std::vector<int>{2, 0}));
}

TEST(VerdictTask, WhatCovariancesDoNotSayIsInTheProblemOfNobody) {
  const SmallTable rows;
  for (const bool budget : {false, true}) {
    request::Request request = about_numbers(1);
    if (budget) request.facts.budget = 2;
    if (!budget) request.facts.noise = {{{"a"}, 0.5}};
    const Composition c = testing::chosen(rows.input(), request);
    const VerdictTask task = verdict_task(c, make_problem(c.setting, c.total()), moments::covariance(c.total()));
    ASSERT_TRUE(task.nobody.has_value());
    EXPECT_EQ(task.budget != search::kAnyCost, budget);
    EXPECT_NEAR(task.nobody->gram(0, 0) - task.covariance(0, 0), budget ? 0 : 0.25, 1e-12);
  }
}

TEST(Learn, WhatSheUnderstandsIsNotToldAgain) {
  const SmallTable rows;
  Composition c = open_to_answers(rows, about_numbers(1));
  const Learnt knows_a = learn_from(c, rows, every_tenth(times(2, rows.a)));
  const Learnt knows_c = learn_from(c, rows, every_tenth(times(2, rows.c)));
  EXPECT_EQ(knows_a.told, search::Set{1});  // b
  EXPECT_EQ(knows_c.told, search::Set{0});  // a
  EXPECT_EQ(knows_a.report.answers, 12);
  EXPECT_GT(knows_a.report.linear_share, 0.95);
  EXPECT_EQ(knows_a.report.contenders.front().set.features, std::vector<std::string>{"b"});
  const int a = c.gathered.moments->find("a");
  EXPECT_NEAR(knows_a.typical.weights[a], 2, 0.1);
  EXPECT_NEAR(knows_c.typical.weights[a], 0, 0.1);
}

/// What is expected to be told her is near what would be told if she were known.
TEST(Learn, BitsAreThoseOfWhoSheIs) {
  const SmallTable rows;
  Composition c = open_to_answers(rows, about_numbers(1));
  const Learnt learnt = learn_from(c, rows, every_tenth(times(2, rows.a)));
  const double told =
      testing::nats_told(testing::beside({rows.a}), testing::beside({rows.b}), testing::beside({rows.p}));
  EXPECT_NEAR(learnt.report.expected_nats, told, 0.1 * told);
  EXPECT_LT(learnt.report.lost_nats, 0.05 * told);
}

/// The fewer the answers, the more the bits may be others; those of who she is lie among them.
TEST(Learn, SaysBetweenWhichBitsWhoSheMayBeLeavesThem) {
  const SmallTable rows;
  Composition c = open_to_answers(rows, about_numbers(1));
  const std::vector<double> replies = times(2, rows.a);
  const Learnt many = learn_from(c, rows, every_tenth(replies));
  Answers first = every_tenth(replies);
  first.resize(2);
  const Learnt few = learn_from(c, rows, first);
  ASSERT_TRUE(many.nats && few.nats);
  EXPECT_LT(many.nats->high - many.nats->low, 0.5 * (few.nats->high - few.nats->low));
  const double told =
      testing::nats_told(testing::beside({rows.a}), testing::beside({rows.b}), testing::beside({rows.p}));
  EXPECT_LT(many.nats->low, 1.01 * told);
  EXPECT_GT(many.nats->high, 0.99 * told);
}

TEST(Learn, OfJudgedFactsItAsksWhatTheseTell) {
  const SmallTable rows;
  Composition c = open_to_answers(rows, about_numbers(1));
  const person::PersonSpace space = person_space(c);
  const VerdictTask task = verdict_task(c, make_problem(c.setting, c.total()), space.covariance);
  VerdictTask judged = task;
  judged.candidates = {task.candidates[0]};  // a, which she knows
  const Answers answers = every_tenth(times(2, rows.a));
  const Learnt learnt =
      learn(c, space, task, {read_answered(c, answers, rows.table).value(), answers, nullptr, &judged}, {});
  ASSERT_TRUE(learnt.nats);
  EXPECT_LT(learnt.nats->high, 0.1);
  EXPECT_EQ(learnt.told, search::Set{1});
}

TEST(Learn, BeneathHerNoiseSheVariesByLess) {
  const SmallTable rows;
  Composition c = open_to_answers(rows, about_numbers(1));
  std::vector<double> replies = times(2, rows.a);
  for (std::size_t i = 0; i < replies.size(); ++i) replies[i] += i % 20 == 0 ? 1 : -1;
  const Learnt with_noise = learn_from(c, rows, every_tenth(replies));
  c.request.who.noise_free = true;
  const Learnt beneath = learn_from(c, rows, every_tenth(replies));
  EXPECT_GT(beneath.typical.own_variance, 0);
  EXPECT_GT(with_noise.typical.own_variance, beneath.typical.own_variance + 0.3);
}

TEST(Learn, TheSameAnswerToEveryRowSaysLittle) {
  const SmallTable rows;
  Composition c = open_to_answers(rows, about_numbers(1));
  const Learnt learnt = learn_from(c, rows, every_tenth(std::vector<double>(120, 4)));
  EXPECT_EQ(learnt.report.oddity, person::Oddity::kConstant);
  EXPECT_EQ(learnt.report.linear_share, 0);
}

TEST(Learn, OutOfTimeThereIsNoVerdict) {
  const SmallTable rows;
  Composition c = open_to_answers(rows, about_numbers(1));
  base::Control late;
  late.deadline = std::chrono::steady_clock::now() - std::chrono::seconds(1);
  const Learnt learnt = learn_from(c, rows, every_tenth(rows.a), late);
  EXPECT_FALSE(learnt.told.has_value());
  EXPECT_TRUE(learnt.report.contenders.empty());
  EXPECT_EQ(learnt.typical.weights.size(), c.total().mean.size());
}

TEST(LearnFromAnswers, HerAnswersBecomeAColumnOfWhatSheHas) {
  const SmallTable rows;
  data::MemoryTable answers;
  answers.add("row", std::vector<double>{5, 15, 25, 35, 45, 55, 65, 75});
  std::vector<double> replies;
  for (std::size_t i = 5; i < 80; i += 10) replies.push_back(3 * rows.a[i]);
  answers.add("answer", replies);
  Input input = rows.input();
  input.answers = &answers;
  Composition c = compose(input, about_numbers(1), {}).value();
  ASSERT_EQ(c.summary.columns.size(), 1U);
  EXPECT_EQ(c.summary.columns[0].way, person::Way::kAnswered);
  EXPECT_EQ(c.answer.summary.at(0).name, "answer");
  EXPECT_EQ(c.setting.summary_weights.col(0), c.summary.columns[0].weights);
  EXPECT_LT(c.setting.summary_noise(0, 0), 0);  // by so much she varies beyond the columns
  ASSERT_TRUE(c.told.has_value());
  ASSERT_TRUE(choose(c).ok());
  EXPECT_EQ(c.solution.best.set, *c.told);
  EXPECT_EQ(c.answer.answers->answers, 8);
}

TEST(LearnFromAnswers, WithoutAnswersNothingIsLearnt) {
  const SmallTable rows;
  Composition c = testing::chosen(rows.input(), about_numbers(1));
  ASSERT_TRUE(learn_from_answers(c).ok());
  EXPECT_FALSE(c.told.has_value());
  EXPECT_FALSE(c.answer.answers.has_value());
  EXPECT_EQ(c.setting.summary_weights.cols(), 0);
}

TEST(TellTheVerdict, TheSetToTellTakesThePlaceOfTheOneThatWasSearched) {
  const SmallTable rows;
  Composition c = testing::chosen(rows.input(), about_numbers(1));
  ASSERT_TRUE(c.solution.optimal);
  c.told = c.solution.best.set;
  tell_the_verdict(c);
  EXPECT_TRUE(c.solution.optimal);  // the same: it is proven
  c.told = search::Set{1};
  tell_the_verdict(c);
  EXPECT_EQ(c.solution.best.set, search::Set{1});
  EXPECT_NEAR(c.solution.best.value.nats, testing::nats_told({}, testing::beside({rows.b}), testing::beside({rows.p})),
              1e-10);
  EXPECT_FALSE(c.solution.optimal);
}

TEST(TellTheVerdict, AnInterruptedSearchKeepsWhatItFound) {
  const SmallTable rows;
  Composition c = testing::chosen(rows.input(), about_numbers(1));
  c.told = search::Set{1};
  c.solution.interrupted = true;
  tell_the_verdict(c);
  EXPECT_EQ(c.solution.best.set, search::Set{0});
}

}  // namespace
}  // namespace explainee::explain::answered_test
