// What plots of many rows and of the curve show, against figures computed by hand.
#include <gtest/gtest.h>

#include <cmath>

#include "explainee/view/plot_data/curve_words.h"
#include "explainee/view/plot_data/fact_sizes.h"
#include "explainee/view/row/rows_view.h"

namespace explainee::view {
namespace {

TEST(FactSizes, AreMeansOfTheSizesLargestFirst) {
  RowMajor values(2, 3);
  values << 1, -4, 0.5, -3, 2, 1.5;
  const Eigen::Vector2d rest(NAN, -7);
  const FactSizes all = fact_sizes(values, rest, 1);
  EXPECT_EQ(all.sizes, (std::vector<double>{2, 3, 1}));
  EXPECT_EQ(all.shown, (std::vector<std::size_t>{1}));
  EXPECT_EQ(all.others, (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(all.together, 1.5);  // |1 + 0.5| and |−3 + 1.5|
  EXPECT_EQ(all.rest, 7);
  EXPECT_TRUE(fact_sizes(values, Eigen::Vector2d(NAN, NAN), 9).others.empty());
  EXPECT_TRUE(std::isnan(fact_sizes(values, Eigen::Vector2d(NAN, NAN), 9).rest));
}

TEST(CurveWords, SayWhoComesAndGoes) {
  const std::vector<CurveSet> sets = {{1, {"a"}, true}, {2, {"b", "c"}, false}, {3, {"b", "c"}, {}}};
  const std::vector<std::string> labels = curve_labels(sets, {});
  EXPECT_EQ(labels[0], "1 fact: +\u00a0a");
  EXPECT_EQ(labels[1], "2 facts: +\u00a0b, +\u00a0c, −\u00a0a");
  EXPECT_EQ(labels[2], "3 facts: the same");
  EXPECT_EQ(curve_caption(sets), "bits (full dots: proven best)");
  EXPECT_EQ(curve_caption(std::span(sets).first(1)), "bits (each set proven best)");
  EXPECT_EQ(curve_caption(std::span(sets).last(1)), "bits");
}

TEST(RowsView, PutsSeveralPeopleOnOneScaleLargestFactFirst) {
  const std::vector<RowFigures> rows = {{10, {{"a", "1", 1}, {"b", "2", -25}}, 0.5, -13.5}, {-20, {}, 6.5, -13.5}};
  const RowsView view = rows_view(rows, {});
  EXPECT_EQ(view.rows[0].steps[1].label, "b");
  EXPECT_EQ(view.rows[0].steps[1].text, "−25.0");
  EXPECT_EQ(view.rows[0].steps[3].text, "+0.5");
  EXPECT_EQ(view.rows[1].steps.size(), 3U);
  EXPECT_EQ(view.rows[1].steps[2].text, "−13.5");
}

}  // namespace
}  // namespace explainee::view
