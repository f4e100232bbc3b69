#include "explainee/dialogue/dialogue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "explainee/base/errors/speech.h"
#include "explainee/base/random.h"
#include "explainee/data/memory_table.h"

namespace explainee::dialogue {
namespace {

constexpr int kRows = 300;
constexpr int kFeatures = 8;
constexpr double kFreak = 50;

/// Correlated features x0…x7, a category of three towns, and p = 2·x0 + x1 + x2 + x3/2 + noise; a few freak rows.
struct Town {
  data::MemoryTable table{97};
  std::vector<std::vector<double>> x{kFeatures};
  std::vector<double> p;
  std::vector<std::string> town;
};

std::unique_ptr<Town> make_town() {
  auto result = std::make_unique<Town>();
  base::Random random(5);
  const std::vector<std::string> towns = {"Oslo", "Rome", "Turku"};
  for (int i = 0; i < kRows; ++i) {
    const double common = random.normal();
    double prediction = 100;
    for (int j = 0; j < kFeatures; ++j) {
      const double value = i % 60 == 7 ? kFreak * random.normal() : 0.6 * common + random.normal();
      result->x[static_cast<std::size_t>(j)].push_back(value);
      prediction += (j == 0 ? 2 : j < 3 ? 1 : j == 3 ? 0.5 : 0) * value;
    }
    result->p.push_back(prediction + 0.3 * random.normal());
    result->town.push_back(towns[static_cast<std::size_t>(random.below(3))]);
  }
  for (int j = 0; j < kFeatures; ++j)
    result->table.add("x" + std::to_string(j), result->x[static_cast<std::size_t>(j)]);
  result->table.add("town", result->town);
  result->table.add("p", result->p);
  return result;
}

request::Request one_fact() {
  request::Request request;
  request.what.prediction = {"p"};
  request.facts.sparsity = 1;
  return request;
}

using Opened = std::unique_ptr<Dialogue>;

Opened open(Town& town, const request::Request& request, DialogueState state = {}, DialogueSettings settings = {}) {
  auto dialogue = Dialogue::open(data::Dataset::borrow(town.table), request, settings, std::move(state));
  EXPECT_TRUE(dialogue.ok()) << (dialogue.ok() ? "" : base::text(dialogue.error(), base::command_line()));
  return dialogue.ok() ? std::move(dialogue).value() : nullptr;
}

std::optional<std::int64_t> next_row_of(Dialogue& dialogue) {
  const auto question = dialogue.next_question();
  EXPECT_TRUE(question.ok());
  return question.value() ? std::optional(question.value()->row) : std::nullopt;
}

Standing verdict_of(Dialogue& dialogue) {
  const auto standing = dialogue.verdict();
  EXPECT_TRUE(standing.ok());
  return standing.value();
}

/// Answers every question by a function of the row until none is asked; gives how many there were.
int talk(Dialogue& dialogue, const std::function<double(std::size_t)>& answer) {
  int count = 0;
  while (const auto row = next_row_of(dialogue)) {
    EXPECT_TRUE(dialogue.answer(*row, answer(static_cast<std::size_t>(*row))).ok());
    ++count;
  }
  return count;
}

TEST(Dialogue, SomebodyWhoReasonsFromTheDecisiveFeatureIsFoundOutSoonAndToldAnother) {
  const auto town = make_town();
  const Opened dialogue = open(*town, one_fact());
  EXPECT_EQ(verdict_of(*dialogue).facts, std::vector<std::string>{"x0"});  // the best for nobody in particular
  const int questions = talk(*dialogue, [&](std::size_t row) { return 10 + 3 * town->x[0][row]; });
  EXPECT_GE(questions, 2);
  EXPECT_LE(questions, 8);
  const Standing standing = verdict_of(*dialogue);
  EXPECT_EQ(standing.ending, Ending::kSettled);
  EXPECT_LT(standing.expected_loss_share, 0.02);
  EXPECT_GT(standing.probability_best, 0.8);
  EXPECT_GT(standing.reading.share, 0.8);
  EXPECT_NE(standing.facts, std::vector<std::string>{"x0"});
  const auto explanation = dialogue->explanation();
  ASSERT_TRUE(explanation.ok()) << base::text(explanation.error(), base::command_line());
  ASSERT_EQ(explanation.value().facts.size(), 1U);
  EXPECT_EQ(explanation.value().facts[0].name, standing.facts[0]);
  EXPECT_EQ(explanation.value().rows, kRows);
}

TEST(Dialogue, SomebodyWhoGuessesThePredictionItselfIsFoundOutByFewAnswers) {
  const auto town = make_town();
  const Opened dialogue = open(*town, one_fact());
  const auto guess = [&](std::size_t row) { return 100 + 2 * town->x[0][row]; };
  talk(*dialogue, guess);
  const Standing standing = verdict_of(*dialogue);
  const auto explanation = dialogue->explanation();
  ASSERT_TRUE(explanation.ok()) << base::text(explanation.error(), base::command_line());
  ASSERT_TRUE(explanation.value().answers);
  EXPECT_NEAR(*explanation.value().answers->probability_best, standing.probability_best, 0.1);
  EXPECT_EQ(explanation.value().facts.at(0).name, standing.facts.at(0));
}

TEST(Dialogue, AsksAboutOrdinaryRowsOnceEachAndShowsTheTablesCells) {
  const auto town = make_town();
  DialogueSettings settings;
  settings.settled = 0;
  settings.most = 30;
  const Opened dialogue = open(*town, one_fact(), {}, settings);
  std::vector<std::int64_t> asked;
  while (const auto question = dialogue->next_question().value()) {
    const auto row = static_cast<std::size_t>(question->row);
    ASSERT_EQ(question->values.size(), kFeatures + 1U);
    for (std::size_t j = 0; j < kFeatures; ++j) {
      EXPECT_EQ(question->values[j].number, town->x[j][row]);
      EXPECT_LT(std::abs(town->x[j][row]), 6);
    }
    EXPECT_EQ(question->values[kFeatures].text, town->town[row]);
    EXPECT_NEAR(question->predictions.at(0), town->p[row], 1e-9);
    EXPECT_EQ(std::count(asked.begin(), asked.end(), question->row), 0);
    asked.push_back(question->row);
    ASSERT_TRUE((asked.size() % 2 == 0 ? dialogue->skip() : dialogue->do_not_know()).ok());
  }
  EXPECT_EQ(asked.size(), 10U);  // passed over in a row
  EXPECT_EQ(count_replies(dialogue->state(), Reply::kSkipped), 5);
  EXPECT_EQ(count_replies(dialogue->state(), Reply::kUnknown), 5);
  EXPECT_EQ(verdict_of(*dialogue).answers, 0);
  EXPECT_EQ(verdict_of(*dialogue).ending, Ending::kPassedOver);
}

TEST(Dialogue, UndoRestoresTheExactStateWhateverWasSaid) {
  const auto town = make_town();
  const Opened dialogue = open(*town, one_fact());
  for (int step = 0; step < 3; ++step) {
    const auto row = next_row_of(*dialogue);
    ASSERT_TRUE(row);
    const DialogueState before = dialogue->state();
    const Standing standing = verdict_of(*dialogue);
    const std::vector<std::function<bool()>> replies = {[&] { return dialogue->answer(*row, 1e6).ok(); },
                                                        [&] { return dialogue->skip().ok(); },
                                                        [&] { return dialogue->do_not_know().ok(); }};
    for (const auto& reply : replies) {
      ASSERT_TRUE(reply());
      EXPECT_NE(next_row_of(*dialogue), row);
      EXPECT_EQ(dialogue->undo()->row, *row);
      EXPECT_EQ(dialogue->state(), before);
      EXPECT_EQ(next_row_of(*dialogue), row);
      EXPECT_EQ(verdict_of(*dialogue).expected_loss_share, standing.expected_loss_share);
    }
    ASSERT_TRUE(dialogue->answer(*row, town->x[1][static_cast<std::size_t>(*row)]).ok());
  }
  while (dialogue->undo()) {
  }
  EXPECT_EQ(dialogue->state(), DialogueState{});
}

TEST(Dialogue, ResumedItAsksTheSameNextQuestion) {
  const auto town = make_town();
  request::Request request = one_fact();
  request.who.knows = {"x2", "town"};
  DialogueSettings settings;
  settings.settled = 0;
  const Opened whole = open(*town, request, {}, settings);
  EXPECT_EQ(whole->state().knows, (std::vector<std::string>{"x2", "town"}));
  for (int step = 0; step < 12; ++step) {
    const auto row = next_row_of(*whole);
    const Opened resumed = open(*town, one_fact(), whole->state(), settings);
    EXPECT_EQ(next_row_of(*resumed), row) << step;
    EXPECT_EQ(verdict_of(*resumed).ending, verdict_of(*whole).ending);
    EXPECT_EQ(verdict_of(*resumed).probability_best, verdict_of(*whole).probability_best);
    if (!row) break;
    if (step % 3 == 2) {
      ASSERT_TRUE(whole->skip().ok());
    } else {
      ASSERT_TRUE(whole->answer(*row, std::sin(static_cast<double>(*row))).ok());
    }
  }
}

TEST(Dialogue, ConstantAnswersLeaveThePosteriorWideAndEnd) {
  const auto town = make_town();
  DialogueSettings settings;
  settings.settled = 0;
  const Opened dialogue = open(*town, one_fact(), {}, settings);
  const int questions = talk(*dialogue, [](std::size_t) { return 7.0; });
  const Standing standing = verdict_of(*dialogue);
  EXPECT_LE(questions, settings.most);
  EXPECT_EQ(standing.oddity, person::Oddity::kConstant);
  EXPECT_LT(standing.reading.share, 0.5);
  EXPECT_TRUE(std::isfinite(standing.expected_loss_share));
}

TEST(Dialogue, ContradictoryAnswersAreSeenToBeSoAndLeaveTheImpersonalFacts) {
  const auto town = make_town();
  DialogueSettings settings;
  settings.settled = 0;
  const Opened dialogue = open(*town, one_fact(), {}, settings);
  int questions = 0;
  while (const auto row = next_row_of(*dialogue)) {  // each twice, the other way round
    ASSERT_TRUE(dialogue->answer(*row, questions % 2 == 0 ? 200 : -100).ok());
    ASSERT_TRUE(dialogue->answer(*row, questions % 2 == 0 ? -100 : 200).ok());
    ++questions;
  }
  const Standing standing = verdict_of(*dialogue);
  EXPECT_LE(questions, settings.most);
  EXPECT_EQ(standing.oddity, person::Oddity::kContradictory);
  EXPECT_EQ(standing.facts, std::vector<std::string>{"x0"});
}

TEST(Dialogue, WhatSheKnowsIsConditionedOnFirst) {
  const auto town = make_town();
  const Opened dialogue = open(*town, one_fact());
  EXPECT_EQ(dialogue->choices().size(), kFeatures + 1U);
  ASSERT_TRUE(dialogue->set_knows({"x0"}).ok());
  EXPECT_NE(verdict_of(*dialogue).facts, std::vector<std::string>{"x0"});
  EXPECT_FALSE(dialogue->set_knows({"nothing of the kind"}).ok());
  EXPECT_EQ(dialogue->state().knows, std::vector<std::string>{"x0"});
  std::vector<std::string> all = dialogue->choices();
  ASSERT_TRUE(dialogue->set_knows(all).ok());
  EXPECT_EQ(verdict_of(*dialogue).ending, Ending::kNothingToTell);
  EXPECT_EQ(next_row_of(*dialogue), std::nullopt);
}

TEST(Dialogue, WordsAreAnswersToo) {
  const auto town = make_town();
  DialogueSettings settings;
  settings.answer_words = {"low", "middle", "high"};
  const Opened dialogue = open(*town, one_fact(), {}, settings);
  while (const auto row = next_row_of(*dialogue)) {
    const double value = town->x[0][static_cast<std::size_t>(*row)];
    ASSERT_FALSE(dialogue->answer(*row, 1).ok());
    ASSERT_FALSE(dialogue->answer_word(*row, 3).ok());
    ASSERT_TRUE(dialogue->answer_word(*row, value < -0.5 ? 0 : value < 0.5 ? 1 : 2).ok());
  }
  EXPECT_NE(verdict_of(*dialogue).facts, std::vector<std::string>{"x0"});
  const double low = *dialogue->average_where_she_says(0).value();
  const double high = *dialogue->average_where_she_says(2).value();
  EXPECT_LT(low, 100);
  EXPECT_GT(high, 100);
}

/// The average of p by her answer: a least-squares line of p on what she says, over all rows.
TEST(Dialogue, TheAverageOfCasesSheRatesSoIsTheRegressionOnHerAnswers) {
  const auto town = make_town();
  DialogueSettings settings;
  settings.settled = 0;
  const Opened dialogue = open(*town, one_fact(), {}, settings);
  EXPECT_EQ(dialogue->average_where_she_says(10).value(), std::nullopt);
  const auto says = [&](std::size_t row) { return 90 + 4 * town->x[1][row]; };
  talk(*dialogue, says);
  double u = 0, p = 0, uu = 0, up = 0;
  for (std::size_t i = 0; i < kRows; ++i) u += says(i) / kRows, p += town->p[i] / kRows;
  for (std::size_t i = 0; i < kRows; ++i) uu += (says(i) - u) * (says(i) - u), up += (says(i) - u) * (town->p[i] - p);
  const double wanted = p + up / uu * (95 - u);
  EXPECT_NEAR(*dialogue->average_where_she_says(95).value(), wanted, 0.02 * std::abs(wanted));
}

TEST(Dialogue, RefusesWhatItCannotUse) {
  const auto town = make_town();
  const auto code = [&](const request::Request& request, const DialogueSettings& settings, DialogueState state) {
    const auto opened = Dialogue::open(data::Dataset::borrow(town->table), request, settings, std::move(state));
    return opened.ok() ? base::ErrorCode::kInternal : opened.error().code;
  };
  request::Request summary = one_fact();
  summary.who.summary = {"x1"};
  EXPECT_EQ(code(summary, {}, {}), base::ErrorCode::kBadOption);
  request::Request classes = one_fact();
  classes.what.prediction = {"town"};
  EXPECT_EQ(code(classes, {}, {}), base::ErrorCode::kUnfitColumn);
  DialogueSettings one_word;
  one_word.answer_words = {"yes"};
  EXPECT_EQ(code(one_fact(), one_word, {}), base::ErrorCode::kBadOption);
  EXPECT_EQ(code(one_fact(), {}, {{}, {{kRows, Reply::kAnswered, 1}}}), base::ErrorCode::kMalformedTable);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(code(one_fact(), {}, {{}, {{0, Reply::kAnswered, nan}}}), base::ErrorCode::kBadOption);
  const Opened dialogue = open(*town, one_fact());
  EXPECT_FALSE(dialogue->answer(kRows, 1).ok());
}

}  // namespace
}  // namespace explainee::dialogue
