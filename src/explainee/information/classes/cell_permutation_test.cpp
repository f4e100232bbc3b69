#include "explainee/information/classes/cell_permutation.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <string>

#include "explainee/base/random.h"
#include "explainee/information/classes/contingency.h"
#include "explainee/search/testing/sweep_size.h"

namespace explainee::information::cell_permutation_test {
namespace {

struct Cells {
  std::vector<std::string> z, x;
  std::vector<int> y;

  [[nodiscard]] CellPermutation dealt() const {
    CellPermutation test(2);
    for (std::size_t i = 0; i < z.size(); ++i) test.add(z[i], x[i], y[i], 1);
    return test;
  }
  [[nodiscard]] double nats() const {
    Contingency cells(2, 1000);
    for (std::size_t i = 0; i < z.size(); ++i) cells.add(z[i], x[i], y[i], 1);
    return cells.measure().nats;
  }
};

/// `values` of x, which tells nothing of y given z, though both go with z.
Cells useless(int rows, int values, std::uint64_t seed) {
  base::Random random(seed);
  Cells cells;
  for (int i = 0; i < rows; ++i) {
    const auto z = static_cast<int>(random.below(3));
    cells.z.push_back(std::to_string(z));
    cells.x.push_back(std::to_string(z + static_cast<int>(random.below(static_cast<std::uint64_t>(values)))));
    cells.y.push_back(random.uniform() < 0.2 + 0.3 * z ? 1 : 0);
  }
  return cells;
}

/// Every deal of x within z, for so few rows that all can be looked at.
double exact_p(Cells cells) {
  const double observed = cells.nats();
  std::vector<std::size_t> order = {0, 1, 2, 3, 4, 5};
  const Cells given = cells;
  int reached = 0;
  int deals = 0;
  do {
    for (std::size_t i = 0; i < order.size(); ++i) cells.x[i] = given.x[order[i]];
    reached += cells.nats() >= observed - 1e-12 ? 1 : 0;
    ++deals;
  } while (std::next_permutation(order.begin(), order.end()));
  return reached / static_cast<double>(deals);
}

TEST(CellPermutation, IsTheShareOfDealsThatSeemToTellAsMuch) {
  // Six rows of one z, and two of another whose x is one value.
  const Cells cells{
      {"a", "a", "a", "a", "a", "a", "b", "b"}, {"p", "p", "p", "q", "q", "r", "p", "p"}, {1, 1, 1, 0, 0, 0, 0, 1}};
  const double exact = exact_p(cells);
  EXPECT_NEAR(cells.dealt().p_value(3, {}).value(), exact, 4 * std::sqrt(exact / 1000));
}

TEST(CellPermutation, SmallCountsAreThin) {
  EXPECT_TRUE(useless(60, 8, 1).dealt().thin());
  EXPECT_FALSE(useless(2000, 3, 1).dealt().thin());
  EXPECT_FALSE(CellPermutation(2).thin());
}

TEST(CellPermutation, RejectsOneUselessFactInTwenty) {
  const auto tables = static_cast<int>(search::brute_force::sweep_size(400));
  int rejected = 0;
  for (int table = 0; table < tables; ++table)
    rejected += useless(60, 8, static_cast<std::uint64_t>(table) + 1).dealt().p_value(1, {}).value() < 0.05 ? 1 : 0;
  EXPECT_NEAR(rejected / static_cast<double>(tables), 0.05, 3 * std::sqrt(0.05 * 0.95 / tables));
  search::brute_force::say_count("thin cells rejected in tables of " + std::to_string(tables),
                                 static_cast<std::uint64_t>(rejected));
}

TEST(CellPermutation, FindsWhatIsThere) {
  Cells cells = useless(80, 8, 2);
  for (std::size_t i = 0; i < cells.y.size(); ++i) cells.y[i] = cells.x[i] > "3" ? 1 : 0;
  EXPECT_EQ(cells.dealt().p_value(1, {}).value(), 1e-4);
}

TEST(CellPermutation, CanBeStopped) {
  const std::atomic<bool> cancel = true;
  base::Control control;
  control.cancel = &cancel;
  EXPECT_EQ(useless(50, 3, 1).dealt().p_value(1, control).error().code, base::ErrorCode::kInterrupted);
}

}  // namespace
}  // namespace explainee::information::cell_permutation_test
