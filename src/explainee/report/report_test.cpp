// What people and programs read, made from a real explanation of a small table.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "explainee/base/random.h"
#include "explainee/data/memory_table.h"
#include "explainee/explain/explain.h"
#include "explainee/report/json.h"
#include "explainee/report/terminal_text.h"
#include "explainee/report/waterfall_svg.h"
#include "explainee/report/words.h"

namespace explainee::report {
namespace {

data::MemoryTable make_table() {
  base::Random random(1);
  data::MemoryTable table;
  std::vector<double> a;
  std::vector<double> b;
  std::vector<double> p;
  std::vector<std::string> city;
  for (int i = 0; i < 200; ++i) {
    a.push_back(random.normal());
    b.push_back(random.normal());
    city.emplace_back(random.below(2) == 0 ? "Oslo" : "Rome");
    p.push_back(100 + 10 * a.back() + 5 * b.back() + (city.back() == "Rome" ? 8 : 0) + random.normal());
  }
  table.add("a", a);
  table.add("b", b);
  table.add("city", city);
  table.add("p", p);
  return table;
}

explain::Explanation make_explanation() {
  data::MemoryTable table = make_table();
  explain::Options options;
  options.prediction = {"p"};
  options.knows = {"a"};
  options.row = 3;
  options.threads = 1;
  return explain::explain({.table = &table}, options, {}).value();
}

PlainNames make_names() {
  data::MemoryTable table;
  table.add("column", std::vector<std::string>{"b", "p"});
  table.add("name", std::vector<std::string>{"triglycerides", "risk <score>"});
  table.add("unit", std::vector<std::string>{"mg/dl", "points"});
  table.add("show", std::vector<std::string>{"exp(x)", ""});
  return PlainNames::read(table).value();
}

TEST(PlainNames, NameValueAndUnit) {
  const PlainNames names = make_names();
  EXPECT_EQ(names.name("b"), "triglycerides");
  EXPECT_EQ(names.name("a"), "a");
  EXPECT_EQ(names.value("b", 5.298317366548036), "200 mg/dl");
  EXPECT_EQ(names.amount("p", 38.2), "38.2 points");
}

TEST(PlainNames, ColumnsCalledAlikeAreToldApart) {
  data::MemoryTable table;
  table.add("column", std::vector<std::string>{"x1", "x2", "rate", "y"});
  table.add("name", std::vector<std::string>{"rate", "rate", "", "age"});
  const PlainNames names = PlainNames::read(table).value();
  EXPECT_EQ(names.name("x1"), "rate (x1)");
  EXPECT_EQ(names.name("x2"), "rate (x2)");
  EXPECT_EQ(names.name("rate"), "rate");
  EXPECT_EQ(names.name("y"), "age");
}

TEST(PlainNames, MistakesAreNamed) {
  data::MemoryTable bad;
  bad.add("column", std::vector<std::string>{"b"});
  bad.add("show", std::vector<std::string>{"exp(y)"});
  EXPECT_NE(PlainNames::read(bad).error().message.find("called x"), std::string::npos);
  data::MemoryTable none;
  none.add("name", std::vector<std::string>{"b"});
  EXPECT_FALSE(PlainNames::read(none).ok());
}

TEST(Words, LeadWithTheErrorAndEndWithTheCaution) {
  const std::vector<std::string> text = sentences(paragraphs(make_explanation(), make_names()));
  EXPECT_EQ(text.front().find("For somebody who knows a, the typical error about risk <score> is"), 0U) << text.front();
  EXPECT_EQ(text.back(), kNotCauses);
  bool row = false;
  for (const std::string& sentence : text) {
    row = row || sentence.find("In row 3 she would have expected") == 0;
    EXPECT_EQ(sentence.find("nan"), std::string::npos) << sentence;
  }
  EXPECT_TRUE(row);
}

TEST(Json, HasEveryKeyOfTheContract) {
  const auto json = to_json(make_explanation(), {"one"});
  for (const char* key : {"schema", "rows", "rows_dropped", "prediction", "provenance", "user", "explanation",
                          "impersonal", "alternatives", "curve", "row", "sentences", "warnings"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
  for (const char* key : {"nats", "bits", "infinite", "of_bits", "objective_bits", "corrected_bits", "interval_bits",
                          "gaussian_interval_bits", "honest_bits", "stability", "p_value", "estimator"}) {
    EXPECT_TRUE(json["explanation"]["information"].contains(key)) << key;
  }
  const auto& row = json["row"];
  double sum = row["expected"];
  for (const auto& part : row["contributions"]) sum += part["contribution"].get<double>();
  EXPECT_NEAR(sum + row["remainder"].get<double>(), row["prediction"].get<double>(), 1e-9);
  EXPECT_FALSE(json["provenance"]["options"].contains("threads"));
  EXPECT_EQ(json["provenance"]["options"]["knows"][0], "a");
  for (const auto& feature : json["explanation"]["features"]) {
    if (feature["name"] != "city") continue;
    EXPECT_TRUE(feature["coefficient"].is_null());
    EXPECT_EQ(feature["columns"].size(), 2U);
    EXPECT_EQ(feature["columns"][0]["coefficient"], 0.0);
  }
}

TEST(TerminalText, HasNoColourUnlessAsked) {
  const explain::Explanation explanation = make_explanation();
  const PlainNames names = make_names();
  const auto text = paragraphs(explanation, names);
  EXPECT_EQ(terminal_text(explanation, text, names, {}).find('\033'), std::string::npos);
  EXPECT_NE(terminal_text(explanation, text, names, {.colour = true}).find('\033'), std::string::npos);
  EXPECT_EQ(wrap("aa bb cc", 6, "  ", "  "), "  aa\n  bb\n  cc\n");
}

TEST(WaterfallSvg, EscapesTextAndHasAPanelPerPerson) {
  const explain::Explanation explanation = make_explanation();
  const std::vector<WaterfallPanel> panels = {{"one & only", "sub", &explanation}, {"two", "sub", &explanation}};
  const std::string svg = waterfall_svg("a < b", panels, make_names());
  EXPECT_NE(svg.find("one &amp; only"), std::string::npos);
  EXPECT_NE(svg.find("a &lt; b"), std::string::npos);
  std::size_t says = 0;
  for (std::size_t at = svg.find("the model says"); at != std::string::npos; at = svg.find("the model says", at + 1))
    ++says;
  EXPECT_EQ(says, 2U);
}

}  // namespace
}  // namespace explainee::report
