#include "explainee/moments/possible.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "explainee/base/errors/speech.h"
#include "explainee/base/random.h"
#include "explainee/base/sha256/sha256.h"
#include "explainee/data/memory_table.h"
#include "explainee/moments/accumulate/accumulate.h"
#include "explainee/moments/join_folds.h"
#include "explainee/moments/merge.h"
#include "explainee/moments/moments_file.h"

namespace explainee::moments::possible_test {
namespace {

std::string text_of(const base::Result<void>& result) {
  return result.ok() ? "" : base::text(result.error(), base::command_line());
}

using Column = std::function<double(base::Random&, int row)>;

/// Columns that are hard on rounding: offsets, scales, duplicates, constants, jumps, steps.
std::vector<Column> hard_columns() {
  return {
      [](auto& random, int) { return random.normal(); },
      [](auto& random, int) { return 1e9 + random.normal(); },
      [](auto& random, int) { return 1e9 + 1e-6 * random.normal(); },
      [](auto&, int) { return 0.1; },
      [](auto&, int) { return 1e15 / 3; },
      [](auto& random, int) { return 1e150 * random.normal(); },
      [](auto& random, int) { return 1e-140 * random.normal(); },
      [](auto& random, int) { return 1e-160 * random.normal(); },
      [](auto&, int row) { return row % 17 == 3 ? 1.0 : 0.0; },
      [](auto&, int row) { return row < 40 ? 0.0 : 1e8; },
      [](auto& random, int row) { return (row % 7 == 0 ? 1e7 : -3.0) + 1e-3 * random.normal(); },
      [](auto&, int row) { return static_cast<double>(row); },
      [](auto&, int row) { return 1e6 + row % 2; },
  };
}

/// Some of those columns, some twice, one a sum of two; a category; products of the first three; maybe weights.
Moments hard_moments(base::Random& random, int rows, int folds) {
  const std::vector<Column> kinds = hard_columns();
  const auto size = static_cast<std::size_t>(rows);
  std::vector<std::vector<double>> columns;
  for (int j = 0; j < 6; ++j) {
    const Column& kind = kinds[random.below(kinds.size())];
    std::vector<double>& column = columns.emplace_back(size);
    for (int i = 0; i < rows; ++i) column[static_cast<std::size_t>(i)] = kind(random, i);
  }
  columns.push_back(columns[random.below(6)]);
  std::vector<double>& sum = columns.emplace_back(columns[0]);
  for (std::size_t i = 0; i < size; ++i) sum[i] += 1e-5 * columns[1][i];
  data::MemoryTable table;
  for (std::size_t j = 0; j < columns.size(); ++j) table.add("x" + std::to_string(j), columns[j]);
  std::vector<double> weights(size);
  for (double& weight : weights) weight = std::exp(3 * random.normal());
  table.add("w", weights);
  std::vector<std::string> city(size);
  for (std::string& name : city) name = random.below(9) == 0 ? "Alta" : random.below(2) == 0 ? "Oslo" : "Rome";
  table.add("city", city);
  Plan plan;
  plan.numbers = {0, 1, 2, 3, 4, 5, 6, 7};
  plan.texts = {{9, {"Alta", "Bergen", "Oslo", "Rome"}}};
  const bool squares = random.below(2) == 0;  // of huge numbers they overflow
  if (squares) plan.products = {{0, 0}, {0, 1}, {1, 2}, {2, 2}};
  if (random.below(2) == 0) plan.weight = 8;
  plan.folds = folds;
  auto made = accumulate(table, plan, {});
  return made.ok() ? std::move(made).value() : Moments{};
}

TEST(Possible, MomentsOfRowsAre) {
  base::Random random(21);
  int seen = 0;
  for (int round = 0; round < 300; ++round) {
    const int rows = 2 + static_cast<int>(random.below(300));
    const int folds = 1 + static_cast<int>(random.below(20));
    Moments moments = hard_moments(random, rows, folds);
    if (moments.columns.empty()) continue;  // squares beyond all doubles
    ++seen;
    ASSERT_EQ(text_of(check_possible(moments, "t")), "") << round;
    EXPECT_EQ(contradiction_of_all(totals(moments).folds.front(), moments), "") << round;
    EXPECT_EQ(text_of(check_possible(with_rows_per_fold(moments, 10), "t")), "") << round;
    Moments shifted = moments;
    for (MomentColumn& column : shifted.columns) {
      if (column.kind == ColumnKind::kNumber) column.shift *= 1 + 1e-3;
    }
    if (!merge(moments, shifted, "again").ok()) continue;  // products at such a shift, too
    EXPECT_EQ(text_of(check_possible(moments, "t")), "") << round;
  }
  EXPECT_GT(seen, 150);
}

TEST(Possible, ManyColumnsOfFewRowsAre) {
  base::Random random(22);
  data::MemoryTable table;
  Plan plan;
  for (std::size_t j = 0; j < 60; ++j) {
    std::vector<double> column(30);
    for (double& value : column) value = 5 + random.normal();
    table.add("x" + std::to_string(j), column);
    plan.numbers.push_back(j);
  }
  plan.folds = 2;
  const Moments moments = accumulate(table, plan, {}).value();
  EXPECT_EQ(text_of(check_possible(moments, "t")), "");
}

/// Numbers a, b, c, a product and two levels.
Moments plain(int folds = 1) {
  base::Random random(23);
  data::MemoryTable table;
  for (const char* name : {"a", "b", "c"}) {
    std::vector<double> column(60);
    for (double& value : column) value = 3 + random.normal();
    table.add(name, column);
  }
  std::vector<std::string> city(60);
  for (std::string& name : city) name = random.below(2) == 0 ? "Oslo" : "Rome";
  table.add("city", city);
  Plan plan;
  plan.numbers = {0, 1, 2};
  plan.texts = {{3, {"Oslo", "Rome"}}};
  plan.products = {{0, 1}};
  plan.folds = folds;
  return accumulate(table, plan, {}).value();
}

TEST(Possible, WhatNoRowsHaveIsRefusedNamingFileColumnsAndRemedy) {
  struct Case {
    std::function<void(Fold&)> change;
    std::string says;
  };
  const auto root = [](const Fold& f, int i, int j) { return std::sqrt(f.scatter(i, i) * f.scatter(j, j)); };
  const std::vector<Case> cases = {
      {[&](Fold& f) { f.scatter(1, 0) = 1.001 * root(f, 0, 1); }, "'a' and 'b' is beyond both"},
      {[&](Fold& f) { f.scatter(2, 0) = -1.000001 * root(f, 0, 2); }, "'a' and 'c' is beyond both"},
      {[](Fold& f) { f.scatter(1, 1) = -1; }, "'b' is negative"},
      {[](Fold& f) { f.scatter(2, 2) = 0; }, "'c' is beyond both"},
      {[&](Fold& f) {
         f.scatter(1, 0) = 0.9 * root(f, 0, 1);
         f.scatter(2, 0) = 0.9 * root(f, 0, 2);
         f.scatter(2, 1) = -0.9 * root(f, 1, 2);
         f.mean[5] = (f.scatter(1, 0) / f.weight) + f.mean[0] * f.mean[1];
       },
       "'c' with other columns contradict"},
      {[](Fold& f) { f.mean[3] = 1.5; }, "'city=Oslo' has a mean and a variance"},
      {[](Fold& f) { f.scatter(4, 4) *= 1.1; }, "'city=Rome' has a mean and a variance"},
      {[](Fold& f) { f.mean[5] += 0.01; }, "is not that of a product of 'a' and 'b'"},
      {[](Fold& f) { f.rows = 0; }, "without rows"},
      {[](Fold& f) { f.rows = 0, f.weight = f.weight_squares = 0; }, "without rows"},
      {[](Fold& f) { f.weight = 0; }, "rows and weights"},
      {[](Fold& f) { f.weight = f.weight_squares = 61; }, "rows and weights"},
      {[](Fold& f) { f.weight_squares = 59; }, "rows and weights"},
      {[](Fold& f) { f.weight_squares = 3601; }, "rows and weights"},
  };
  for (const int folds : {1, 3}) {
    for (const Case& wrong : cases) {
      Moments moments = plain(folds);
      ASSERT_EQ(text_of(check_possible(moments, "t")), "");
      wrong.change(moments.folds.back());
      const auto read = deserialize(serialize(moments), "t.moments");
      ASSERT_FALSE(read.ok()) << wrong.says;
      EXPECT_EQ(read.error().code, base::ErrorCode::kDamagedMoments);
      const std::string said = base::text(read.error(), base::command_line());
      for (const std::string& part : {std::string("t.moments"), wrong.says, std::string("explainee moments")})
        EXPECT_NE(said.find(part), std::string::npos) << said;
    }
  }
}

TEST(Possible, AFoldWithoutRowsTellsNothing) {
  Moments moments = plain(3);
  moments.folds.push_back(empty_fold(6));
  EXPECT_EQ(text_of(check_possible(moments, "t")), "");
  EXPECT_TRUE(deserialize(serialize(moments), "t").ok());
}

TEST(Possible, AHeaderNestedTooDeepIsRefusedInWords) {
  constexpr std::uint64_t kDepth = 100000;
  std::string bytes(kMagic);
  const std::uint32_t version = 1;
  bytes.append(reinterpret_cast<const char*>(&version), sizeof(version));
  bytes.append(reinterpret_cast<const char*>(&kDepth), sizeof(kDepth));
  bytes.append(kDepth, '[');
  const auto hash = base::sha256(bytes);
  bytes.append(reinterpret_cast<const char*>(hash.data()), hash.size());
  const auto read = deserialize(bytes, "t.moments");
  ASSERT_FALSE(read.ok());
  const std::string said = base::text(read.error(), base::command_line());
  EXPECT_NE(said.find("nested more than 64 levels deep"), std::string::npos) << said;
}

}  // namespace
}  // namespace explainee::moments::possible_test
