#include "explainee/view/sentences/phrases/shape_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>

#include "explainee/view/names/part_value.h"
#include "explainee/view/testing/said.h"
#include "explainee/view/testing/small_answer.h"

namespace explainee::view::shape_text_test {
namespace {

using testing::says;

explain::Fact bent(const std::function<double(double)>& curve, double coefficient) {
  explain::Fact fact;
  fact.name = "b";
  fact.sources = {"b"};
  fact.coefficient = {coefficient};
  fact.shape.kind = family::Shape::Kind::kBent;
  for (int k = -10; k <= 10; ++k) fact.shape.points.emplace_back(k / 5.0, curve(k / 5.0));
  return fact;
}

std::string text_of(const explain::Fact& fact, const PlainNames& names = {}) {
  const explain::Explanation e = testing::written_answer();
  return shape_text({e, names}, fact);
}

double square(double x) { return (x - 0.4) * (x - 0.4); }

TEST(ShapeText, ABendIsSaidByWhereItTurns) {
  EXPECT_TRUE(says(text_of(bent(square, 1)), "lowest near 0.4"));
  EXPECT_TRUE(says(text_of(bent(square, -1)), "highest near 0.4"));
  const auto wave = [](double x) { return std::sin(3 * x); };
  EXPECT_TRUE(says(text_of(bent(wave, 1)), "up and down"));
  const auto rise = [](double x) { return std::exp(x); };
  EXPECT_TRUE(says(text_of(bent(rise, 2)), "goes with higher"));
  EXPECT_TRUE(says(text_of(bent(rise, -2)), "goes with lower"));
}

TEST(ShapeText, ATurnIsInTheUnitsOfItsColumn) {
  EXPECT_TRUE(says(text_of(bent(square, 1), testing::make_names()), "lowest near 1.49 mg/dl"));  // exp(0.4)
}

TEST(ShapeText, ASmallTurnIsNone) {
  const auto nearly = [](double x) { return x + (x < -1.8 ? 0.05 : 0.0); };
  EXPECT_FALSE(says(text_of(bent(nearly, 1)), "lowest"));
}

family::Description cut_at(double threshold) {
  family::Description cut{"b", {"b"}, 1, false, "auto"};
  cut.saying = {family::column("b"), family::text(" above "), family::value("b", threshold)};
  cut.shown = family::Shown::kYesNo;
  cut.shape.kind = family::Shape::Kind::kCut;
  cut.shape.threshold = threshold;
  return cut;
}

TEST(ShapeText, ACutIsYesOrNoWithTheValueOfTheColumn) {
  explain::Contribution part;
  part.name = "b";
  part.shown = family::Shown::kYesNo;
  part.value = 0.7;
  for (const auto& [threshold, answer] : {std::pair(0.5, "yes"), std::pair(0.7, "no"), std::pair(2.0, "no")}) {
    const PlainNames names = testing::make_names().with_facts({{"b", cut_at(threshold)}});
    EXPECT_EQ(part_value(part, names), std::string(answer) + ", 2.01 mg/dl");
  }
  const PlainNames names = testing::make_names().with_facts({{"b", cut_at(0)}});
  EXPECT_EQ(part_label(part, names), "triglycerides above 1 mg/dl");
  const PlainNames once = PlainNames().with_facts({{"b", cut_at(0.5)}});
  EXPECT_EQ(once.name("b"), "b above 0.5");
  EXPECT_EQ(once.with_facts({{"b", cut_at(0.5)}}).name("b"), "b above 0.5");
}

TEST(ShapeText, OfAClassItIsTheChanceThatIsMoved) {
  explain::Explanation e = testing::written_answer();
  e.label = explain::LabelReport{"p", {"left", "right"}, 0.5, 0.6, true};
  const PlainNames names;
  explain::Fact fact = bent(square, 0);
  fact.coefficient = {0.2, -0.2};
  EXPECT_TRUE(says(shape_text({e, names}, fact), "chance of left lowest near 0.4"));
  fact.coefficient = {-0.2, 0.2};
  fact.shape.kind = family::Shape::Kind::kCut;
  EXPECT_TRUE(says(shape_text({e, names}, fact), "raises the chance of right"));
}

TEST(ShapeText, ACutHasNoDirectionOfSeveralPredictions) {
  explain::Fact fact = bent(square, 0);
  fact.coefficient = {1, 2};
  fact.shape.kind = family::Shape::Kind::kCut;
  EXPECT_EQ(text_of(fact), "");
}

TEST(ShapeText, AProductSaysWhatItsColumnThenGoesWith) {
  explain::Fact product;
  product.name = "x2, more when x1 is high";
  product.family = "auto";
  product.sources = {"x2", "x1"};
  product.coefficient = {-3};
  EXPECT_TRUE(told_in_shape(product));
  EXPECT_TRUE(says(text_of(product), "how it counts depends on x1"));
  const PlainNames cut = PlainNames().with_facts({{"x2", cut_at(0.5)}});
  EXPECT_TRUE(says(text_of(product, cut), "depends on x1"));
  explain::Contribution part;
  part.name = product.name;
  part.shown = family::Shown::kSources;
  part.sources = {{"x2", 0.25}, {"x1", 3}};
  EXPECT_EQ(part_value(part, cut), "x2 0.25, x1 3");
  EXPECT_FALSE(told_in_shape(testing::written_answer().facts.front()));
}

}  // namespace
}  // namespace explainee::view::shape_text_test
