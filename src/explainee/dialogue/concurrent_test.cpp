#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "explainee/base/errors/speech.h"
#include "explainee/base/random.h"
#include "explainee/data/dataset/dataset.h"
#include "explainee/data/testing/counted_table.h"
#include "explainee/dialogue/dialogue.h"

namespace explainee::dialogue::at_once {
namespace {

#ifdef __SANITIZE_THREAD__
constexpr int kPeople = 16;  // which takes as long as 64 elsewhere
#else
constexpr int kPeople = 64;
#endif
constexpr int kThreads = 8;
constexpr int kFeatures = 5;
constexpr std::size_t kRows = 120;
constexpr std::size_t kMuch = 1 << 22;

struct People {
  std::vector<std::vector<double>> x{kFeatures};
  std::shared_ptr<data::MemoryTable> table = std::make_shared<data::MemoryTable>(50);

  People() {
    base::Random random(11);
    std::vector<double> prediction;
    std::vector<std::string> town;
    for (std::size_t row = 0; row < kRows; ++row) {
      double sum = 10;
      const double common = random.normal();
      for (std::size_t j = 0; j < x.size(); ++j) {
        x[j].push_back(0.5 * common + random.normal());
        sum += x[j].back() / static_cast<double>(j + 1);
      }
      town.emplace_back(random.below(2) == 0 ? "Oslo" : "Rome");
      prediction.push_back(sum + (town.back() == "Oslo" ? 0.3 : 0.0) + 0.2 * random.normal());
    }
    for (std::size_t j = 0; j < x.size(); ++j) table->add("x" + std::to_string(j), x[j]);
    table->add("town", town);
    table->add("p", prediction);
  }

  /// What person `who` says: she reasons from one or two features, with a slip of her own.
  [[nodiscard]] double answer(int who, std::size_t row) const {
    const auto first = static_cast<std::size_t>(who % kFeatures);
    const auto second = static_cast<std::size_t>(who / kFeatures % kFeatures);
    base::Random slip(static_cast<std::uint64_t>(who), row);
    return 10 + 2 * x[first][row] + (who % 2 == 0 ? x[second][row] : 0.0) + 0.1 * slip.normal();
  }

  [[nodiscard]] std::shared_ptr<const data::Dataset> dataset(std::size_t memory) const {
    return data::Dataset::make(std::make_unique<data::CountedTable>(table, std::make_shared<data::CountedTable::Log>(),
                                                                    data::CountedTable::Nature{}),
                               memory);
  }
};

/// A whole dialogue in words: every question, answer and verdict, and what she is told, to the last digit.
std::string talk(const People& people, std::shared_ptr<const data::Dataset> dataset, int who) {
  request::Request request;
  request.what.prediction = {"p"};
  request.facts.sparsity = 1;
  if (who % 3 == 0) request.who.knows = {"x3"};
  DialogueSettings settings;
  settings.most = 2;
  auto opened = Dialogue::open(std::move(dataset), request, settings);
  if (!opened.ok()) return base::text(opened.error(), base::command_line());
  Dialogue& dialogue = *opened.value();
  std::string text;
  if (who % 4 == 1) {
    if (const auto knows = dialogue.set_knows({"x2"}); !knows.ok())
      return base::text(knows.error(), base::command_line());
  }
  while (true) {
    const auto question = dialogue.next_question();
    if (!question.ok()) return base::text(question.error(), base::command_line());
    if (!question.value()) break;
    const std::int64_t row = question.value()->row;
    const double answer = people.answer(who, static_cast<std::size_t>(row));
    text += fmt::format("{} → {:a}\n", row, answer);
    if (const auto said = dialogue.answer(row, answer); !said.ok())
      return base::text(said.error(), base::command_line());
  }
  const auto standing = dialogue.verdict();
  if (!standing.ok()) return base::text(standing.error(), base::command_line());
  text += fmt::format("{:a} {:a}\n", standing.value().probability_best, standing.value().expected_bits);
  const auto explanation = dialogue.explanation();
  if (!explanation.ok()) return base::text(explanation.error(), base::command_line());
  for (const explain::Fact& fact : explanation.value().facts) text += fact.name + "\n";
  return text + fmt::format("{:a} {}", explanation.value().information.nats, explanation.value().data_sha256);
}

/// All dialogues on one dataset, by so many threads at once.
std::vector<std::string> talk_at_once(const People& people, const std::shared_ptr<const data::Dataset>& dataset) {
  std::vector<std::string> texts(kPeople);
  std::atomic<int> next = 0;
  std::vector<std::jthread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (int who = next++; who < kPeople; who = next++)
        texts[static_cast<std::size_t>(who)] = talk(people, dataset, who);
    });
  }
  threads.clear();
  return texts;
}

TEST(ConcurrentDialogues, EachAsksAndSaysTheSameAsAlone) {
  const People people;
  std::vector<std::string> alone;
  for (int who = 0; who < kPeople; ++who) alone.push_back(talk(people, people.dataset(0), who));
  EXPECT_NE(alone[0].find(" → "), std::string::npos) << alone[0];
  EXPECT_NE(alone[0], alone[3]);
  const auto dataset = people.dataset(kMuch);
  const std::vector<std::string> together = talk_at_once(people, dataset);
  for (std::size_t who = 0; who < kPeople; ++who) EXPECT_EQ(together[who], alone[who]) << who;
  EXPECT_EQ(dataset->passes(), 1);
}

}  // namespace
}  // namespace explainee::dialogue::at_once
