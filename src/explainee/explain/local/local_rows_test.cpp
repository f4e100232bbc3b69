#include "explainee/explain/local/local_rows.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <set>

#include "explainee/explain/testing/composed.h"
#include "explainee/explain/testing/naive_moments.h"
#include "explainee/explain/testing/small_table.h"
#include "explainee/explain/testing/written_rows.h"

namespace explainee::explain::local_rows_test {
namespace {

using Names = std::vector<std::string>;
using testing::WrittenRows;

enum Place { kRow, kPrediction, kExpected, kFeatures, kContributions, kRemainder, kSurprise, kBits, kMarks };

/// p is made of a where z < 0, else of b; rows are alike in all three.
struct Scene {
  Eigen::MatrixXd cells = testing::normal_cells(240, 4, 21);
  data::MemoryTable table;
  std::shared_ptr<const LocalRows> local;

  Scene() {
    for (Eigen::Index i = 0; i < cells.rows(); ++i)
      cells(i, 3) = 20 + 3 * cells(i, cells(i, 2) < 0 ? 0 : 1) + 0.3 * cells(i, 3);
    const Names names = {"a", "b", "z", "p"};
    for (Eigen::Index j = 0; j < 4; ++j) {
      const Eigen::VectorXd column = cells.col(j);
      table.add(names[static_cast<std::size_t>(j)], std::vector<double>(column.begin(), column.end()));
    }
    request::Request request = testing::about_p(1);
    request.rows.local = true;
    request.rows.metric = request::Metric::kAll;
    request.how.keep = true;
    Composition c = testing::chosen({.table = data::Dataset::borrow(table)}, request);
    local = read_local_rows(c, c.answer.sparsity).value();
  }

  [[nodiscard]] WrittenRows explained(const LocalRows& rows, int threads = 1) const {
    WrittenRows written;
    base::Control control;
    control.threads = threads;
    EXPECT_TRUE(explain_rows_locally(rows, written, control).ok());
    return written;
  }
};

/// The best single fact for p by weighted least squares, and how row `at` is taken apart by it.
struct NaiveFact {
  int fact = 0;
  double expected = 0;
  double contribution = 0;
  double nats = 0;

  NaiveFact(const Eigen::MatrixXd& cells, Eigen::Index at, const Eigen::VectorXd& weights) {
    const Eigen::VectorXd mean = cells.transpose() * weights / weights.sum();
    const Eigen::MatrixXd apart = cells.rowwise() - mean.transpose();
    const Eigen::MatrixXd scatter = apart.transpose() * weights.asDiagonal() * apart;
    expected = mean[3];
    for (int j = 0; j < 3; ++j) {
      const double left = scatter(3, 3) - scatter(j, 3) * scatter(j, 3) / scatter(j, j);
      const double told = 0.5 * std::log(scatter(3, 3) / left);
      if (told <= nats) continue;
      nats = told;
      fact = j;
      contribution = scatter(j, 3) / scatter(j, j) * apart(at, j);
    }
  }
};

TEST(LocalRowsWritten, EveryRowHasTheBestFactOfItsNeighbours) {
  const Scene scene;
  const WrittenRows written = scene.explained(*scene.local);
  const Names names = {"a", "b", "z"};
  NeighbourFinder finder(scene.local->metric, scene.local->weights);
  std::set<std::string> told;
  for (Eigen::Index i = 0; i < 240; i += 3) {
    const auto row = static_cast<std::size_t>(i);
    const Neighbourhood near = *finder.find(row, scene.local->wanted);
    Eigen::VectorXd weights = Eigen::VectorXd::Zero(240);
    for (std::size_t k = 0; k < near.rows.size(); ++k) weights[near.rows[k]] = near.weights[k];
    const NaiveFact naive(scene.cells, i, weights);
    ASSERT_EQ(written.ends[kFeatures][row], row + 1);  // one fact a row
    EXPECT_EQ(written.texts[kFeatures][row], names[static_cast<std::size_t>(naive.fact)]);
    EXPECT_NEAR(written.numbers[kExpected][row], naive.expected, 1e-10);
    EXPECT_NEAR(written.numbers[kContributions][row], naive.contribution, 1e-10);
    EXPECT_NEAR(written.numbers[kBits][row], naive.nats / std::log(2.0), 1e-10);
    EXPECT_EQ(written.texts[kMarks][row], "");
    told.insert(written.texts[kFeatures][row]);
  }
  EXPECT_TRUE(told.contains("a") && told.contains("b"));
}

TEST(LocalRowsWritten, AddUp) {
  const Scene scene;
  const WrittenRows written = scene.explained(*scene.local);
  for (std::size_t i = 0; i < 240; ++i) {
    EXPECT_EQ(written.numbers[kRow][i], static_cast<double>(i));
    EXPECT_EQ(written.numbers[kPrediction][i], scene.cells(static_cast<Eigen::Index>(i), 3));
    EXPECT_NEAR(written.numbers[kPrediction][i],
                written.numbers[kExpected][i] + written.numbers[kContributions][i] + written.numbers[kRemainder][i],
                1e-11);
    EXPECT_TRUE(std::isfinite(written.numbers[kSurprise][i]));
  }
}

TEST(LocalRowsWritten, DigitsDoNotDependOnTheThreads) {
  const Scene scene;
  const WrittenRows one = scene.explained(*scene.local, 1);
  const WrittenRows three = scene.explained(*scene.local, 3);
  EXPECT_EQ(one.numbers, three.numbers);
  EXPECT_EQ(one.texts, three.texts);
}

TEST(LocalRowsWritten, WithFewRowsLikeItARowHasTheFactsOfAll) {
  const Scene scene;
  LocalRows thin = *scene.local;
  thin.wanted = 241;
  const WrittenRows written = scene.explained(thin);
  for (Eigen::Index i = 0; i < 240; i += 17) {
    const NaiveFact naive(scene.cells, i, Eigen::VectorXd::Ones(240));
    const auto row = static_cast<std::size_t>(i);
    EXPECT_EQ(written.texts[kMarks][row], "thin");
    EXPECT_EQ(written.texts[kFeatures][row], naive.fact == 0 ? "a" : "b");
    EXPECT_NEAR(written.numbers[kContributions][row], naive.contribution, 1e-10);
  }
}

TEST(LocalRowsWritten, RowsOfABlockAreNoWitnessesOfTheirOwn) {
  constexpr Eigen::Index kRows = 240;
  const Eigen::MatrixXd of_blocks = testing::normal_cells(24, 2, 5);
  const Eigen::MatrixXd noise = testing::normal_cells(kRows, 2, 6);
  std::vector<double> a;
  std::vector<double> p;
  std::vector<double> z;
  std::vector<std::string> block;
  for (Eigen::Index i = 0; i < kRows; ++i) {
    a.push_back(of_blocks(i % 24, 0));
    p.push_back(of_blocks(i % 24, 1) + 0.1 * noise(i, 0));
    z.push_back(noise(i, 1));
    block.push_back("b" + std::to_string(i % 24));
  }
  data::MemoryTable table;
  table.add("a", a);
  table.add("z", z);
  table.add("p", p);
  table.add("block", block);
  request::Request request = testing::about_p(1);
  request.facts.features = {"a", "z"};
  request.rows.local = true;
  request.rows.metric = request::Metric::kAll;
  request.how.keep = true;
  request.how.block = "block";
  Composition c = testing::chosen({.table = data::Dataset::borrow(table)}, request);
  LocalRows rows = *read_local_rows(c, 1).value();
  ASSERT_EQ(rows.blocks.size(), static_cast<std::size_t>(kRows));
  EXPECT_EQ(rows.blocks[25], 1);
  rows.decide = true;
  const auto told = [&] {
    WrittenRows written;
    EXPECT_TRUE(explain_rows_locally(rows, written, {}).ok());
    return written.texts[kFeatures].size();
  };
  const std::size_t together = told();
  rows.blocks.clear();
  EXPECT_LT(together, 24U);
  EXPECT_GT(told(), 96U);
}

TEST(LocalRowsWritten, ColumnsCarryTheNamesOfSeveralPredictions) {
  LocalRows rows;
  rows.predictions = {"p"};
  Names names;
  for (const data::Column& column : local_row_columns(rows)) names.push_back(column.name);
  EXPECT_EQ(names, (Names{"row", "prediction", "expected", "features", "contributions", "remainder",
                          "surprise_removed_bits", "bits", "marks"}));
  rows.predictions = {"p", "q"};
  names.clear();
  for (const data::Column& column : local_row_columns(rows)) {
    if (column.list) names.push_back(column.name);
  }
  EXPECT_EQ(names, (Names{"features", "contributions.p", "contributions.q"}));
  EXPECT_EQ(local_row_columns(rows).size(), 13U);
}

TEST(LocalRowsWritten, AFullDiskAndACancelAreToldOf) {
  const Scene scene;
  WrittenRows full;
  full.broken = true;
  const auto unwritten = explain_rows_locally(*scene.local, full, {});
  ASSERT_FALSE(unwritten.ok());
  EXPECT_EQ(unwritten.error().code, base::ErrorCode::kUnwritableOutput);
  const std::atomic<bool> cancel = true;
  base::Control control;
  control.cancel = &cancel;
  WrittenRows none;
  const auto stopped = explain_rows_locally(*scene.local, none, control);
  ASSERT_FALSE(stopped.ok());
  EXPECT_EQ(stopped.error().code, base::ErrorCode::kInterrupted);
  EXPECT_TRUE(none.numbers.empty());
}

}  // namespace
}  // namespace explainee::explain::local_rows_test
