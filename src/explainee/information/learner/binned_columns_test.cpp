#include "explainee/information/learner/binned_columns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "explainee/base/random.h"

namespace explainee::information {
namespace {

TEST(BinnedColumns, FewDistinctValuesKeepABinEach) {
  const std::vector<double> values{3, -1, 3, 7, -1, 0};
  const std::vector<LearnerColumn> columns{{values, 0}};
  const BinnedColumns binned(columns);
  ASSERT_EQ(binned.bins(0), 4);
  const auto codes = binned.codes(0);
  EXPECT_EQ(std::vector<int>(codes.begin(), codes.end()), (std::vector<int>{2, 0, 2, 3, 0, 1}));
  EXPECT_FALSE(binned.unordered(0));
}

TEST(BinnedColumns, ManyValuesFallInOrderedBinsOfAboutEquallyMany) {
  base::Random random(1);
  std::vector<double> values(1000);
  for (double& value : values) value = random.normal();
  const std::vector<LearnerColumn> columns{{values, 0}};
  const BinnedColumns binned(columns);
  EXPECT_GE(binned.bins(0), 60);
  EXPECT_LE(binned.bins(0), BinnedColumns::kMostBins);
  std::vector<int> count(BinnedColumns::kMostBins);
  for (std::size_t i = 0; i < values.size(); ++i) {
    ++count[binned.codes(0)[i]];
    for (std::size_t j = 0; j < values.size(); j += 37) {
      if (values[i] < values[j]) {
        EXPECT_LE(binned.codes(0)[i], binned.codes(0)[j]);
      }
      if (values[i] < 0 && values[j] >= 0) {  // signs stay apart
        EXPECT_LT(binned.codes(0)[i], binned.codes(0)[j]);
      }
    }
  }
  EXPECT_LE(*std::max_element(count.begin(), count.end()), 2 * 1000 / 60);
}

TEST(BinnedColumns, AHeavyValueHasItsOwnBin) {
  std::vector<double> values(500, 5.0);
  for (int i = 0; i < 200; ++i) values[static_cast<std::size_t>(i)] = i * 0.1 - 30;
  const std::vector<LearnerColumn> columns{{values, 0}};
  const BinnedColumns binned(columns);
  EXPECT_EQ(std::count(binned.codes(0).begin(), binned.codes(0).end(), binned.codes(0)[400]), 300);
  EXPECT_GE(binned.bins(0), 60);
}

TEST(BinnedColumns, OfManyLevelsTheRarestShareABin) {
  std::vector<double> values;
  for (int level = 0; level < 80; ++level)
    for (int times = 0; times < (level < 70 ? 2 : 1); ++times) values.push_back(level);
  const std::vector<LearnerColumn> columns{{values, 80}};
  const BinnedColumns binned(columns);
  EXPECT_EQ(binned.bins(0), BinnedColumns::kMostBins);
  EXPECT_TRUE(binned.unordered(0));
  const auto shared = std::count(binned.codes(0).begin(), binned.codes(0).end(), BinnedColumns::kMostBins - 1);
  EXPECT_EQ(shared, 7 * 2 + 10);
}

}  // namespace
}  // namespace explainee::information
