#include "explainee/request/grammar/names.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "explainee/base/errors/speech.h"
#include "explainee/request/testing/samples.h"

namespace explainee::request::names_test {
namespace {

using List = std::vector<std::string>;

base::Result<List> expanded(const List& patterns) { return expand_names("knows", sample_columns(), patterns); }

TEST(ExpandNames, PatternsAreReadInTheirOrderAndColumnsInTheTables) {
  EXPECT_EQ(expanded({"bp", "s?", "bmi"}).value(), (List{"bp", "s1", "s2", "s3", "bmi"}));
  EXPECT_EQ(expanded({"x2..x10"}).value(), (List{"x2", "x10"}));  // by number
  EXPECT_EQ(expanded({"bmi..s2"}).value(), (List{"bmi", "bp", "s1", "s2"}));
  EXPECT_EQ(expanded({}).value(), List{});
}

TEST(ExpandNames, AColumnThatIsNamedTwiceIsThereTwice) {
  EXPECT_EQ(expanded({"s1", "s*"}).value(), (List{"s1", "s1", "s2", "s3"}));
}

TEST(ExpandNames, WhatNamesNoColumnIsTheOptionsFault) {
  const auto failed = expanded({"bmi", "bmj"});
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().code, base::ErrorCode::kUnknownColumn);
  EXPECT_EQ(failed.error().subject.option.name, "knows");
  EXPECT_NE(base::text(failed.error(), base::command_line()).find("'bmi'?"), std::string::npos);
  EXPECT_EQ(expanded({"z*"}).error().code, base::ErrorCode::kUnknownColumn);
}

TEST(ExpandName, IsExactlyOneColumn) {
  EXPECT_EQ(expand_name("label", sample_columns(), "bp").value(), "bp");
  EXPECT_EQ(expand_name("label", sample_columns(), "bm?").value(), "bmi");
  const auto several = expand_name("label", sample_columns(), "s*");
  ASSERT_FALSE(several.ok());
  EXPECT_EQ(several.error().code, base::ErrorCode::kBadOption);
  EXPECT_NE(base::text(several.error(), base::command_line()).find("s* names 3"), std::string::npos);
  EXPECT_EQ(expand_name("label", sample_columns(), "none").error().code, base::ErrorCode::kUnknownColumn);
}

TEST(ReadWeights, EachColumnOfAPatternHasItsWeight) {
  using Columns = std::vector<WeightedColumn>;
  const auto read = [](const List& texts) { return read_weights("reasons-from", sample_columns(), texts); };
  EXPECT_EQ(read({"s1..s2=-0.5", "bmi"}).value(), (Columns{{"s1", -0.5}, {"s2", -0.5}, {"bmi", std::nullopt}}));
  EXPECT_EQ(read({"a=2", "a=2=1e3"}).value(), (Columns{{"a=2", std::nullopt}, {"a=2", 1000.0}}));
}

TEST(ReadWeights, AWeightIsAFiniteNumberOfAColumnThatIsThere) {
  for (const char* text : {"bmi=", "bmi=x", "bmi=inf", "bmi=nan", "bmi=1,5"}) {
    const auto failed = read_weights("reasons-from", sample_columns(), List{text});
    ASSERT_FALSE(failed.ok()) << text;
    EXPECT_EQ(failed.error().code, base::ErrorCode::kBadOption) << text;
    EXPECT_EQ(failed.error().subject.option.name, "reasons-from");
    EXPECT_NE(base::text(failed.error(), base::command_line()).find(text), std::string::npos);
  }
  EXPECT_EQ(read_weights("reasons-from", sample_columns(), List{"height=2"}).error().code,
            base::ErrorCode::kUnknownColumn);
}

}  // namespace
}  // namespace explainee::request::names_test
