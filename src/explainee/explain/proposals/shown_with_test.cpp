#include "explainee/explain/proposals/shown_with.h"

#include <gtest/gtest.h>

#include <cmath>

#include "explainee/base/errors/speech.h"
#include "explainee/explain/proposals/shown_fact.h"

namespace explainee::explain::shown_with_test {
namespace {

Candidate fact(const std::string& name, int columns = 1) {
  Candidate made;
  made.description.name = name;
  made.description.block = columns > 1;
  for (int i = 0; i < columns; ++i) made.columns.push_back(i);
  return made;
}

/// x1, x2 and x3 are numbers, town is a category.
std::vector<Candidate> make_facts() { return {fact("x1"), fact("x2"), fact("x3"), fact("town", 2)}; }

request::Request shown(std::vector<request::FactNoise> noise, std::vector<request::FactSteps> steps = {}) {
  request::Request request;
  request.facts.noise = std::move(noise);
  request.facts.shown_as = std::move(steps);
  return request;
}

base::Error refused(const request::Request& request) {
  std::vector<Candidate> facts = make_facts();
  std::vector<Candidate> judged;
  const auto done = set_shown_with(request, facts, judged);
  EXPECT_FALSE(done.ok());
  return done.ok() ? base::Error{} : done.error();
}

TEST(ShownFact, IsRoundedToTheNearestStepHalvesAwayFromZero) {
  const ShownWith tenths{0, 0.1};
  EXPECT_NEAR(tenths.shown(0.25), 0.3, 1e-15);
  EXPECT_NEAR(tenths.shown(-0.25), -0.3, 1e-15);
  EXPECT_NEAR(tenths.shown(0.15), 0.2, 1e-15);  // 0.15/0.1 is a little less than 1.5
  EXPECT_NEAR(tenths.shown(0.2499), 0.2, 1e-15);
  EXPECT_NEAR(tenths.change(0.2499), -0.0499, 1e-15);
  const ShownWith fives{2, 5};
  EXPECT_EQ(fives.shown(-12.5), -15);
  EXPECT_EQ(fives.shown(12.4), 10);
  EXPECT_EQ(fives.shown(1e9 + 2.4), 1e9);
  EXPECT_EQ(fives.variance(), 4 + 25.0 / 12);
}

TEST(ShownFact, WithoutStepsIsAsItIs) {
  const ShownWith noisy{2, 0};
  EXPECT_EQ(noisy.shown(0.123), 0.123);
  EXPECT_EQ(noisy.change(0.123), 0);
  EXPECT_EQ(noisy.variance(), 4);
  EXPECT_EQ(ShownWith().variance(), 0);
}

TEST(ShownWith, WhatIsNamedLaterCounts) {
  std::vector<Candidate> facts = make_facts();
  std::vector<Candidate> judged;
  const request::Request request = shown({{{"x*"}, 2}, {{"x2"}, 0.5}}, {{{"x1..x2"}, 10}});
  ASSERT_TRUE(set_shown_with(request, facts, judged).ok());
  const std::vector<double> noise = {2, 0.5, 2, 0};
  const std::vector<double> steps = {10, 10, 0, 0};
  for (std::size_t i = 0; i < facts.size(); ++i) {
    EXPECT_EQ(facts[i].shown_with.noise, noise[i]) << i;
    EXPECT_EQ(facts[i].shown_with.step, steps[i]) << i;
  }
}

TEST(ShownWith, APatternMeansOnlyFactsThatAreNumbers) {
  std::vector<Candidate> facts = make_facts();
  std::vector<Candidate> judged;
  ASSERT_TRUE(set_shown_with(shown({{{"*"}, 1}}), facts, judged).ok());
  EXPECT_EQ(facts[2].shown_with.noise, 1);
  EXPECT_EQ(facts[3].shown_with.variance(), 0);
}

TEST(ShownWith, TheFactsToJudgeAreShownAlike) {
  std::vector<Candidate> facts = make_facts();
  std::vector<Candidate> judged = {fact("x2"), fact("rule")};
  ASSERT_TRUE(set_shown_with(shown({{{"x2"}, 3}}, {{{"rule"}, 0.5}}), facts, judged).ok());
  EXPECT_EQ(facts[1].shown_with.noise, 3);
  EXPECT_EQ(judged[0].shown_with.noise, 3);
  EXPECT_EQ(judged[1].shown_with.step, 0.5);
}

TEST(ShownWith, MistakesNameTheirOption) {
  const double nan = std::nan("");
  const std::vector<std::pair<std::string, request::Request>> mistakes = {
      {"noise", shown({{{"x1"}, -1}})},         {"noise", shown({{{"x1"}, nan}})},
      {"noise", shown({{{"x1"}, 1e151}})},      {"noise", shown({{{"nowhere"}, 1}})},
      {"noise", shown({{{"town"}, 1}})},        {"shown-as", shown({}, {{{"x1"}, 0}})},
      {"shown-as", shown({}, {{{"x1"}, nan}})}, {"shown-as", shown({}, {{{"y*"}, 1}})},
      {"shown-as", shown({}, {{{"town"}, 1}})},
  };
  for (const auto& [option, request] : mistakes) {
    EXPECT_EQ(refused(request).code, base::ErrorCode::kBadOption) << option;
    EXPECT_EQ(refused(request).subject.option.name, option);
  }
  const std::string said = base::text(refused(shown({{{"nowhere"}, 1}})), base::command_line());
  EXPECT_NE(said.find("x1, x2, x3, town"), std::string::npos) << said;
}

}  // namespace
}  // namespace explainee::explain::shown_with_test
