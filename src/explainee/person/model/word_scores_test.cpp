#include "explainee/person/model/word_scores.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "explainee/base/random.h"

namespace explainee::person {
namespace {

TEST(WordScores, AreMeansOfEquallyLikelyRangesOfANormal) {
  base::Random random(1);
  std::vector<double> drawn(300000);
  for (double& value : drawn) value = random.normal();
  std::sort(drawn.begin(), drawn.end());
  for (const int words : {2, 3, 5}) {
    const Eigen::VectorXd scores = word_scores(words);
    const std::size_t each = drawn.size() / static_cast<std::size_t>(words);
    for (int i = 0; i < words; ++i) {
      double sum = 0;
      for (std::size_t k = 0; k < each; ++k) sum += drawn[static_cast<std::size_t>(i) * each + k];
      EXPECT_NEAR(scores[i], sum / static_cast<double>(each), 0.01);
    }
  }
}

TEST(WordScores, OneWordSaysNothing) { EXPECT_EQ(word_scores(1)[0], 0); }

}  // namespace
}  // namespace explainee::person
