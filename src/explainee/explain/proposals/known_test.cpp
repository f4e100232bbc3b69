#include "explainee/explain/proposals/known.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

#include "explainee/base/random.h"
#include "explainee/explain/testing/small_table.h"
#include "explainee/information/testing/measured_rows.h"

namespace explainee::explain::known_test {
namespace {

using Names = std::vector<std::string>;

/// Columns by name, each of them a candidate.
struct Rows {
  std::vector<std::string> names;
  std::vector<std::vector<double>> columns;

  void add(const std::string& name, std::vector<double> values) {
    names.push_back(name);
    columns.push_back(std::move(values));
  }
  [[nodiscard]] int find(const std::string& name) const {
    return static_cast<int>(std::find(names.begin(), names.end(), name) - names.begin());
  }
  [[nodiscard]] Candidate fact(const std::string& name, const Names& of) const {
    Candidate made;
    made.description.name = name;
    for (const std::string& column : of) made.columns.push_back(find(column));
    return made;
  }
  /// She has these columns, with this variance taken out of the first of them.
  [[nodiscard]] KnownSplit split(const Names& known, const std::vector<Candidate>& facts, double noise = 0) const {
    const Eigen::MatrixXd values = testing::beside(columns);
    information::MeasuredRows rows(values, {}, 1);
    person::Summary summary;
    for (const std::string& name : known)
      summary.columns.push_back(
          {name, name, person::Way::kKnows, {name}, Eigen::VectorXd::Unit(values.cols(), find(name))});
    Eigen::MatrixXd taken;
    if (noise != 0) {
      taken = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(known.size()), static_cast<Eigen::Index>(known.size()));
      taken(0, 0) = noise;
    }
    return split_known(facts, *rows.material({}, {0}).total, summary, taken);
  }
  [[nodiscard]] KnownSplit split(const Names& known) const {
    std::vector<Candidate> facts;
    for (const std::string& name : names) facts.push_back(fact(name, {name}));
    return split(known, facts);
  }
};

Rows make_rows() {
  const testing::SmallTable table;
  Rows rows;
  rows.add("a", table.a);
  rows.add("b", table.b);
  rows.add("c", table.c);
  rows.add("same", std::vector<double>(table.a.size(), 7.0));
  std::vector<double> sum;
  std::vector<double> scaled;
  for (std::size_t i = 0; i < table.a.size(); ++i) {
    sum.push_back(table.a[i] - 2 * table.b[i] + 1);
    scaled.push_back(1e-6 * table.a[i] + 5);
  }
  rows.add("sum", sum);
  rows.add("scaled", scaled);
  return rows;
}

Names open_in(const KnownSplit& split) {
  Names names;
  for (const Candidate& fact : split.open) names.push_back(fact.description.name);
  return names;
}

/// "sum: a, b" for each.
Names known_in(const KnownSplit& split) {
  Names names;
  for (const AlreadyKnown& one : split.known) {
    names.push_back(one.name + ":");
    for (const std::string& by : one.by) names.back() += " " + by;
  }
  return names;
}

TEST(Known, WhatFollowsFromWhatSheHasAndWhatGivesItAway) {
  const Rows rows = make_rows();
  EXPECT_EQ(open_in(rows.split({})), (Names{"a", "b", "c", "sum", "scaled"}));
  EXPECT_EQ(known_in(rows.split({})), (Names{"same:"}));
  EXPECT_EQ(known_in(rows.split({"a", "c"})), (Names{"a: a", "c: c", "same:", "scaled: a"}));
  EXPECT_EQ(known_in(rows.split({"a", "b"})), (Names{"a: a", "b: b", "same:", "sum: a b", "scaled: a"}));
  EXPECT_EQ(known_in(rows.split({"sum", "b"})), (Names{"a: sum b", "b: b", "same:", "sum: sum", "scaled: sum b"}));
}

TEST(Known, WhatSheHasItselfIsGivenAwayByNothingElse) {
  const Rows rows = make_rows();
  for (const Names& known : {Names{"sum", "a", "b"}, Names{"a", "b", "sum"}, Names{"b", "sum", "a"}}) {
    const std::vector<Candidate> facts = {rows.fact("a", {"a"}), rows.fact("b", {"b"}), rows.fact("sum", {"sum"})};
    EXPECT_EQ(known_in(rows.split(known, facts)), (Names{"a: a", "b: b", "sum: sum"}));
  }
}

TEST(Known, ABlockIsKnownWhenAllOfItIs) {
  const Rows rows = make_rows();
  const std::vector<Candidate> facts = {rows.fact("both", {"a", "c"}), rows.fact("two", {"scaled", "sum"})};
  EXPECT_EQ(open_in(rows.split({"a"}, facts)), (Names{"both", "two"}));
  EXPECT_EQ(known_in(rows.split({"a", "c"}, facts)), (Names{"both: a c"}));
  EXPECT_EQ(known_in(rows.split({"a", "b"}, facts)), (Names{"two: a b"}));
}

TEST(Known, SheHasWhatLiesBeneathTheNoiseThatIsTakenOut) {
  Rows rows = make_rows();
  const Eigen::MatrixXd a = testing::beside({rows.columns[0]});
  const Eigen::VectorXd noise = testing::least_squares(a, testing::beside({rows.columns[2]})).residuals.col(0);
  const Eigen::VectorXd answer = a.col(0) + noise;
  rows.add("answer", {answer.begin(), answer.end()});
  const std::vector<Candidate> facts = {rows.fact("a", {"a"})};
  EXPECT_EQ(open_in(rows.split({"answer"}, facts)), (Names{"a"}));
  const double variance = noise.squaredNorm() / static_cast<double>(noise.size());
  EXPECT_EQ(known_in(rows.split({"answer"}, facts, variance)), (Names{"a: answer"}));
}

TEST(Known, WhatVariesByItselfGivesNothingAwayExactly) {
  const Rows rows = make_rows();
  const std::vector<Candidate> facts = {rows.fact("scaled", {"scaled"})};
  EXPECT_EQ(known_in(rows.split({"a"}, facts)), (Names{"scaled: a"}));
  EXPECT_EQ(open_in(rows.split({"a"}, facts, -0.1)), (Names{"scaled"}));
}

/// A small difference of two large columns: least squares finds it only up to what rounding left of it.
TEST(Known, WhatRoundingHidesCountsAsKnown) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    base::Random random(seed);
    std::vector<std::vector<double>> columns(4);
    for (int i = 0; i < 200; ++i) {
      const double large = 3e4 * random.normal();
      const double small = random.normal();
      columns[0].push_back(large);
      columns[1].push_back(large + small);
      columns[2].push_back(small);
      columns[3].push_back(small + 0.01 * random.normal());
    }
    Rows rows;
    for (const char* name : {"large", "both", "small", "like small"}) rows.add(name, columns[rows.names.size()]);
    const std::vector<Candidate> facts = {rows.fact("small", {"small"}), rows.fact("like small", {"like small"})};
    const KnownSplit split = rows.split({"large", "both"}, facts);
    EXPECT_EQ(known_in(split), (Names{"small: large both"})) << seed;
    EXPECT_EQ(open_in(split), (Names{"like small"})) << seed;
  }
}

}  // namespace
}  // namespace explainee::explain::known_test
