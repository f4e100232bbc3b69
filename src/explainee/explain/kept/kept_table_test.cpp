#include "explainee/explain/kept/kept_table.h"

#include <gtest/gtest.h>

#include "explainee/base/errors/speech.h"
#include "explainee/data/memory_table.h"
#include "explainee/explain/testing/hand_made_explainer.h"

namespace explainee::explain::kept_table_test {
namespace {

using testing::hand_made_explainer;
using Numbers = std::vector<double>;

/// In another order than the explainer's, with a column it does not need.
struct Scene {
  data::MemoryTable table;
  Scene() {
    table.add("city", std::vector<std::string>{"Oslo", "Turku"});
    table.add("other", Numbers{5, 6});
    table.add("p", Numbers{101, 102});
    table.add("a", Numbers{9, 11});
  }
};

Numbers read(data::TableSource& table, std::size_t column) {
  Numbers cells;
  const std::vector<std::size_t> wanted = {column};
  EXPECT_TRUE(table.start(wanted).ok());
  data::Batch batch;
  while (table.next(batch).value())
    cells.insert(cells.end(), batch.columns[0].numbers.begin(), batch.columns[0].numbers.end());
  return cells;
}

TEST(KeptTable, FindsColumnsByName) {
  Scene scene;
  Explainer explainer = hand_made_explainer();
  explainer.products = {{0, 0}};
  explainer.weight = "other";
  explainer.drop_missing = true;
  const KeptTable kept = open_kept(explainer, scene.table).value();
  EXPECT_EQ(kept.table, &scene.table);
  EXPECT_EQ(kept.plan.numbers, (std::vector<std::size_t>{3, 2}));
  EXPECT_EQ(kept.shifts, (Numbers{10, 100}));
  ASSERT_EQ(kept.plan.texts.size(), 1U);
  EXPECT_EQ(kept.plan.texts[0].column, 0U);
  EXPECT_EQ(kept.plan.texts[0].levels, (std::vector<std::string>{"Oslo", "Turku"}));
  EXPECT_EQ(kept.plan.products, (std::vector<std::pair<int, int>>{{0, 0}}));
  EXPECT_EQ(kept.plan.weight, 1U);
  EXPECT_EQ(kept.plan.missing, moments::MissingRule::kDrop);
}

TEST(KeptTable, ComputesExpressionsWithTheScalesOfThen) {
  Scene scene;
  Explainer explainer = hand_made_explainer();
  explainer.expressions = {"z(a) + other"};
  explainer.scales = {{"a", 10, 4}};
  explainer.numbers.push_back({"z(a) + other", 0, 0, 0});
  const KeptTable kept = open_kept(explainer, scene.table).value();
  EXPECT_EQ(read(*kept.table, kept.plan.numbers.back()), (Numbers{-0.25 + 5, 0.25 + 6}));
}

TEST(KeptTable, ComputesWhatFamiliesMadeOfOtherColumns) {
  Scene scene;
  Explainer explainer = hand_made_explainer();
  explainer.expressions = {"a * 2"};
  explainer.made = {{"a * 2 × other", {"a * 2", "other"}, family::CentredProduct{20, 5}},
                    {"high", {"a"}, family::Rule{{{true, 10}}}}};
  explainer.numbers.push_back({"a * 2 × other", 0, 0, 0});
  explainer.numbers.push_back({"high", 0, 0, 0});
  const KeptTable kept = open_kept(explainer, scene.table).value();
  EXPECT_EQ(read(*kept.table, kept.plan.numbers[2]), (Numbers{(18 - 20) * 0.0, (22 - 20) * 1.0}));
  EXPECT_EQ(read(*kept.table, kept.plan.numbers[3]), (Numbers{0, 1}));
}

TEST(KeptTable, AColumnThatIsNotThereIsNamed) {
  for (const char* missing : {"a", "city", "other"}) {
    data::MemoryTable table;
    if (std::string(missing) != "a") table.add("a", Numbers{1});
    if (std::string(missing) != "city") table.add("city", std::vector<std::string>{"Oslo"});
    if (std::string(missing) != "other") table.add("other", Numbers{1});
    table.add("p", Numbers{1});
    Explainer explainer = hand_made_explainer();
    explainer.weight = "other";
    const auto opened = open_kept(explainer, table);
    ASSERT_FALSE(opened.ok());
    EXPECT_EQ(opened.error().code, base::ErrorCode::kUnknownColumn);
    const std::string said = base::text(opened.error(), base::command_line());
    EXPECT_NE(said.find("'" + std::string(missing) + "'"), std::string::npos);
    EXPECT_EQ(opened.error().subject.file, "table");
  }
}

TEST(KeptTable, ASourceThatIsNotThereIsRefused) {
  Scene scene;
  Explainer explainer = hand_made_explainer();
  explainer.made = {{"high", {"height"}, family::Rule{{{true, 10}}}}};
  EXPECT_EQ(open_kept(explainer, scene.table).error().code, base::ErrorCode::kUnknownColumn);
  explainer = hand_made_explainer();
  explainer.expressions = {"height + 1"};
  EXPECT_EQ(open_kept(explainer, scene.table).error().code, base::ErrorCode::kUnknownColumn);
}

TEST(KeptTable, AColumnThatHoldsSomethingElseNowIsRefused) {
  data::MemoryTable table;
  table.add("a", std::vector<std::string>{"nine"});
  table.add("p", Numbers{1});
  table.add("city", std::vector<std::string>{"Oslo"});
  const auto words = open_kept(hand_made_explainer(), table);
  ASSERT_FALSE(words.ok());
  EXPECT_EQ(words.error().code, base::ErrorCode::kUnfitColumn);
  EXPECT_EQ(words.error().subject.file, "table");
  Explainer explainer = hand_made_explainer();
  explainer.numbers = {{"p", 0, 0, 0}};
  explainer.texts = {{"p", {"1"}}};
  EXPECT_EQ(open_kept(explainer, table).error().code, base::ErrorCode::kUnfitColumn);
}

}  // namespace
}  // namespace explainee::explain::kept_table_test
