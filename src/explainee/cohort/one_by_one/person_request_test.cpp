#include "explainee/cohort/one_by_one/person_request.h"

#include <gtest/gtest.h>

#include "explainee/cohort/testing/small_town.h"

namespace explainee::cohort::person_request_test {
namespace {

using Columns = std::vector<std::string>;

std::vector<data::Column> columns() {
  std::vector<data::Column> all = {{"x0"}, {"x1"}, {"x2"}, {"town"}};
  all.back().type = data::ColumnType::kText;
  return all;
}

std::vector<PersonRequest> requests(data::MemoryTable& people) {
  auto list = UserList::open(people);
  EXPECT_TRUE(list.ok() && list.value().start().ok());
  const auto makes = PersonRequests::make(list.value(), columns(), small_town::Town::request(1));
  EXPECT_TRUE(makes.ok());
  const auto batch = list.value().next(100);
  std::vector<PersonRequest> all;
  for (std::size_t i = 0; i < batch.value().size(); ++i) all.push_back(makes.value().of(batch.value(), i).value());
  return all;
}

TEST(PersonRequest, NamesAreKnownInTheOrderTheyAreListed) {
  const auto people = small_town::table_of_people("knows", {"x1;x0", "x0..x1", "", "x0;x1"});
  const std::vector<PersonRequest> all = requests(*people);
  EXPECT_EQ(all[0].request.who.knows, (Columns{"x1", "x0"}));
  EXPECT_EQ(all[1].request.who.knows, (Columns{"x0", "x1"}));
  EXPECT_EQ(all[1].key, all[3].key);
  EXPECT_NE(all[0].key, all[1].key);  // last digits depend on the order
  EXPECT_TRUE(all[2].key.empty() && all[2].request.who.knows.empty());
}

TEST(PersonRequest, SummariesAreUnderstood) {
  const auto people = small_town::table_of_people("summary", {"x1;x2"});
  const std::vector<PersonRequest> all = requests(*people);
  EXPECT_EQ(all[0].request.who.summary, (Columns{"x1", "x2"}));
  EXPECT_TRUE(all[0].request.who.knows.empty());
}

TEST(PersonRequest, WeightsAreReasonedFromAndMayBeToldAgain) {
  data::MemoryTable people;
  people.add("user", std::vector<std::string>{"ann", "bo", "cy"});
  people.add("w:x0", std::vector<double>{2, 0, 0});
  people.add("w:x2", std::vector<double>{0, 0, 8e300});
  const std::vector<PersonRequest> all = requests(people);
  ASSERT_EQ(all[0].request.who.reasons_from.size(), 1U);
  EXPECT_EQ(all[0].request.who.reasons_from[0], (request::WeightedColumn{"x0", 2.0}));
  EXPECT_TRUE(all[0].request.who.retell);
  EXPECT_TRUE(all[1].key.empty() && all[1].request.who.reasons_from.empty());
  const double near_one = *all[2].request.who.reasons_from[0].weight;
  EXPECT_TRUE(near_one >= 1 && near_one < 2) << near_one;
}

TEST(PersonRequest, WeightsBelongToNumbers) {
  for (const char* name : {"w:town", "w:height"}) {
    data::MemoryTable people;
    people.add("user", std::vector<std::string>{"ann"});
    people.add(name, std::vector<double>{1});
    const auto list = UserList::open(people);
    const auto refused = PersonRequests::make(list.value(), columns(), {});
    ASSERT_FALSE(refused.ok()) << name;
    EXPECT_EQ(refused.error().code, base::ErrorCode::kUnknownColumn);
  }
}

}  // namespace
}  // namespace explainee::cohort::person_request_test
