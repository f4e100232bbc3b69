#include "explainee/cohort/cohort.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include "explainee/cohort/testing/kept_rows.h"
#include "explainee/cohort/testing/small_town.h"

namespace explainee::cohort::cohort_test {
namespace {

using small_town::Town;

constexpr int kColumns = 4;

class CohortTest : public testing::Test {
 protected:
  CohortTest()
      : journal_(testing::TempDir() + "cohort_" + testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::filesystem::remove(journal_);
  }
  ~CohortTest() override { std::filesystem::remove(journal_); }

  base::Result<CohortReport> serve(const Town& town, const std::vector<std::string>& lists, int catalogue = 0,
                                   const base::Control& control = {}) {
    const auto people = small_town::table_of_people("knows", lists);
    request::Request request = Town::request(2);
    request.who.linear = true;
    request.how.threads = threads_;
    rows_ = {};
    const CohortFiles files = {
        people.get(), journal_, [&](const std::vector<data::Column>& columns) {
          return base::Result<std::unique_ptr<data::TableSink>>(std::make_unique<KeepingSink>(columns, rows_));
        }};
    return serve_cohort(town.input(), request, {catalogue}, files, control);
  }

  /// Stops where a stage begins.
  base::Result<CohortReport> serve_until(const std::string& stage, const Town& town,
                                         const std::vector<std::string>& lists, int catalogue) {
    std::atomic<bool> cancel = false;
    base::Control control;
    control.cancel = &cancel;
    control.progress = [&](std::string_view now, double) { cancel = cancel || now == stage; };
    return serve(town, lists, catalogue, control);
  }

  std::string journal_;
  KeptRows rows_;
  int threads_ = 1;
};

const std::vector<std::string> kLists = {"", "x0", "x1;x3", "x0", "x2", "x0;x1"};
const std::vector<std::vector<int>> kKnown = {{}, {0}, {1, 3}, {0}, {2}, {0, 1}};

TEST_F(CohortTest, EveryPersonIsARowInTheOrderOfTheList) {
  const Town town(100, kColumns, 51);
  const auto report = serve(town, kLists);
  ASSERT_TRUE(report.ok());
  EXPECT_TRUE(rows_.finished);
  EXPECT_EQ(rows_.texts["user"], (std::vector<std::string>{"u0", "u1", "u2", "u3", "u4", "u5"}));
  double sum = 0;
  for (std::size_t i = 0; i < kLists.size(); ++i) {
    const Eigen::MatrixXd known = town.columns(kKnown[i]);
    const auto best = small_town::best_told(town, town.p, known, small_town::all_but(kColumns, kKnown[i]), 2);
    EXPECT_NEAR(rows_.numbers["bits"][i], best.nats / std::numbers::ln2, 1e-9) << i;
    std::vector<std::string> facts = rows_.text_lists["features"][i];
    std::sort(facts.begin(), facts.end());
    std::vector<std::string> names;
    for (const int j : best.facts) names.push_back("x" + std::to_string(j));
    EXPECT_EQ(facts, names) << i;
    sum += best.nats;
  }
  EXPECT_NEAR(report.value().nats, sum / 6, 1e-9);
  EXPECT_FALSE(std::filesystem::exists(journal_));  // the output is complete
}

TEST_F(CohortTest, TheReportCountsWhatBecameOfThem) {
  Town town(100, kColumns, 52);
  data::MemoryTable table;
  for (int j = 0; j < kColumns; ++j)
    table.add("x" + std::to_string(j), std::vector<double>(town.x.col(j).begin(), town.x.col(j).end()));
  const Eigen::VectorXd exact = town.x.col(0) - town.x.col(1);
  table.add("p", std::vector<double>(exact.begin(), exact.end()));
  const auto people = small_town::table_of_people("knows", {"", "x0", "x0;x1", "x2", "x1;x0"});
  const CohortFiles files = {
      people.get(), journal_, [&](const std::vector<data::Column>& columns) {
        return base::Result<std::unique_ptr<data::TableSink>>(std::make_unique<KeepingSink>(columns, rows_));
      }};
  const auto report = serve_cohort({.table = data::Dataset::borrow(table)}, Town::request(2), {}, files, {});
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(report.value().people, 5);
  EXPECT_EQ(report.value().proven, 5);
  EXPECT_EQ(report.value().infinite, 3);
  EXPECT_EQ(report.value().nothing_to_explain, 2);
  EXPECT_EQ(report.value().different, 2);  // both columns, or the other one
  EXPECT_NEAR(report.value().nats, 0.6 * most_nats(), 1e-9);
  EXPECT_EQ(report.value().impersonal, (std::vector<std::string>{"x0", "x1"}));
  EXPECT_EQ(report.value().candidates, 4U);
  EXPECT_EQ(report.value().rows, 100);
}

/// What the k sets that together serve these people best tell on average, by looking at all choices.
double best_catalogue(const Town& town, std::size_t count) {
  const auto sets = small_town::sets_of({0, 1, 2, 3}, 2);
  double best = 0;
  for (std::size_t a = 0; a < sets.size(); ++a) {
    for (std::size_t b = a; b < sets.size(); ++b) {
      if (count == 1 && b != a) continue;
      double sum = 0;
      for (const std::vector<int>& known : kKnown) {
        const Eigen::MatrixXd has = town.columns(known);
        sum += std::max(small_town::nats_told(town, town.p, has, sets[a]),
                        small_town::nats_told(town, town.p, has, sets[b]));
      }
      best = std::max(best, sum / static_cast<double>(kKnown.size()));
    }
  }
  return best;
}

TEST_F(CohortTest, TheCatalogueServesThesePeopleBest) {
  const Town town(60, kColumns, 53);
  const auto report = serve(town, kLists, 2);
  ASSERT_TRUE(report.ok());
  ASSERT_EQ(report.value().catalogue.size(), 2U);
  for (std::size_t k = 0; k < 2; ++k) {
    const CatalogueEntry& entry = report.value().catalogue[k];
    EXPECT_TRUE(entry.exact);
    EXPECT_EQ(entry.explanations.size(), k + 1);
    EXPECT_NEAR(entry.nats, best_catalogue(town, k + 1), 1e-9);
    EXPECT_NEAR(entry.share, entry.nats / report.value().nats, 1e-9);
    std::int64_t people = 0;
    for (const std::int64_t served : entry.people) people += served;
    EXPECT_EQ(people, 6);
  }
}

TEST_F(CohortTest, EachIsGivenTheExplanationThatTellsThemMost) {
  const Town town(60, kColumns, 54);
  const auto report = serve(town, kLists, 2);
  ASSERT_TRUE(report.ok());
  const CatalogueEntry& entry = report.value().catalogue.back();
  for (std::size_t i = 0; i < kKnown.size(); ++i) {
    std::vector<double> told;
    for (const std::vector<std::string>& names : entry.explanations) {
      std::vector<int> facts;
      for (const std::string& name : names) facts.push_back(std::stoi(name.substr(1)));
      told.push_back(small_town::nats_told(town, town.p, town.columns(kKnown[i]), facts));
    }
    const auto given = static_cast<std::size_t>(rows_.numbers["catalogue"][i]);
    EXPECT_NEAR(told.at(given), *std::max_element(told.begin(), told.end()), 1e-9) << i;
  }
}

TEST_F(CohortTest, AStoppedRunGoesOnAndWritesTheSame) {
  const Town town(60, kColumns, 55);
  const KeptRows whole = serve(town, kLists, 2).ok() ? rows_ : KeptRows();
  const auto stopped = serve_until("choosing the catalogue", town, kLists, 2);
  ASSERT_FALSE(stopped.ok());
  EXPECT_EQ(stopped.error().code, base::ErrorCode::kInterrupted);
  EXPECT_FALSE(rows_.finished);
  EXPECT_TRUE(std::filesystem::exists(journal_));
  const auto again = serve(town, kLists, 2);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again.value().resumed, 6);
  EXPECT_EQ(again.value().people, 6);
  EXPECT_TRUE(rows_.finished);
  EXPECT_EQ(rows_.texts, whole.texts);
  EXPECT_EQ(rows_.text_lists, whole.text_lists);
  EXPECT_EQ(rows_.number_lists, whole.number_lists);
  EXPECT_EQ(rows_.numbers["bits"], whole.numbers.at("bits"));
}

TEST_F(CohortTest, OtherPeopleThanThoseWhoWereServedAreRefused) {
  const Town town(60, kColumns, 56);
  const std::vector<std::vector<std::string>> lists = {{"", "x0", "x2"}, {}};
  for (const std::vector<std::string>& others : lists) {
    ASSERT_FALSE(serve_until("choosing the catalogue", town, {"", "x0", "x1"}, 1).ok());
    const auto refused = serve(town, others);
    ASSERT_FALSE(refused.ok()) << others.size();
    EXPECT_EQ(refused.error().code, base::ErrorCode::kUnreadableFile);
    EXPECT_EQ(refused.error().subject.file, "table");
  }
}

TEST_F(CohortTest, AnswersNeedTheRows) {
  data::MemoryTable people;
  people.add("user", std::vector<std::string>{"ann"});
  people.add("row", std::vector<double>{1});
  people.add("answer", std::vector<double>{1});
  const auto refused = serve_cohort({}, Town::request(1), {}, {&people, journal_, {}}, {});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, base::ErrorCode::kNeedsRows);
}

TEST_F(CohortTest, ThreadsDoNotMatter) {
  const Town town(60, kColumns, 57);
  ASSERT_TRUE(serve(town, kLists, 2).ok());
  const KeptRows one = rows_;
  threads_ = 3;
  ASSERT_TRUE(serve(town, kLists, 2).ok());
  EXPECT_EQ(rows_.numbers["bits"], one.numbers.at("bits"));
  EXPECT_EQ(rows_.numbers["catalogue"], one.numbers.at("catalogue"));
}

TEST(MostNats, IsWhatIsToldWhereTheLastDigitsAreLeft) { EXPECT_NEAR(std::exp(-2 * most_nats()), 1e-11, 1e-20); }

}  // namespace
}  // namespace explainee::cohort::cohort_test
