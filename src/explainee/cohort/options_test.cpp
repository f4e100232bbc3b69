#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "explainee/base/option_check.h"
#include "explainee/cohort/cohort.h"
#include "explainee/request/records/records.h"

namespace explainee::cohort::options_test {
namespace {

TEST(CohortOptions, ACatalogueHasNoneToAThousandExplanations) {
  ASSERT_EQ(cohort_options().size(), 1U);
  for (const int catalogue : {0, 1, 1000}) EXPECT_TRUE(base::check_option(cohort_options()[0], {catalogue}).ok());
  for (const int catalogue : {-1, 1001}) {
    const auto checked = base::check_option(cohort_options()[0], {catalogue});
    ASSERT_FALSE(checked.ok()) << catalogue;
    EXPECT_EQ(checked.error().code, base::ErrorCode::kBadOption);
    EXPECT_EQ(checked.error().subject.option.name, "catalogue");
  }
}

/// Who somebody is comes from the table of people; everything else here is about all of them alike.
TEST(CohortOptions, NoOptionIsAboutOnePersonOrOneRow) {
  std::vector<std::string_view> names;
  for (const request::Record& record : shared_records()) names.push_back(record.name);
  const auto has = [&](std::string_view name) { return std::find(names.begin(), names.end(), name) != names.end(); };
  for (const char* name : {"prediction", "reader", "sparsity", "tell", "features", "family", "group", "block", "effort",
                           "paper", "linear", "answer-words", "threads"})
    EXPECT_TRUE(has(name)) << name;
  for (const char* name : {"knows", "told", "summary", "guess", "sees", "answers", "row", "local", "lambda",
                           "summary-noise", "reasons-from"})
    EXPECT_FALSE(has(name)) << name;
}

TEST(CohortOptions, ATimeLimitIsOfEachPerson) {
  const request::Record* own = request::find_record(shared_records(), "time-limit");
  const request::Record* alone = request::find_record(request::explain_records(), "time-limit");
  ASSERT_NE(own, nullptr);
  EXPECT_NE(own->help, alone->help);
  EXPECT_NE(own->help.find("each person"), std::string_view::npos);
  EXPECT_EQ(own->high, alone->high);
}

}  // namespace
}  // namespace explainee::cohort::options_test
