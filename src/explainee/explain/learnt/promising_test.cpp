#include "explainee/explain/learnt/promising.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <set>
#include <vector>

#include "explainee/base/random.h"

namespace explainee::explain::promising_test {
namespace {

/// Forty columns of normal numbers, of which some have to do with y.
struct Wide {
  explicit Wide(std::uint64_t seed) : random(seed) {
    for (auto& column : columns) {
      column.resize(kRows);
      for (double& value : column) value = random.normal();
    }
  }

  /// The best four where y less its mean is left.
  std::set<int> best(const std::function<double(const std::function<double(std::size_t)>&)>& of) {
    Eigen::MatrixXd left(kRows, 1);
    for (Eigen::Index i = 0; i < left.rows(); ++i)
      left(i, 0) = of([&](std::size_t c) { return columns[c][static_cast<std::size_t>(i)]; });
    left.array() -= left.mean();
    std::vector<information::LearnerColumn> own;
    std::vector<int> all;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      own.push_back({columns[c], 0});
      all.push_back(static_cast<int>(c));
    }
    const information::BinnedColumns table(own);
    const std::vector<int> ranked = promising({table, all, {}, left, true}, 4);
    return {ranked.begin(), ranked.end()};
  }

  static constexpr int kRows = 1000;
  base::Random random;
  std::array<std::vector<double>, 40> columns;
};

using Row = std::function<double(std::size_t)>;

TEST(Promising, SeesWhatLinesDoNot) {
  Wide wide(1);
  EXPECT_TRUE(wide.best([](const Row& x) { return x(7) * x(7); }).contains(7));
  EXPECT_TRUE(wide.best([](const Row& x) { return std::sin(3 * x(8)); }).contains(8));
  const std::set<int> product = wide.best([](const Row& x) { return x(3) * x(30); });
  EXPECT_TRUE(product.contains(3) && product.contains(30));
  const std::set<int> sign = wide.best([](const Row& x) { return (x(4) > 0 ? 1 : -1) * std::abs(x(5)); });
  EXPECT_TRUE(sign.contains(4) && sign.contains(5));
  const std::set<int> xor_like = wide.best([](const Row& x) { return (x(1) > 0) != (x(2) > 0) ? 1.0 : 0.0; });
  EXPECT_TRUE(xor_like.contains(1) && xor_like.contains(2));
}

TEST(Promising, SeesSpreads) {
  Wide wide(2);
  EXPECT_TRUE(wide.best([&](const Row& x) { return wide.random.normal() * std::exp(x(11)); }).contains(11));
}

TEST(Promising, OrdersByStrength) {
  Wide wide(3);
  Eigen::MatrixXd left(Wide::kRows, 1);
  for (Eigen::Index i = 0; i < left.rows(); ++i) {
    const auto row = static_cast<std::size_t>(i);
    left(i, 0) = wide.columns[0][row] + 3 * wide.columns[1][row] + 2 * wide.columns[2][row];
  }
  std::vector<information::LearnerColumn> own;
  for (std::size_t c = 0; c < 4; ++c) own.push_back({wide.columns[c], 0});
  const information::BinnedColumns table(own);
  const std::vector<int> all{0, 1, 2, 3};
  EXPECT_EQ(promising({table, all, {}, left, true}, 3), (std::vector<int>{1, 2, 0}));
}

}  // namespace
}  // namespace explainee::explain::promising_test
