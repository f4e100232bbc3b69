#include "explainee/view/names/plain_names.h"

#include <gtest/gtest.h>

#include "explainee/base/errors/speech.h"
#include "explainee/data/memory_table.h"
#include "explainee/view/testing/small_answer.h"

namespace explainee::view {
namespace {

TEST(PlainNames, NameValueAndUnit) {
  const PlainNames names = testing::make_names();
  EXPECT_EQ(names.name("b"), "triglycerides");
  EXPECT_EQ(names.name("a"), "a");
  EXPECT_EQ(names.value("b", 5.298317366548036), "200 mg/dl");
  EXPECT_NEAR(names.shown("b", 5.298317366548036).value(), 200, 1e-9);
  EXPECT_EQ(names.shown("a", 5.25).value(), 5.25);
  EXPECT_EQ(names.amount("p", 38.2), "38.2 points");
}

TEST(PlainNames, AValueThatCannotBeShownIsGivenAsStored) {
  const PlainNames names = testing::names_of_p("", "log(x)");
  EXPECT_FALSE(names.shown("p", -3).has_value());
  EXPECT_EQ(names.value("p", -3), "-3 as stored");
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
  EXPECT_NE(base::text(PlainNames::read(bad).error(), base::command_line()).find("called x"), std::string::npos);
  data::MemoryTable none;
  none.add("name", std::vector<std::string>{"b"});
  EXPECT_FALSE(PlainNames::read(none).ok());
}

}  // namespace
}  // namespace explainee::view
