#include "explainee/cohort/lane_choice.h"

#include <gtest/gtest.h>

#include "explainee/cohort/testing/small_town.h"

namespace explainee::cohort::lane_choice_test {
namespace {

using small_town::Town;

request::Request flexible() {
  request::Request request = Town::request(2);
  request.who.reader = request::ReaderKind::kFlexible;
  request.facts.family = {"auto"};
  request.facts.tell = request::Tell::kSupported;
  return request;
}

base::Result<LaneChoice> choice(const explain::Input& input, const request::Request& request, const Needs& needs = {}) {
  const auto people = small_town::table_of_people("knows", {"x0"});
  const auto list = UserList::open(*people);
  return choose_lane(input, request, list.value(), needs);
}

TEST(LaneChoice, PlainRequestsAreServedAtOnce) {
  const Town town(30, 3, 1);
  request::Request request = Town::request(2);
  EXPECT_FALSE(asks_for_more(request));
  EXPECT_FALSE(choice(town.input(), request).value().one_by_one);
  request.who.linear = true;
  request.who.reader = request::ReaderKind::kFlexible;  // the older name counts
  EXPECT_FALSE(asks_for_more(request));
}

TEST(LaneChoice, EachOfTheseTakesOneAfterTheOther) {
  const Town town(30, 3, 1);
  request::Request reader = Town::request(2);
  reader.who.reader = request::ReaderKind::kFlexible;
  request::Request shapes = Town::request(2);
  shapes.facts.family = {"auto"};
  request::Request number = Town::request(2);
  number.facts.tell = request::Tell::kSupported;
  request::Request groups = Town::request(2);
  groups.facts.group = {{"both", {"x0", "x1"}}};
  for (const request::Request& request : {reader, shapes, number, groups}) {
    const auto chosen = choice(town.input(), request);
    ASSERT_TRUE(chosen.ok());
    EXPECT_TRUE(chosen.value().one_by_one);
    EXPECT_TRUE(chosen.value().because.empty());
  }
}

TEST(LaneChoice, WhereRowsCannotSayAllAreServedAtOnceForAQuadraticReader) {
  const Town town(30, 3, 1);
  for (const auto& chosen : {choice({}, flexible()), choice(town.input(), flexible(), Needs{{}, 2, true})}) {
    ASSERT_TRUE(chosen.ok());
    EXPECT_FALSE(chosen.value().one_by_one);
    EXPECT_FALSE(chosen.value().because.empty());
    EXPECT_FALSE(asks_for_more(chosen.value().request));
    EXPECT_EQ(request::reader_of(chosen.value().request.who), request::ReaderKind::kQuadratic);
  }
}

TEST(LaneChoice, OtherFamiliesAreRefusedThere) {
  request::Request request = flexible();
  request.facts.family = {"auto", "bins"};
  const auto refused = choice({}, request);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, base::ErrorCode::kBadOption);
}

}  // namespace
}  // namespace explainee::cohort::lane_choice_test
