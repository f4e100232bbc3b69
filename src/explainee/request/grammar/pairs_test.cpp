#include "explainee/request/grammar/pairs.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "explainee/base/errors/speech.h"

namespace explainee::request::pairs_test {
namespace {

/// That this text is refused, naming the option and the text.
template <class Read>
void expect_bad(Read read, const std::string& text, const std::string& named = "") {
  const auto result = read("some-option", TextList{text});
  ASSERT_FALSE(result.ok()) << text;
  EXPECT_EQ(result.error().code, base::ErrorCode::kBadOption) << text;
  EXPECT_EQ(result.error().subject.option.name, "some-option") << text;
  const std::string said = base::text(result.error(), base::command_line());
  EXPECT_NE(said.find("'" + (named.empty() ? text : named) + "'"), std::string::npos) << said;
}

TEST(Pairs, NoiseIsReadFromTheLastEquals) {
  EXPECT_EQ(read_noise("noise", {"bmi=0.5", "a=b=2e3", "s*=0"}).value(),
            (std::vector<FactNoise>{{{"bmi"}, 0.5}, {{"a=b"}, 2000}, {{"s*"}, 0}}));
  EXPECT_EQ(read_own_noise("summary-noise", {"answer=2"}).value(), (std::vector<OwnNoise>{{"answer", 2}}));
  for (const char* text : {"bmi", "=2", "bmi=", "bmi=two", "bmi=-0.1", "bmi=inf", "bmi=1e151", "bmi= 2"}) {
    expect_bad(read_noise, text);
    expect_bad(read_own_noise, text);
  }
}

TEST(Pairs, StepsAreRoundings) {
  EXPECT_EQ(read_steps("shown-as", {"bp=round:10", "a=b=round:0.25"}).value(),
            (std::vector<FactSteps>{{{"bp"}, 10}, {{"a=b"}, 0.25}}));
  for (const char* text : {"bp", "=round:5", "bp=10", "bp=round:", "bp=round:0", "bp=round:-1", "bp=round:inf"})
    expect_bad(read_steps, text);
}

TEST(Pairs, CostsHaveALeastAndAMost) {
  EXPECT_EQ(read_costs("cost", {"bins=2", "a=1e-6", "b=1e6"}).value(),
            (std::vector<FactCost>{{{"bins"}, 2}, {{"a"}, 1e-6}, {{"b"}, 1e6}}));
  expect_bad(read_costs, "bins");
  expect_bad(read_costs, "=2");
  for (const char* number : {"0", "9e-7", "1000001", "-1", "nan", "x"})
    expect_bad(read_costs, std::string("bins=") + number, number);
}

TEST(Pairs, WindowsAndRowsAreWholeNumbers) {
  EXPECT_EQ(read_windows("windows", {"2", "5", "1e3"}).value(), (std::vector<int>{2, 5, 1000}));
  for (const char* text : {"1", "0", "-2", "2.5", "1e7", "x", ""}) expect_bad(read_windows, text);
  EXPECT_EQ(read_rows("like", {"0", "12", "1000000000000"}).value(), (std::vector<std::int64_t>{0, 12, 1000000000000}));
  for (const char* text : {"-1", "1.5", "1e3", "x", "", "10000000000000000"}) expect_bad(read_rows, text);
}

TEST(Pairs, ListsGoOnUntilTheNextName) {
  using Lists = std::vector<std::pair<std::string, TextList>>;
  EXPECT_EQ(read_named_lists("group", {"lab=s1", "s2", "size=bmi", "lab=s3"}).value(),
            (Lists{{"lab", {"s1", "s2"}}, {"size", {"bmi"}}, {"lab", {"s3"}}}));
  EXPECT_EQ(read_named_lists("group", {"a=b=c"}).value(), (Lists{{"a", {"b=c"}}}));  // names hold no =
  EXPECT_EQ(read_named_lists("group", {}).value(), Lists{});
  expect_bad(read_named_lists, "s1");
  expect_bad(read_named_lists, "=s1");
}

TEST(Pairs, ANumberIsTheWholeText) {
  EXPECT_EQ(read_number("cuts", "-2.5e-3").value(), -0.0025);
  for (const char* text : {"", " 1", "1 ", "1,5", "one", "nan", "0x10"}) {
    const auto result = read_number("cuts", text);
    ASSERT_FALSE(result.ok()) << text;
    EXPECT_EQ(result.error().subject.option.name, "cuts");
  }
}

TEST(Pairs, TextsReadAsTheSameValues) {
  const std::vector<FactNoise> noise = {{{"bmi"}, 0.1}, {{"a=b"}, 1.0 / 3}};
  EXPECT_EQ(read_noise("", texts_of(noise)).value(), noise);
  const std::vector<OwnNoise> own = {{"answer", 2.5e-17}};
  EXPECT_EQ(read_own_noise("", texts_of(own)).value(), own);
  const std::vector<FactSteps> steps = {{{"bp"}, 0.1}, {{"s*"}, 1e20}};
  EXPECT_EQ(read_steps("", texts_of(steps)).value(), steps);
  const std::vector<FactCost> costs = {{{"bins"}, 2.0 / 3}};
  EXPECT_EQ(read_costs("", texts_of(costs)).value(), costs);
  const std::vector<int> windows = {2, 64};
  EXPECT_EQ(read_windows("", texts_of(windows)).value(), windows);
  const std::vector<std::int64_t> rows = {0, 999999999999};
  EXPECT_EQ(read_rows("", texts_of(rows)).value(), rows);
}

TEST(Pairs, GroupsAndCutsAreWrittenOnceByName) {
  EXPECT_EQ(texts_of(std::vector<ColumnGroup>{{"lab", {"s1", "s2"}}, {"size", {"bmi"}}}),
            (TextList{"lab=s1", "s2", "size=bmi"}));
  EXPECT_EQ(texts_of(std::vector<ColumnCuts>{{"bmi", {25, 30.5}}, {"bp", {90}}}),
            (TextList{"bmi=25", "30.5", "bp=90"}));
  EXPECT_EQ(texts_of(std::vector<WeightedColumn>{{"a", 2.0}, {"b", {}}}), (TextList{"a=2", "b"}));
  EXPECT_EQ(texts_of(std::vector<WrittenExpression>{{"a > 1"}}), TextList{"a > 1"});
}

}  // namespace
}  // namespace explainee::request::pairs_test
