#include "explainee/explain/compose/summary_noise.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "explainee/base/errors/speech.h"
#include "explainee/base/random.h"
#include "explainee/explain/compose/composer.h"
#include "explainee/explain/testing/small_table.h"

namespace explainee::explain::summary_noise_test {
namespace {

using Change = std::function<void(request::Request&)>;
using testing::beside;

/// With u, which is a and a noise of 0.5; she has u, and b and c may be told.
struct Scene : testing::SmallTable {
  std::vector<double> u;

  Scene() {
    base::Random random(6);
    for (const double value : a) u.push_back(value + 0.5 * random.normal());
    table.add("u", u);
  }
  [[nodiscard]] base::Result<Composition> composed(const Change& change, data::TableSource* answers = nullptr) const {
    request::Request request = testing::about_p();
    request.facts.features = {"b", "c"};
    request.who.summary = {"u"};
    change(request);
    Input asked = input();
    asked.answers = answers;
    return compose(asked, request, {});
  }
  /// Variance of u that facts and prediction leave open.
  [[nodiscard]] double open_variance() const {
    const Eigen::MatrixXd left = testing::least_squares(beside({b, c, p}), beside({u})).residuals;
    return left.squaredNorm() / static_cast<double>(left.rows());
  }
};

/// Answers to the first 60 rows, which are a and a bit.
data::MemoryTable make_answers(const Scene& scene) {
  data::MemoryTable answers;
  std::vector<double> numbers;
  std::vector<double> values;
  for (std::size_t i = 0; i < 60; ++i) {
    numbers.push_back(static_cast<double>(i));
    values.push_back(scene.u[i]);
  }
  answers.add("row", numbers);
  answers.add("answer", values);
  return answers;
}

TEST(SummaryNoise, HasToBeAStandardDeviation) {
  request::Request request;
  for (const double sd : {-0.1, std::nan(""), 1e151}) {
    request.who.summary_noise = {{"u", 0.1}, {"u", sd}};
    const auto checked = check_summary_noise(request, false);
    ASSERT_FALSE(checked.ok()) << sd;
    EXPECT_EQ(checked.error().code, base::ErrorCode::kBadOption);
    EXPECT_EQ(checked.error().subject.option.name, "summary-noise");
  }
  request.who.summary_noise = {{"u", 0}};
  EXPECT_TRUE(check_summary_noise(request, false).ok());
}

TEST(SummaryNoise, IsTakenOutWhereItIsKnownAndNotOfSingleRows) {
  request::Request request;
  request.who.noise_free = true;
  EXPECT_EQ(check_summary_noise(request, false).error().subject.option.name, "noise-free");
  EXPECT_TRUE(check_summary_noise(request, true).ok());
  request.who.summary_noise = {{"u", 0.1}};
  EXPECT_TRUE(check_summary_noise(request, false).ok());
  request.rows.row = 3;
  EXPECT_EQ(check_summary_noise(request, false).error().code, base::ErrorCode::kBadOption);
  request.rows.row.reset();
  request.how.keep = true;
  EXPECT_EQ(check_summary_noise(request, false).error().code, base::ErrorCode::kBadOption);
}

TEST(SummaryNoise, ThatIsStatedIsNotedAndNoMore) {
  const Scene scene;
  const Composition c = scene.composed([](auto& r) { r.who.summary_noise = {{"u", 0.1}, {"u", 0.3}}; }).value();
  ASSERT_EQ(c.answer.summary_noise.size(), 1U);
  EXPECT_EQ(c.answer.summary_noise[0].name, "u");
  EXPECT_EQ(c.answer.summary_noise[0].sd, 0.3);
  EXPECT_EQ(c.answer.summary_noise[0].used_sd, 0);
  EXPECT_EQ(c.answer.summary_noise[0].from, "option");
  EXPECT_EQ(c.setting.summary_noise.size(), 0);
}

TEST(SummaryNoise, IsOfNumbersOfHerOwn) {
  const Scene scene;
  for (const char* name : {"a", "town=Rome", "answer"}) {
    const auto composed = scene.composed([&](auto& r) {
      r.who.summary.emplace_back("town");
      r.who.summary_noise = {{name, 0.3}};
    });
    ASSERT_FALSE(composed.ok()) << name;
    EXPECT_EQ(composed.error().code, base::ErrorCode::kBadOption);
    EXPECT_EQ(composed.error().subject.option.name, "summary-noise");
    EXPECT_NE(base::text(composed.error(), base::command_line()).find(": u"), std::string::npos);
  }
}

TEST(SummaryNoise, BeneathItSheHasWhatIsLeftOfTheVarianceOfHerNumber) {
  const Scene scene;
  const auto noise_free = [](auto& r) {
    r.who.summary_noise = {{"u", 0.2}};
    r.who.noise_free = true;
  };
  const Composition c = scene.composed(noise_free).value();
  ASSERT_LT(0.04, scene.open_variance());
  EXPECT_NEAR(c.answer.summary_noise.at(0).used_sd, 0.2, 1e-12);
  EXPECT_TRUE(c.answer.noise_free);
  EXPECT_TRUE(c.answer.warnings.empty());
  const Eigen::MatrixXd all =
      testing::least_squares({}, beside({scene.b, scene.c, scene.p, scene.u})).residuals;  // centred
  const Eigen::MatrixXd covariance = all.transpose() * all / static_cast<double>(all.rows());
  const Eigen::Vector3d with_u = covariance.col(3).head(3);
  const Eigen::MatrixXd given =
      covariance.topLeftCorner(3, 3) - with_u * with_u.transpose() / (covariance(3, 3) - 0.04);
  EXPECT_LT((c.problem.problem.gram - given.topLeftCorner(2, 2)).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_NEAR(c.problem.problem.target(0, 0), given(2, 2), 1e-9);
}

TEST(SummaryNoise, NoMoreIsTakenOutThanTheRowsLeaveOpen) {
  const Scene scene;
  const Composition c = scene
                            .composed([](auto& r) {
                              r.who.summary_noise = {{"u", 10}};
                              r.who.noise_free = true;
                            })
                            .value();
  EXPECT_EQ(c.answer.summary_noise.at(0).sd, 10);
  EXPECT_NEAR(c.answer.summary_noise[0].used_sd, std::sqrt(scene.open_variance()), 1e-9);
  ASSERT_EQ(c.answer.warnings.size(), 1U);
  EXPECT_EQ(c.answer.warnings[0].code, "noise_too_large");
}

TEST(SummaryNoise, OfAnswersIsReadFromThemUnlessItIsStated) {
  const Scene scene;
  data::MemoryTable answers = make_answers(scene);
  answers.add("noise", std::vector<double>(60, 0.25));
  const auto as_rows = [](auto& r) { r.who.answers_as = request::AnswersAs::kRows; };
  const Composition read = scene.composed(as_rows, &answers).value();
  EXPECT_EQ(read.answer.summary_noise.at(0).name, "answer");
  EXPECT_EQ(read.answer.summary_noise[0].sd, 0.25);
  EXPECT_EQ(read.answer.summary_noise[0].from, "noise column");
  const auto stated = [&](auto& r) {
    as_rows(r);
    r.who.summary_noise = {{"answer", 0.5}};
  };
  const Composition said = scene.composed(stated, &answers).value();
  ASSERT_EQ(said.answer.summary_noise.size(), 1U);
  EXPECT_EQ(said.answer.summary_noise[0].sd, 0.5);
  EXPECT_EQ(said.answer.summary_noise[0].from, "option");
}

TEST(SummaryNoise, OfAnswersThatNobodyKnowsCannotBeTakenOut) {
  const Scene scene;
  data::MemoryTable answers = make_answers(scene);
  const auto composed = scene.composed(
      [](auto& r) {
        r.who.answers_as = request::AnswersAs::kRows;
        r.who.noise_free = true;
      },
      &answers);
  ASSERT_FALSE(composed.ok());
  EXPECT_EQ(composed.error().code, base::ErrorCode::kBadOption);
  EXPECT_EQ(composed.error().subject.option.name, "noise-free");
}

TEST(SummaryNoise, OfAFewAnswersIsThatOfEach) {
  Composition c;
  c.gathered.asked = {{3, 7.0, 0, {}}, {5, 8.0, 1, 0.75}};
  c.request.who.summary_noise = {{"answer", 0.2}};
  ASSERT_TRUE(set_summary_noise(c).ok());
  for (const person::Answer& answer : *c.gathered.asked) EXPECT_EQ(answer.noise, 0.2);
  EXPECT_TRUE(c.answer.summary_noise.empty());
}

}  // namespace
}  // namespace explainee::explain::summary_noise_test
