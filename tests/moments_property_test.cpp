// tests/moments_property_test.cpp: what must hold of moments whatever the rows: no cancellation, merging, files,
// digits.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "explainee/base/errors/speech.h"
#include "explainee/base/random.h"
#include "explainee/moments/accumulate/accumulate.h"
#include "explainee/moments/levels.h"
#include "explainee/moments/merge.h"
#include "explainee/moments/moments_file.h"
#include "testing/people.h"
#include "testing/test_scale.h"

namespace explainee {
namespace {

using moments::Fold;
using moments::Moments;
using moments::Plan;

/// Everything of a table: numbers, levels, squares and products of the first two numbers.
Plan plan_of(data::MemoryTable& table) {
  Plan plan;
  std::vector<std::size_t> texts;
  for (std::size_t i = 0; i < table.columns().size(); ++i) {
    if (table.columns()[i].name == "w") {
      plan.weight = i;
    } else if (table.columns()[i].type == data::ColumnType::kNumber) {
      plan.numbers.push_back(i);
    } else {
      texts.push_back(i);
    }
  }
  const auto scan = moments::scan_levels(table, texts, {});
  EXPECT_TRUE(scan.ok());
  for (std::size_t k = 0; k < texts.size(); ++k) plan.texts.push_back({texts[k], scan.value().columns[k].levels});
  plan.products = {{0, 0}, {0, 1}, {1, 1}};
  return plan;
}

Moments moments_of(data::MemoryTable& table, const Plan& plan, int threads = 1) {
  base::Control control;
  control.threads = threads;
  auto result = moments::accumulate(table, plan, control);
  EXPECT_TRUE(result.ok()) << (result.ok() ? "" : base::text(result.error(), base::command_line()));
  return result.ok() ? std::move(result).value() : Moments{};
}

/// Some rows of a table with numbers far from 0, a category and perhaps weights.
struct Rows {
  std::vector<std::pair<std::string, Numbers>> numbers;
  std::vector<std::string> city;

  [[nodiscard]] std::size_t size() const { return city.size(); }
  [[nodiscard]] data::MemoryTable table(std::size_t first, std::size_t last, std::size_t batch_rows = 65536) const {
    data::MemoryTable result(batch_rows);
    for (const auto& [name, values] : numbers) {
      result.add(name, Numbers(values.begin() + static_cast<std::ptrdiff_t>(first),
                               values.begin() + static_cast<std::ptrdiff_t>(last)));
    }
    result.add("city", std::vector<std::string>(city.begin() + static_cast<std::ptrdiff_t>(first),
                                                city.begin() + static_cast<std::ptrdiff_t>(last)));
    return result;
  }
  [[nodiscard]] data::MemoryTable table(std::size_t batch_rows = 65536) const { return table(0, size(), batch_rows); }
};

Rows make_rows(int count, bool weighted, std::uint64_t seed = 1) {
  const Numbers a = normals(count, seed);
  const Numbers b = normals(count, seed + 1);
  const Numbers noise = normals(count, seed + 2);
  const auto rows = static_cast<std::size_t>(count);
  Rows result;
  result.numbers = {{"a", each(rows, [&](std::size_t i) { return 1e6 + a[i]; })},
                    {"b", each(rows, [&](std::size_t i) { return 1e-3 * b[i]; })},
                    {"c", each(rows, [&](std::size_t i) { return a[i] + 50 * noise[i]; })},
                    {"p", each(rows, [&](std::size_t i) { return 2 * a[i] - b[i] + a[i] * a[i] + noise[i]; })}};
  if (weighted) result.numbers.emplace_back("w", each(rows, [&](std::size_t i) { return static_cast<double>(i % 4); }));
  // Late levels are missing in early parts.
  for (std::size_t i = 0; i < rows; ++i)
    result.city.emplace_back(i > rows / 2 && i % 5 == 0 ? "Aa" : b[i] > 0 ? "Bergen" : "Vardo");
  return result;
}

/// Equal to `relative` of the columns' own sizes.
void expect_same(const Fold& x, const Fold& y, double relative) {
  EXPECT_EQ(x.rows, y.rows);
  EXPECT_NEAR(x.weight, y.weight, relative * y.weight);
  EXPECT_NEAR(x.weight_squares, y.weight_squares, relative * y.weight_squares);
  ASSERT_EQ(x.mean.size(), y.mean.size());
  for (Eigen::Index i = 0; i < y.mean.size(); ++i) {
    const double deviation = std::sqrt(y.scatter(i, i) / y.weight);
    EXPECT_NEAR(x.mean[i], y.mean[i], relative * (deviation + std::abs(y.mean[i]))) << "mean " << i;
    for (Eigen::Index j = 0; j <= i; ++j) {
      EXPECT_NEAR(x.scatter(i, j), y.scatter(i, j), relative * std::sqrt(y.scatter(i, i) * y.scatter(j, j)))
          << "scatter " << i << ", " << j;
    }
  }
}

long double correlation(const Numbers& x, const Numbers& y) {
  const auto rows = static_cast<long double>(x.size());
  const auto mean = [&](const Numbers& v) { return std::accumulate(v.begin(), v.end(), 0.0L) / rows; };
  const long double mx = mean(x);
  const long double my = mean(y);
  long double xy = 0;
  long double xx = 0;
  long double yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xy += (x[i] - mx) * (y[i] - my);
    xx += (x[i] - mx) * (x[i] - mx);
    yy += (y[i] - my) * (y[i] - my);
  }
  return xy / std::sqrt(xx * yy);
}

TEST(Moments, OffsetOfABillionKeepsSixDigitsOfEveryCorrelation) {
  constexpr int kRows = 20000;
  std::vector<std::pair<std::string, Numbers>> near;
  std::vector<std::pair<std::string, Numbers>> far;
  const Numbers common = normals(kRows, 1);
  for (std::size_t k = 0; k < 4; ++k) {
    const Numbers own = normals(kRows, 2 + k);
    near.emplace_back("x" + std::to_string(k),
                      each(kRows, [&](std::size_t i) { return (common[i] + own[i]) / std::sqrt(2.0); }));
    far.emplace_back(near.back().first, each(kRows, [&](std::size_t i) { return 1e9 + near[k].second[i]; }));
  }
  data::MemoryTable table = make_table(far);
  Plan plan;
  plan.numbers = {0, 1, 2, 3};
  const Eigen::MatrixXd sigma = moments::covariance(moments::sum_folds(moments_of(table, plan).folds));
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const auto row = static_cast<Eigen::Index>(i);
      const auto column = static_cast<Eigen::Index>(j);
      const double found = sigma(row, column) / std::sqrt(sigma(row, row) * sigma(column, column));
      EXPECT_NEAR(found, static_cast<double>(correlation(near[i].second, near[j].second)), 1e-6);
      EXPECT_NEAR(found, static_cast<double>(correlation(far[i].second, far[j].second)), 1e-12);
    }
  }
}

TEST(Moments, WeightsAreRepeatedRows) {
  const Rows rows = make_rows(500, true);
  Rows repeated;
  for (const auto& [name, values] : rows.numbers) {
    if (name != "w") repeated.numbers.emplace_back(name, Numbers{});
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t copy = 0; copy < i % 4; ++copy) {
      for (std::size_t k = 0; k < repeated.numbers.size(); ++k)
        repeated.numbers[k].second.push_back(rows.numbers[k].second[i]);
      repeated.city.push_back(rows.city[i]);
    }
  }
  data::MemoryTable first = rows.table();
  data::MemoryTable second = repeated.table();
  Moments weighted = moments_of(first, plan_of(first));
  Moments whole = moments_of(second, plan_of(second));
  // Products are about the mean of the first rows, which differs: merging into no rows brings them to one shift.
  Moments same = whole;
  for (Fold& fold : same.folds) fold = moments::empty_fold(static_cast<int>(fold.mean.size()));
  same.weighted = true;
  same.weight_column = "w";
  ASSERT_TRUE(moments::merge(same, weighted, "weighted").ok());
  Fold found = moments::sum_folds(same.folds);
  Fold expected = moments::sum_folds(whole.folds);
  found.rows = expected.rows;
  found.weight_squares = expected.weight_squares;
  expect_same(found, expected, 1e-9);
}

TEST(Moments, AnySplitMergedIsTheWhole) {
  for (int trial = 0; trial < std::max(3, scaled(30)); ++trial) {
    SCOPED_TRACE("trial " + std::to_string(trial));
    base::Random random(static_cast<std::uint64_t>(trial), 5);
    const Rows rows = make_rows(997, trial % 2 == 1, static_cast<std::uint64_t>(trial) + 100);
    std::vector<std::size_t> cuts = {0, rows.size()};
    for (std::uint64_t k = random.below(6); k > 0; --k) cuts.push_back(1 + random.below(rows.size() - 1));
    std::sort(cuts.begin(), cuts.end());
    data::MemoryTable table = rows.table();
    const Moments whole = moments_of(table, plan_of(table));
    std::optional<Moments> sum;
    for (std::size_t k = 0; k + 1 < cuts.size(); ++k) {
      if (cuts[k] == cuts[k + 1]) continue;
      data::MemoryTable part = rows.table(cuts[k], cuts[k + 1]);
      Plan plan = plan_of(part);
      plan.first_row = static_cast<std::int64_t>(cuts[k]);
      const Moments moments = moments_of(part, plan);
      if (!sum) {
        sum = moments;
      } else {
        const auto merged = moments::merge(*sum, moments, "part");
        ASSERT_TRUE(merged.ok()) << base::text(merged.error(), base::command_line());
      }
    }
    ASSERT_EQ(sum->columns.size(), whole.columns.size());
    // The shift of the whole is that of its first rows: bring it to the shift of the first part.
    Moments expected = *sum;
    for (Fold& fold : expected.folds) fold = moments::empty_fold(static_cast<int>(fold.mean.size()));
    ASSERT_TRUE(moments::merge(expected, whole, "whole").ok());
    for (std::size_t i = 0; i < whole.columns.size(); ++i) EXPECT_EQ(sum->columns[i].name, expected.columns[i].name);
    ASSERT_EQ(sum->folds.size(), expected.folds.size());
    for (std::size_t f = 0; f < expected.folds.size(); ++f) expect_same(sum->folds[f], expected.folds[f], 1e-12);
  }
}

TEST(MomentsFile, RoundTripIsBitExact) {
  data::MemoryTable table = make_rows(300, true).table();
  const Moments moments = moments_of(table, plan_of(table));
  const std::string bytes = moments::serialize(moments);
  const auto read = moments::deserialize(bytes, "test");
  ASSERT_TRUE(read.ok()) << base::text(read.error(), base::command_line());
  EXPECT_EQ(moments::serialize(read.value()), bytes);
  EXPECT_EQ(read.value().columns, moments.columns);
  ASSERT_EQ(read.value().folds.size(), moments.folds.size());
  for (std::size_t f = 0; f < moments.folds.size(); ++f) {
    const Fold& x = read.value().folds[f];
    const Fold& y = moments.folds[f];
    EXPECT_EQ(x.rows, y.rows);
    EXPECT_EQ(x.weight, y.weight);
    EXPECT_EQ(x.weight_squares, y.weight_squares);
    EXPECT_TRUE((x.mean.array() == y.mean.array()).all());
    const Eigen::MatrixXd lower_x = x.scatter.triangularView<Eigen::Lower>();
    const Eigen::MatrixXd lower_y = y.scatter.triangularView<Eigen::Lower>();
    EXPECT_TRUE((lower_x.array() == lower_y.array()).all());
  }
  EXPECT_EQ(moments::fingerprint(read.value()), moments::fingerprint(moments));
}

TEST(MomentsFile, EveryFlippedByteIsRejected) {
  data::MemoryTable table = make_rows(100, false).table();
  const std::string bytes = moments::serialize(moments_of(table, plan_of(table)));
  base::Random random(3);
  for (int trial = 0; trial < 400; ++trial) {
    // The header byte by byte, then anywhere.
    const std::size_t at = trial < 200 ? static_cast<std::size_t>(trial) : random.below(bytes.size());
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ static_cast<char>(1U << random.below(8)));
    const auto read = moments::deserialize(damaged, "test");
    ASSERT_FALSE(read.ok()) << "byte " << at << " of " << bytes.size();
    EXPECT_EQ(read.error().code, base::ErrorCode::kDamagedMoments) << "byte " << at;
  }
}

TEST(MomentsFile, EveryTruncationIsRejected) {
  data::MemoryTable table = make_rows(100, false).table();
  const std::string bytes = moments::serialize(moments_of(table, plan_of(table)));
  const std::size_t step = std::max<std::size_t>(1, bytes.size() / 500);
  for (std::size_t size = 0; size < bytes.size(); size += size < 200 || size + 200 > bytes.size() ? 1 : step) {
    const auto read = moments::deserialize(std::string_view(bytes).substr(0, size), "test");
    ASSERT_FALSE(read.ok()) << "first " << size << " of " << bytes.size() << " bytes";
    EXPECT_EQ(read.error().code, base::ErrorCode::kDamagedMoments);
  }
  EXPECT_FALSE(moments::deserialize(bytes + '\0', "test").ok());
}

TEST(Digits, DoNotDependOnThreadsOrBatches) {
  const Rows rows = make_rows(20001, true);
  std::string expected;
  for (const std::size_t batch : {65536U, 1U, 7U, 4096U, 100000U}) {
    for (const int threads : {1, 2, 3}) {
      data::MemoryTable table = rows.table(batch);
      const std::string bytes = moments::serialize(moments_of(table, plan_of(table), threads));
      if (expected.empty()) expected = bytes;
      EXPECT_TRUE(bytes == expected) << threads << " threads, batches of " << batch;
    }
  }
}

TEST(Digits, OfTheWholeAnswerDoNotDependOnThreadsOrBatches) {
  const Rows rows = make_rows(5000, true);
  request::Request request = about_p(2);
  request.how.weight = "w";
  request.who.knows = {"a"};
  request.rows.row = 17;
  std::optional<explain::Explanation> expected;
  for (const std::size_t batch : {65536U, 1U, 7U, 4096U}) {
    for (const int threads : {1, 2, 3}) {
      SCOPED_TRACE(std::to_string(threads) + " threads, batches of " + std::to_string(batch));
      data::MemoryTable table = rows.table(batch);
      request.how.threads = threads;
      base::Control control;
      control.threads = threads;
      const auto result = explain::explain({.table = data::Dataset::borrow(table)}, request, control);
      ASSERT_TRUE(result.ok()) << base::text(result.error(), base::command_line());
      const explain::Explanation& answer = result.value();
      if (!expected) expected = answer;
      EXPECT_EQ(facts_of(answer), facts_of(*expected));
      EXPECT_EQ(answer.information.nats, expected->information.nats);
      EXPECT_EQ(answer.information.honest_nats, expected->information.honest_nats);
      ASSERT_EQ(answer.information.interval_nats.has_value(), expected->information.interval_nats.has_value());
      if (answer.information.interval_nats) {
        EXPECT_EQ(answer.information.interval_nats->low, expected->information.interval_nats->low);
        EXPECT_EQ(answer.information.interval_nats->high, expected->information.interval_nats->high);
      }
      EXPECT_EQ(answer.information.stability, expected->information.stability);
      EXPECT_EQ(answer.claim.bound_nats, expected->claim.bound_nats);
      EXPECT_EQ(answer.claim.nodes, expected->claim.nodes);
      EXPECT_EQ(answer.intercept, expected->intercept);
      EXPECT_EQ(answer.uncertainty.helped, expected->uncertainty.helped);
      EXPECT_EQ(answer.row->remainder, expected->row->remainder);
      EXPECT_EQ(answer.row->surprise_removed_nats, expected->row->surprise_removed_nats);
      EXPECT_EQ(answer.data_sha256, expected->data_sha256);
    }
  }
}

TEST(QuadraticKnowing, GivesTheSameBitsFarFromZero) {
  constexpr std::size_t kRows = 400;
  const Numbers a = normals(kRows, 1);
  const Numbers b = normals(kRows, 2);
  const Numbers noise = normals(kRows, 3);
  const Numbers p = each(kRows, [&](std::size_t i) { return a[i] + a[i] * a[i] - a[i] * b[i] + noise[i]; });
  const Numbers c = each(kRows, [&](std::size_t i) { return noise[i] + b[i] * b[i]; });
  std::vector<double> nats;
  for (const double offset : {0.0, 1e6}) {
    data::MemoryTable table = make_table({{"a", each(kRows, [&](std::size_t i) { return a[i] + offset; })},
                                          {"b", each(kRows, [&](std::size_t i) { return b[i] - offset; })},
                                          {"c", c},
                                          {"d", normals(kRows, 4)},
                                          {"p", p}});
    request::Request request = about_p(1);
    request.who.knows = {"a", "b"};
    const explain::Explanation answer = explained(table, request);
    EXPECT_TRUE(answer.quadratic_knowing);
    EXPECT_EQ(facts_of(answer), std::vector<std::string>{"c"});
    nats.push_back(answer.information.nats);
  }
  EXPECT_NEAR(nats[0], nats[1], 1e-6);
}

}  // namespace
}  // namespace explainee
