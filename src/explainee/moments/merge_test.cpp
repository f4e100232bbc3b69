#include "explainee/moments/merge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <optional>

#include "explainee/base/errors/speech.h"
#include "explainee/base/random.h"
#include "explainee/base/sha256/sha256.h"
#include "explainee/data/memory_table.h"
#include "explainee/moments/accumulate/accumulate.h"
#include "explainee/moments/extend.h"
#include "explainee/moments/moments_file.h"

namespace explainee::moments {
namespace {

struct Rows {
  std::vector<double> a;
  std::vector<double> b;
  std::vector<std::string> city;
};

Rows make_rows() {
  base::Random random(4);
  Rows rows;
  for (int i = 0; i < 300; ++i) {
    rows.a.push_back(1e6 + random.normal());
    rows.b.push_back(random.normal() + 0.3 * (rows.a.back() - 1e6));
    rows.city.emplace_back(i < 100 ? "Rome" : (i % 2 == 0 ? "Oslo" : "Rome"));  // Oslo occurs late only
  }
  return rows;
}

Moments part_of(const Rows& rows, std::size_t from, std::size_t to, std::vector<std::string> levels, int folds = 20) {
  data::MemoryTable table;
  const auto cut = [&](const auto& list) {
    return std::decay_t<decltype(list)>(list.begin() + static_cast<long>(from), list.begin() + static_cast<long>(to));
  };
  table.add("a", cut(rows.a));
  table.add("b", cut(rows.b));
  table.add("city", cut(rows.city));
  Plan plan;
  plan.numbers = {0, 1};
  plan.texts = {{2, std::move(levels)}};
  plan.products = {{0, 0}, {0, 1}, {1, 1}};
  plan.first_row = static_cast<std::int64_t>(from);
  plan.folds = folds;
  return accumulate(table, plan, {}).value();
}

void expect_near(const Fold& x, const Fold& y) {
  EXPECT_EQ(x.rows, y.rows);
  for (Eigen::Index i = 0; i < x.mean.size(); ++i) {
    EXPECT_NEAR(x.mean[i], y.mean[i], 1e-11);
    for (Eigen::Index j = 0; j <= i; ++j) {
      const double scale = std::sqrt(y.scatter(i, i) * y.scatter(j, j)) + 1e-300;
      EXPECT_NEAR(x.scatter(i, j), y.scatter(i, j), 1e-12 * scale) << i << ' ' << j;
    }
  }
}

TEST(Merge, PartsGiveTheWholeFoldByFold) {
  const Rows rows = make_rows();
  const Moments whole = part_of(rows, 0, 300, {"Oslo", "Rome"});
  Moments merged = part_of(rows, 0, 100, {"Rome"});
  ASSERT_TRUE(merge(merged, part_of(rows, 100, 300, {"Oslo", "Rome"}), "second").ok());
  ASSERT_EQ(merged.columns.size(), whole.columns.size());
  // The whole has another shift; a merge with an empty part brings both to one.
  Moments moved = part_of(rows, 0, 100, {"Rome"});
  for (Fold& fold : moved.folds) fold = empty_fold(static_cast<int>(moved.columns.size()));
  ASSERT_TRUE(merge(moved, whole, "whole").ok());
  for (std::size_t f = 0; f < whole.folds.size(); ++f) expect_near(merged.folds[f], moved.folds[f]);
}

/// Parts of 20, 4 and 10 folds have 2 in common, whichever come first.
TEST(Merge, OfMoreAndFewerFoldsIsTheSameInAnyOrder) {
  const Rows rows = make_rows();
  const std::vector<Moments> parts = {part_of(rows, 0, 100, {"Rome"}), part_of(rows, 100, 180, {"Oslo", "Rome"}, 4),
                                      part_of(rows, 180, 300, {"Oslo", "Rome"}, 10)};
  std::vector<std::size_t> order = {0, 1, 2};
  Moments start = parts[0];  // brings all to one shift
  for (Fold& fold : start.folds) fold = empty_fold(static_cast<int>(start.columns.size()));
  std::optional<Moments> first;
  do {
    Moments sum = start;
    for (const std::size_t k : order) ASSERT_TRUE(merge(sum, parts[k], "part").ok());
    ASSERT_EQ(sum.folds.size(), 2U);
    EXPECT_EQ(sum.rows(), 300);
    if (!first) first = sum;
    for (std::size_t f = 0; f < 2; ++f) expect_near(sum.folds[f], first->folds[f]);
  } while (std::next_permutation(order.begin(), order.end()));
  Moments nested = parts[1];
  ASSERT_TRUE(merge(nested, parts[2], "part").ok());
  Moments sum = start;
  ASSERT_TRUE(merge(sum, nested, "part").ok());
  ASSERT_TRUE(merge(sum, parts[0], "part").ok());
  for (std::size_t f = 0; f < 2; ++f) expect_near(sum.folds[f], first->folds[f]);
}

TEST(Merge, RefusesWhatDoesNotFit) {
  const Rows rows = make_rows();
  Moments one = part_of(rows, 0, 100, {"Rome"});
  Moments other = part_of(rows, 100, 300, {"Oslo", "Rome"});
  other.seed = 5;
  EXPECT_EQ(merge(one, other, "p").error().code, base::ErrorCode::kIncompatibleMoments);
  other.seed = one.seed;
  other.columns.back().name = "c*c";
  EXPECT_NE(base::text(merge(one, other, "p").error().message, base::command_line()).find("lacks the column 'b*b'"),
            std::string::npos);
}

TEST(MomentsFile, RoundTripIsExactAndDamageIsSeen) {
  const Moments moments = part_of(make_rows(), 0, 300, {"Oslo", "Rome"});
  const std::string bytes = serialize(moments);
  const Moments again = deserialize(bytes, "f").value();
  EXPECT_EQ(serialize(again), bytes);
  EXPECT_EQ(fingerprint(again), fingerprint(moments));
  EXPECT_EQ(fingerprint(moments), base::sha256_hex(bytes));
  const std::atomic<bool> stop = true;
  base::Control control;
  control.cancel = &stop;
  EXPECT_EQ(deserialize(bytes, "f", control).error().code, base::ErrorCode::kInterrupted);
  EXPECT_EQ(fingerprint(moments, control).error().code, base::ErrorCode::kInterrupted);
  for (std::size_t at = 0; at < bytes.size(); at += 97) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    EXPECT_FALSE(deserialize(damaged, "f").ok()) << at;
    EXPECT_FALSE(deserialize(std::string_view(bytes).substr(0, at), "f").ok()) << at;
  }
  EXPECT_NE(base::text(deserialize("hello", "f").error().message, base::command_line()).find("not a moments file"),
            std::string::npos);
}

TEST(Extend, AnAffineColumnIsAsIfItHadBeenInTheTable) {
  base::Random random(9);
  data::MemoryTable table;
  std::vector<double> a(200);
  std::vector<double> b(200);
  std::vector<double> u(200);
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = 50 + random.normal();
    b[i] = random.normal();
    u[i] = 3 + 2 * a[i] - b[i];
  }
  table.add("a", a);
  table.add("b", b);
  table.add("u", u);
  Plan both;
  both.numbers = {0, 1, 2};
  const Fold direct = sum_folds(accumulate(table, both, {}).value().folds);
  Plan two;
  two.numbers = {0, 1};
  Moments extended = accumulate(table, two, {}).value();
  append_affine_column(extended, "u", Eigen::Vector2d(2, -1), 3);
  const Fold derived = sum_folds(extended.folds);
  EXPECT_NEAR(derived.mean[2] + extended.columns[2].shift,
              3 + 2 * (direct.mean[0] + extended.columns[0].shift) - (direct.mean[1] + extended.columns[1].shift),
              1e-10);
  for (Eigen::Index i = 0; i < 3; ++i) EXPECT_NEAR(derived.scatter(2, i), direct.scatter(2, i), 1e-9);
}

}  // namespace
}  // namespace explainee::moments
