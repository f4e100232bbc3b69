#include "explainee/explain/rows/row_pass.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <limits>

#include "explainee/explain/gather/gather.h"
#include "explainee/explain/testing/composed.h"
#include "explainee/explain/testing/naive_moments.h"
#include "explainee/explain/testing/small_table.h"

namespace explainee::explain::row_pass_test {
namespace {

using testing::SmallTable;

/// Five thousand rows, of which 17 and 4100 cannot be used.
struct LongTable {
  std::vector<double> a;
  std::vector<double> w;
  std::vector<double> p;
  std::vector<std::string> town;
  data::MemoryTable table;
  request::Request request = testing::about_p();

  explicit LongTable(std::size_t batch_rows) : table(batch_rows) {
    const Eigen::MatrixXd cells = testing::normal_cells(5000, 2, 11);
    for (Eigen::Index i = 0; i < cells.rows(); ++i) {
      a.push_back(1e4 + cells(i, 0));
      w.push_back(static_cast<double>(i % 3));
      p.push_back(cells(i, 0) + cells(i, 1));
      town.emplace_back(i % 5 == 0 ? "Rome" : "Oslo");
    }
    a[17] = std::numeric_limits<double>::quiet_NaN();
    p[4100] = std::numeric_limits<double>::infinity();
    table.add("a", a);
    table.add("w", w);
    table.add("p", p);
    table.add("town", town);
    request.how.weight = "w";
    request.how.missing = request::Missing::kDrop;
  }
  [[nodiscard]] Gathered gathered() const {
    return gather({.table = data::Dataset::borrow(table)}, request, false, {}).value();
  }
};

TEST(VisitRows, GivesEveryUsableRowInBlocksWhateverTheBatches) {
  for (const std::size_t batch_rows : {7U, 3000U, 65536U}) {
    const LongTable rows(batch_rows);
    Gathered gathered = rows.gathered();
    const moments::Moments& moments = *gathered.moments;
    const int a = moments.find("a");
    const int rome = moments.find("town=Rome");
    std::vector<std::size_t> blocks;
    std::vector<std::int64_t> seen;
    const auto visit = [&](const auto& block, const Eigen::VectorXd& weights, const auto& numbers) {
      blocks.push_back(numbers.size());
      for (std::size_t k = 0; k < numbers.size(); ++k) {
        const auto i = static_cast<std::size_t>(numbers[k]);
        const auto at = static_cast<Eigen::Index>(k);
        EXPECT_EQ(block(at, a), rows.a[i] - moments.columns[static_cast<std::size_t>(a)].shift);
        EXPECT_EQ(block(at, rome), rows.town[i] == "Rome" ? 1 : 0);
        EXPECT_EQ(weights[at], rows.w[i]);
        seen.push_back(numbers[k]);
      }
      return true;
    };
    ASSERT_TRUE(visit_rows(gathered, {}, visit).ok());
    EXPECT_EQ(blocks, (std::vector<std::size_t>{kBlockRows, 4998 - kBlockRows}));
    std::vector<std::int64_t> usable;
    for (std::int64_t i = 0; i < 5000; ++i) {
      if (i != 17 && i != 4100) usable.push_back(i);
    }
    EXPECT_EQ(seen, usable);
  }
}

TEST(VisitRows, StopsWhenToldTo) {
  const LongTable rows(100);
  Gathered gathered = rows.gathered();
  int blocks = 0;
  const auto visit = [&](const auto&, const auto&, const auto&) { return ++blocks > 5; };
  ASSERT_TRUE(visit_rows(gathered, {}, visit).ok());
  EXPECT_EQ(blocks, 1);
}

TEST(VisitRows, ARowNearAnotherCountsByItsShare) {
  const LongTable rows(100);
  Gathered gathered = rows.gathered();
  gathered.near.assign(5000, 0.0);
  gathered.near[4] = 0.25;
  gathered.near[5] = 0.5;
  double sum = 0;
  const auto visit = [&](const auto&, const Eigen::VectorXd& weights, const auto&) {
    sum += weights.sum();
    return true;
  };
  ASSERT_TRUE(visit_rows(gathered, {}, visit).ok());
  EXPECT_EQ(sum, 0.25 * 1 + 0.5 * 2);
}

TEST(VisitRows, SaysThatItWasCancelled) {
  const LongTable rows(100);
  Gathered gathered = rows.gathered();
  const std::atomic<bool> cancel = true;
  base::Control control;
  control.cancel = &cancel;
  const auto visited = visit_rows(gathered, control, [](const auto&, const auto&, const auto&) { return true; });
  ASSERT_FALSE(visited.ok());
  EXPECT_EQ(visited.error().code, base::ErrorCode::kInterrupted);
}

/// p explained by a and b.
struct Explained {
  SmallTable rows;
  Composition c;
  testing::FittedChoice choice;
  Eigen::VectorXd before;
  Eigen::VectorXd after;

  Explained() {
    request::Request request = testing::about_p(2);
    request.facts.features = {"a", "b"};
    c = testing::chosen(rows.input(), request);
    choice = testing::fitted(c);
    before = testing::least_squares({}, testing::beside({rows.p})).residuals;
    after = testing::least_squares(testing::beside({rows.a, rows.b}), testing::beside({rows.p})).residuals;
  }
};

TEST(SumRows, AreThoseOfALoopOverTheRows) {
  Explained scene;
  Residuals row;
  row.before = scene.before.row(5);
  row.after = scene.after.row(5);
  const RowSums sums = sum_rows(scene.c.gathered, scene.choice.model, &row, true, {}).value();
  double closer = 0;
  double far_before = 0;
  double far_after = 0;
  for (Eigen::Index i = 0; i < scene.before.size(); ++i) {
    closer += std::abs(scene.after[i]) < std::abs(scene.before[i]) ? 1 : 0;
    far_before += std::abs(scene.before[i]) >= std::abs(scene.before[5]) ? 1 : 0;
    far_after += std::abs(scene.after[i]) >= std::abs(scene.after[5]) ? 1 : 0;
  }
  EXPECT_EQ(sums.weight, 120);
  EXPECT_EQ(sums.helped[0], closer);
  EXPECT_EQ(sums.as_far_before[0], far_before);
  EXPECT_EQ(sums.as_far_after[0], far_after);
  const double told =
      testing::nats_told({}, testing::beside({scene.rows.a, scene.rows.b}), testing::beside({scene.rows.p}));
  EXPECT_NEAR(sums.surprise_removed_nats, 120 * told, 1e-9);
}

TEST(SumRows, RangesAreThoseOfTheTable) {
  Explained scene;
  const RowSums sums = sum_rows(scene.c.gathered, scene.choice.model, nullptr, true, {}).value();
  const int b = scene.c.gathered.moments->find("b");
  const double shift = scene.c.gathered.moments->columns[static_cast<std::size_t>(b)].shift;
  const Eigen::VectorXd cells = testing::beside({scene.rows.b});
  EXPECT_EQ(sums.low[b], cells.minCoeff() - shift);
  EXPECT_EQ(sums.high[b], cells.maxCoeff() - shift);
  EXPECT_EQ(sums.as_far_before[0], 0);  // no row was asked for
  EXPECT_EQ(sum_rows(scene.c.gathered, scene.choice.model, nullptr, false, {}).value().low.size(), 0);
}

TEST(ExplainRow, IsTakenApartByTheRegressionOfAllRows) {
  SmallTable rows;
  request::Request request = testing::about_p(2);
  request.facts.features = {"a", "town"};
  request.who.guess = {"c"};
  Composition c = testing::chosen(rows.input(), request);
  const auto [fit, model] = testing::fitted(c);
  const RowExplanation row = explain_row(c.gathered, c.setting, fit, model, c.solution.best.set, 7, {}).value().row;
  const Eigen::MatrixXd guess = testing::beside({rows.c});
  const Eigen::MatrixXd facts =
      testing::beside({rows.a, testing::where(rows.town, "Rome"), testing::where(rows.town, "Turku")});
  const Eigen::MatrixXd p = testing::beside({rows.p});
  Eigen::MatrixXd all(120, 4);
  all << guess, facts;
  const Eigen::VectorXd beta = testing::least_squares(all, p).coefficients.col(0).tail(3);
  const Eigen::MatrixXd news = testing::least_squares(guess, facts).residuals;
  EXPECT_EQ(row.prediction, std::vector<double>{rows.p[7]});
  EXPECT_NEAR(row.expected[0], rows.p[7] - testing::least_squares(guess, p).residuals(7, 0), 1e-10);
  ASSERT_EQ(row.contributions.size(), 2U);
  EXPECT_EQ(row.contributions[0].name, "a");
  EXPECT_EQ(row.contributions[0].value, rows.a[7]);
  EXPECT_NEAR(*row.contributions[0].expected, rows.a[7] - news(7, 0), 1e-10);
  EXPECT_NEAR(row.contributions[0].contribution[0], beta[0] * news(7, 0), 1e-10);
  EXPECT_EQ(row.contributions[1].level, rows.town[7]);
  EXPECT_FALSE(row.contributions[1].value.has_value());
  EXPECT_NEAR(row.contributions[1].contribution[0], beta[1] * news(7, 1) + beta[2] * news(7, 2), 1e-10);
  EXPECT_NEAR(row.remainder[0], testing::least_squares(all, p).residuals(7, 0), 1e-10);
  EXPECT_EQ(row.guesses, (std::vector<std::pair<std::string, double>>{{"c", rows.c[7]}}));
}

TEST(ExplainRow, IsCalledByItsId) {
  SmallTable rows;
  std::vector<std::string> names;
  for (int i = 0; i < 120; ++i) names.push_back("patient " + std::to_string(i));
  rows.table.add("who", names);
  request::Request request = testing::about_p();
  request.what.id = "who";
  Composition c = testing::chosen(rows.input(), request);
  const auto [fit, model] = testing::fitted(c);
  const auto parts = explain_row(c.gathered, c.setting, fit, model, c.solution.best.set, 31, {});
  EXPECT_EQ(parts.value().row.id, "patient 31");
  EXPECT_EQ(parts.value().row.index, 31);
}

TEST(ExplainRow, ARowThatIsNotThereIsRefused) {
  Explained scene;
  const auto& [fit, model] = scene.choice;
  const auto parts = explain_row(scene.c.gathered, scene.c.setting, fit, model, scene.c.solution.best.set, 120, {});
  ASSERT_FALSE(parts.ok());
  EXPECT_EQ(parts.error().code, base::ErrorCode::kBadOption);
  EXPECT_EQ(parts.error().subject.option, base::option("row", 120));
}

TEST(ExplainRow, ARowThatWasDroppedIsRefused) {
  const LongTable rows(1000);
  Composition c = testing::chosen({.table = data::Dataset::borrow(rows.table)}, rows.request);
  const auto [fit, model] = testing::fitted(c);
  const auto parts = explain_row(c.gathered, c.setting, fit, model, c.solution.best.set, 17, {});
  ASSERT_FALSE(parts.ok());
  EXPECT_EQ(parts.error().code, base::ErrorCode::kMissingCell);
  EXPECT_EQ(parts.error().subject, base::at_row("table", 17));
}

}  // namespace
}  // namespace explainee::explain::row_pass_test
