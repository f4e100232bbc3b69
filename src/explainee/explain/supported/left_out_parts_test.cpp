#include "explainee/explain/supported/left_out_parts.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "explainee/explain/testing/held_table.h"

namespace explainee::explain {
namespace {

bool holds(const Folds& folds, const Folds& part) {
  return std::includes(folds.begin(), folds.end(), part.begin(), part.end());
}

bool shares(const Folds& folds, const Folds& part) {
  return std::any_of(part.begin(), part.end(),
                     [&](std::size_t fold) { return std::find(folds.begin(), folds.end(), fold) != folds.end(); });
}

TEST(LeftOutParts, EveryFitLacksWhatItSays) {
  const HeldRows held = held_table(Eigen::MatrixXd::Random(200, 3), 0);
  const DealtRows dealt = deal(held, 10, 1);
  for (const bool pairs : {true, false}) {
    const LeftOutParts all(dealt, {.parts = 5, .pairs = pairs});
    ASSERT_EQ(all.parts().size(), 5U);
    ASSERT_EQ(all.fits().size(), pairs ? 16U : 6U);
    for (std::size_t fit = 0; fit < 6; ++fit) {
      const auto inner = all.inside(fit);
      EXPECT_EQ(inner.size(), fit == 0 ? 5U : 4U);
      for (const auto& [sub, part] : inner) {
        EXPECT_FALSE(shares(all.fits()[sub], all.parts()[part]));
        if (fit == 0) continue;
        EXPECT_FALSE(shares(all.fits()[fit], all.parts()[fit - 1]));
        EXPECT_EQ(holds(all.fits()[fit], all.fits()[sub]), pairs);
      }
    }
  }
}

TEST(LeftOutParts, AFitOfAllRowsAloneHasNothingInside) {
  const HeldRows held = held_table(Eigen::MatrixXd::Random(60, 3), 0);
  const LeftOutParts all(deal(held, 10, 1), {.each = false});
  EXPECT_EQ(all.fits().size(), 1U);
  EXPECT_TRUE(all.inside(0).empty());
}

}  // namespace
}  // namespace explainee::explain
