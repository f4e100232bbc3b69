#include "explainee/moments/plan_table.h"

#include <gtest/gtest.h>

#include "explainee/data/memory_table.h"
#include "explainee/moments/levels.h"

namespace explainee::moments {
namespace {

/// Numbers a, b, w; a category; a text that is another one in every row, and one with too many.
data::MemoryTable make_table() {
  const std::size_t rows = kMostLevels + 1;
  std::vector<double> a;
  std::vector<std::string> city;
  std::vector<std::string> name;
  for (std::size_t i = 0; i < rows; ++i) {
    a.push_back(static_cast<double>(i % 7));
    city.emplace_back(i % 2 == 0 ? "Oslo" : "Turku");
    name.push_back("n" + std::to_string(i));
  }
  data::MemoryTable table;
  table.add("a", a);
  table.add("b", a);
  table.add("city", city);
  table.add("name", name);
  table.add("w", std::vector<double>(rows, 2.0));
  return table;
}

TEST(PlanTable, KeepsAllThatCanBeKept) {
  data::MemoryTable table = make_table();
  const auto planned = plan_table(table, {}, {});
  ASSERT_TRUE(planned.ok());
  EXPECT_EQ(planned.value().plan.numbers, (std::vector<std::size_t>{0, 1, 4}));
  ASSERT_EQ(planned.value().plan.texts.size(), 1U);
  EXPECT_EQ(planned.value().plan.texts[0].levels, (std::vector<std::string>{"Oslo", "Turku"}));
  EXPECT_EQ(planned.value().left_out, std::vector<std::string>{"name"});
  EXPECT_EQ(planned.value().plan.folds, default_folds(5));
}

TEST(PlanTable, TakesWhatIsAskedFor) {
  data::MemoryTable table = make_table();
  PlanOptions options;
  options.features = {"a", "b", "city"};
  options.exclude = {"city"};
  options.products = {"a", "b"};
  options.weight = "w";
  options.missing = "drop";
  options.folds = 3;
  options.first_row = 9;
  const auto planned = plan_table(table, options, {});
  ASSERT_TRUE(planned.ok());
  const Plan& plan = planned.value().plan;
  EXPECT_EQ(plan.numbers, (std::vector<std::size_t>{0, 1}));
  EXPECT_TRUE(plan.texts.empty());
  EXPECT_EQ(plan.products, (std::vector<std::pair<int, int>>{{0, 0}, {0, 1}, {1, 1}}));
  EXPECT_EQ(plan.weight, 4U);
  EXPECT_EQ(plan.missing, MissingRule::kDrop);
  EXPECT_EQ(plan.folds, 3);
  EXPECT_EQ(plan.first_row, 9);
}

TEST(PlanTable, TellsTextsThatAreAllDifferent) {
  data::MemoryTable table;
  table.add("a", std::vector<double>{1, 2, 3});
  table.add("name", std::vector<std::string>{"x", "y", "z"});
  EXPECT_EQ(plan_table(table, {}, {}).value().all_different, std::vector<std::string>{"name"});
}

TEST(PlanTable, RefusesWhatCannotBe) {
  data::MemoryTable table = make_table();
  const auto code = [&](const PlanOptions& options) { return plan_table(table, options, {}).error().code; };
  PlanOptions unknown;
  unknown.features = {"nope"};
  EXPECT_EQ(code(unknown), base::ErrorCode::kUnknownColumn);
  PlanOptions text;
  text.weight = "city";
  EXPECT_EQ(code(text), base::ErrorCode::kUnfitColumn);
  PlanOptions product;
  product.products = {"city"};
  EXPECT_EQ(code(product), base::ErrorCode::kBadOption);
}

}  // namespace
}  // namespace explainee::moments
