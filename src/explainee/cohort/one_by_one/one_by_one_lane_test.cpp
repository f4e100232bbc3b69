#include "explainee/cohort/one_by_one/one_by_one_lane.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "explainee/cohort/cohort.h"
#include "explainee/cohort/testing/kept_rows.h"
#include "explainee/cohort/testing/small_town.h"
#include "explainee/explain/explain.h"

namespace explainee::cohort::one_by_one_lane_test {
namespace {

using small_town::Town;
using Lists = std::vector<std::string>;

request::Request flexible() {
  request::Request request = Town::request(2);
  request.who.reader = request::ReaderKind::kFlexible;
  request.facts.family = {"auto"};
  request.facts.tell = request::Tell::kSupported;
  request.how.effort = request::Effort::kQuick;
  request.how.folds.reset();
  return request;
}

class OneByOneTest : public testing::Test {
 protected:
  OneByOneTest()
      : journal_(testing::TempDir() + "one_by_one_" + testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::filesystem::remove(journal_);
  }
  ~OneByOneTest() override { std::filesystem::remove(journal_); }

  base::Result<CohortReport> serve(const Lists& lists, const base::Control& control = {}, int catalogue = 0) {
    const auto people = small_town::table_of_people("knows", lists);
    request::Request request = flexible();
    request.how.threads = threads_;
    rows_ = {};
    const CohortFiles files = {
        people.get(), journal_, [&](const std::vector<data::Column>& columns) {
          return base::Result<std::unique_ptr<data::TableSink>>(std::make_unique<KeepingSink>(columns, rows_));
        }};
    return serve_cohort(town_.input(), request, {catalogue}, files, control);
  }

  base::Result<CohortReport> serve_until(const std::string& stage, const Lists& lists) {
    std::atomic<bool> cancel = false;
    base::Control control;
    control.cancel = &cancel;
    control.progress = [&](std::string_view now, double) { cancel = cancel || now == stage; };
    return serve(lists, control);
  }

  Town town_{120, 4, 71};
  std::string journal_;
  KeptRows rows_;
  int threads_ = 1;
};

const Lists kLists = {"", "x0", "x1;x3", "x0", "x2", "x0..x3"};
const std::vector<Lists> kKnown = {{}, {"x0"}, {"x1", "x3"}, {"x0"}, {"x2"}};

TEST_F(OneByOneTest, EverybodyIsToldWhatExplainTells) {
  const auto report = serve(kLists);
  ASSERT_TRUE(report.ok());
  EXPECT_TRUE(report.value().one_by_one);
  EXPECT_EQ(report.value().people, 6);
  EXPECT_EQ(report.value().nothing_to_explain, 1);
  EXPECT_EQ(rows_.texts["user"].size(), 6U);
  for (std::size_t i = 0; i < kKnown.size(); ++i) {
    request::Request request = flexible();
    request.who.knows = kKnown[i];
    const auto alone = explain::explain(town_.input(), request, {});
    ASSERT_TRUE(alone.ok());
    const explain::Explanation& e = alone.value();
    ASSERT_EQ(rows_.text_lists["features"][i].size(), e.facts.size()) << i;
    for (std::size_t k = 0; k < e.facts.size(); ++k) {
      EXPECT_EQ(rows_.text_lists["features"][i][k], e.facts[k].name);
      EXPECT_EQ(rows_.text_lists["shapes"][i][k], family::shape_name(e.facts[k].shape.kind));
      EXPECT_EQ(rows_.number_lists["coefficients"][i][k], e.facts[k].coefficient.front());
    }
    EXPECT_EQ(rows_.numbers["found"][i], e.support->facts > 0);
    EXPECT_DOUBLE_EQ(rows_.numbers["bits"][i], e.information.nats / std::log(2.0)) << i;
    EXPECT_EQ(rows_.numbers["optimal"][i], e.claim.optimal());
  }
  EXPECT_FALSE(std::filesystem::exists(journal_));
}

TEST_F(OneByOneTest, ThreadsDoNotMatter) {
  ASSERT_TRUE(serve(kLists).ok());
  const KeptRows one = rows_;
  threads_ = 3;
  ASSERT_TRUE(serve(kLists).ok());
  EXPECT_EQ(rows_.text_lists, one.text_lists);
  EXPECT_EQ(rows_.numbers["bits"], one.numbers.at("bits"));
}

TEST_F(OneByOneTest, AStoppedRunGoesOnAndWritesTheSame) {
  Lists many;  // more than one mark in the journal, so that there is something left to write when it is stopped
  for (int i = 0; i < 30; ++i) many.insert(many.end(), kLists.begin(), kLists.end());
  ASSERT_TRUE(serve(many).ok());
  const KeptRows whole = rows_;
  const auto stopped = serve_until("writing", many);
  ASSERT_FALSE(stopped.ok());
  EXPECT_EQ(stopped.error().code, base::ErrorCode::kInterrupted);
  EXPECT_FALSE(rows_.finished);
  ASSERT_TRUE(std::filesystem::exists(journal_));
  const auto again = serve(many);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again.value().resumed, 180);
  EXPECT_EQ(rows_.text_lists, whole.text_lists);
  EXPECT_EQ(rows_.texts, whole.texts);
  EXPECT_EQ(rows_.numbers["bits"], whole.numbers.at("bits"));
}

TEST_F(OneByOneTest, WhoIsStoppedBeforeAnybodyWasServedLeavesNothing) {
  const auto stopped = serve_until("serving", kLists);
  ASSERT_FALSE(stopped.ok());
  EXPECT_EQ(stopped.error().code, base::ErrorCode::kInterrupted);
  EXPECT_FALSE(std::filesystem::exists(journal_));
}

TEST_F(OneByOneTest, ACatalogueNeedsFactsThatAreTheSameForAll) {
  const auto refused = serve(kLists, {}, 2);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, base::ErrorCode::kBadOption);
  EXPECT_FALSE(std::filesystem::exists(journal_));
}

TEST_F(OneByOneTest, TheSamePeopleAreExplainedOnce) {
  std::int64_t steps = 0;
  base::Control control;
  control.progress = [&](std::string_view stage, double) { steps += stage == "serving" ? 1 : 0; };
  ASSERT_TRUE(serve(Lists(500, "x0"), control).ok());
  EXPECT_LE(steps, 1 + 500 / 128 + 2);  // one person, and the begin of each chunk
  EXPECT_EQ(rows_.numbers["bits"], std::vector<double>(500, rows_.numbers["bits"][0]));
}

}  // namespace
}  // namespace explainee::cohort::one_by_one_lane_test
