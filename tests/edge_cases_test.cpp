// tests/edge_cases_test.cpp: what can be infinite, empty, tied or misleading, row by row of the table in mathematics
// §5.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "testing/people.h"

namespace explainee {
namespace {

constexpr std::size_t kRows = 60;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

using Names = std::vector<std::string>;

/// Columns a, b, c of noise and the prediction f(a, b, c) of the row.
data::MemoryTable table_abc(const std::function<double(double, double, double)>& f) {
  const Numbers a = normals(kRows, 1);
  const Numbers b = normals(kRows, 2);
  const Numbers c = normals(kRows, 3);
  return make_table(
      {{"a", a}, {"b", b}, {"c", c}, {"p", each(kRows, [&](std::size_t i) { return f(a[i], b[i], c[i]); })}});
}

bool has_warning(const explain::Explanation& answer, const std::string& code) {
  return std::any_of(answer.warnings.begin(), answer.warnings.end(), [&](const auto& w) { return w.code == code; });
}

const explain::AlreadyKnown* find_known(const explain::Explanation& answer, const std::string& name) {
  for (const explain::AlreadyKnown& known : answer.already_known) {
    if (known.name == name) return &known;
  }
  return nullptr;
}

TEST(Infinite, PredictionThatTheFactsDetermine) {
  data::MemoryTable table = table_abc([](double a, double b, double) { return 2 * a - b + 5; });
  const explain::Explanation answer = explained(table, about_p(3));
  EXPECT_TRUE(answer.information.infinite);
  EXPECT_EQ(facts_of(answer), (Names{"a", "b"}));
  EXPECT_EQ(answer.uncertainty.after[0], 0);
  EXPECT_FALSE(answer.information.interval_nats.has_value());
  EXPECT_FALSE(answer.claim.bound_nats.has_value());
  EXPECT_TRUE(answer.claim.optimal());
  EXPECT_EQ(answer.claim.gap_nats, 0);
}

TEST(Infinite, OnlyTogetherWithWhatSheKnows) {
  data::MemoryTable table = table_abc([](double a, double b, double) { return a * a + b; });
  request::Request request = about_p(1);
  request.who.knows = {"a"};
  EXPECT_TRUE(explained(table, request).information.infinite);
  request.who.linear = true;
  EXPECT_FALSE(explained(table, request).information.infinite);
}

TEST(Infinite, BeyondEighteenBitsAndNoLargeNumberInstead) {
  const Numbers noise = normals(kRows, 9);
  for (const double size : {1e-5, 1e-6}) {
    const Numbers a = normals(kRows, 1);
    data::MemoryTable table =
        make_table({{"a", a}, {"p", each(kRows, [&](std::size_t i) { return a[i] + size * noise[i]; })}});
    const explain::Explanation answer = explained(table, about_p(1));
    EXPECT_EQ(answer.information.infinite, size < 3e-6) << size;
    if (answer.information.infinite) continue;
    EXPECT_NEAR(answer.information.nats / std::numbers::ln2, 16.6, 0.5);
  }
}

TEST(Infinite, NotAtTheResolutionThatPeopleSee) {
  data::MemoryTable table = table_abc([](double a, double, double) { return a; });
  request::Request request = about_p(1);
  request.how.resolution = 0.5;
  const explain::Explanation answer = explained(table, request);
  const double floor = 0.25 / 12;
  EXPECT_FALSE(answer.information.infinite);
  EXPECT_NEAR(answer.uncertainty.after[0], std::sqrt(floor), 1e-9);
  const double before = answer.uncertainty.before[0];
  EXPECT_NEAR(answer.information.nats, 0.5 * std::log(before * before / floor), 1e-9);
}

TEST(NothingToExplain, ConstantPrediction) {
  for (const double value : {0.0, 0.1, -1e9 / 3}) {
    data::MemoryTable table = table_abc([=](double, double, double) { return value; });
    const explain::Explanation answer = explained(table, about_p(2));
    EXPECT_TRUE(answer.nothing_to_explain) << value;
    EXPECT_TRUE(answer.facts.empty());
    EXPECT_EQ(answer.information.nats, 0);
    EXPECT_FALSE(answer.information.infinite);
    EXPECT_TRUE(answer.claim.optimal());
  }
}

TEST(NothingToExplain, PredictionThatFollowsFromWhatSheKnows) {
  data::MemoryTable table = table_abc([](double a, double b, double) { return a * b - 3 * a + 1; });
  request::Request request = about_p(1);
  request.who.knows = {"a", "b"};
  const explain::Explanation answer = explained(table, request);
  EXPECT_TRUE(answer.nothing_to_explain);
  EXPECT_TRUE(answer.facts.empty());
  EXPECT_EQ(answer.information.nats, 0);
}

TEST(AlreadyKnown, ConstantColumnIsNeverAFact) {
  for (const double value : {0.0, 0.1, 1e9 + 0.1, -1.0 / 3}) {
    data::MemoryTable table = table_abc([](double a, double b, double) { return a + b; });
    table.add("same", Numbers(kRows, value));
    const explain::Explanation answer = explained(table, about_p(4));
    ASSERT_NE(find_known(answer, "same"), nullptr) << value;
    EXPECT_TRUE(find_known(answer, "same")->by.empty());
    EXPECT_EQ(answer.sparsity, 3);
  }
}

TEST(AlreadyKnown, ColumnThatVariesOnlyInRowsOfWeightZero) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Numbers weights = each(9, [&](std::size_t i) { return 1.0 + static_cast<double>((i + seed) % 3); });
    weights[1] = 0;
    data::MemoryTable table = make_table({{"x", each(9, [](std::size_t i) { return i == 1 ? 0.1 : 0.0; })},
                                          {"z", normals(9, seed)},
                                          {"p", normals(9, seed + 1000)},
                                          {"w", weights}});
    request::Request request = about_p(1);
    request.how.weight = "w";
    const explain::Explanation answer = explained(table, request);
    EXPECT_NE(find_known(answer, "x"), nullptr) << "seed " << seed;
    EXPECT_EQ(facts_of(answer), Names{"z"}) << "seed " << seed;
  }
}

TEST(AlreadyKnown, CategoryWithOneLevelAndWeights) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    data::MemoryTable table =
        make_table({{"z", normals(kRows, seed)},
                    {"p", normals(kRows, seed + 1000)},
                    {"w", each(kRows, [r = normals(kRows, seed + 2000)](std::size_t i) { return r[i] * r[i]; })}});
    table.add("same", std::vector<std::string>(kRows, "yes"));
    request::Request request = about_p(1);
    request.how.weight = "w";
    const explain::Explanation nobody = explained(table, request);
    ASSERT_NE(find_known(nobody, "same"), nullptr) << "seed " << seed;
    EXPECT_TRUE(find_known(nobody, "same")->by.empty());
    request.who.knows = {"same"};
    const explain::Explanation somebody = explained(table, request);
    EXPECT_NEAR(somebody.information.nats, nobody.information.nats, 1e-12) << "seed " << seed;
    EXPECT_NEAR(somebody.information.corrected_nats, nobody.information.corrected_nats, 1e-12) << "seed " << seed;
  }
}

TEST(AlreadyKnown, WhatFollowsIsListedWithWhatGivesItAway) {
  const Numbers a = normals(kRows, 1);
  const Numbers b = normals(kRows, 2);
  data::MemoryTable table = make_table({{"a", a},
                                        {"b", b},
                                        {"sum", each(kRows, [&](std::size_t i) { return a[i] - 2 * b[i]; })},
                                        {"square", each(kRows, [&](std::size_t i) { return a[i] * a[i]; })},
                                        {"other", normals(kRows, 3)},
                                        {"p", normals(kRows, 4)}});
  request::Request request = about_p(1);
  request.who.knows = {"a", "b"};
  const explain::Explanation answer = explained(table, request);
  ASSERT_NE(find_known(answer, "sum"), nullptr);
  EXPECT_EQ(find_known(answer, "sum")->by, (Names{"a", "b"}));
  ASSERT_NE(find_known(answer, "square"), nullptr);
  EXPECT_EQ(find_known(answer, "square")->by, Names{"a"});
  EXPECT_EQ(facts_of(answer), Names{"other"});
}

TEST(AlreadyKnown, AlsoWhenWhatGivesItAwayIsMuchLarger) {
  const Numbers small = each(kRows, [v = normals(kRows, 1)](std::size_t i) { return 0.1 * v[i]; });
  const Numbers large = each(kRows, [v = normals(kRows, 2)](std::size_t i) { return 20 * v[i]; });
  data::MemoryTable table =
      make_table({{"small", small}, {"large", large}, {"other", normals(kRows, 3)}, {"p", normals(kRows, 4)}});
  request::Request request = about_p(1);
  request.who.knows = {"large"};
  request.who.sees_mean = {"small", "large"};
  const explain::Explanation answer = explained(table, request);
  EXPECT_NE(find_known(answer, "small"), nullptr);
  EXPECT_EQ(facts_of(answer), Names{"other"});
}

TEST(Ties, BothAreListedAndTheLowestIndexIsChosen) {
  const Numbers a = normals(kRows, 1);
  const Numbers b = normals(kRows, 2);
  const Numbers noise = normals(kRows, 3);
  data::MemoryTable table = make_table({{"b", b},
                                        {"a", a},
                                        {"copy", each(kRows, [&](std::size_t i) { return 7 - 3 * a[i]; })},
                                        {"p", each(kRows, [&](std::size_t i) { return a[i] + b[i] + noise[i]; })}});
  request::Request request = about_p(2);
  request.how.top = 0;
  const explain::Explanation answer = explained(table, request);
  EXPECT_EQ(facts_of(answer), (Names{"b", "a"}));
  ASSERT_EQ(answer.alternatives.size(), 1U);
  EXPECT_EQ(answer.alternatives[0].features, (Names{"b", "copy"}));
  EXPECT_NEAR(answer.alternatives[0].nats, answer.information.nats, 1e-12);
  EXPECT_TRUE(answer.claim.optimal());
  EXPECT_TRUE(answer.claim.ties);
}

TEST(Ties, FewestFactsFirstAndNoSupersetAmongTheAlternatives) {
  const Numbers a = normals(kRows, 1);
  const Numbers b = normals(kRows, 2);
  data::MemoryTable table = make_table({{"a", a},
                                        {"b", b},
                                        {"sum", each(kRows, [&](std::size_t i) { return a[i] + b[i]; })},
                                        {"p", each(kRows, [&](std::size_t i) { return 4 * (a[i] + b[i]); })}});
  const explain::Explanation answer = explained(table, about_p(2));
  EXPECT_EQ(facts_of(answer), Names{"sum"});
  ASSERT_FALSE(answer.alternatives.empty());
  EXPECT_EQ(answer.alternatives[0].features, (Names{"a", "b"}));
  for (const explain::FactSet& set : answer.alternatives) {
    EXPECT_TRUE(std::find(set.features.begin(), set.features.end(), "sum") == set.features.end());
  }
}

TEST(SummaryInTheSpan, SeesTheSumOfTwoFacts) {
  data::MemoryTable table = table_abc([](double a, double b, double c) { return 3 * a + b + 0.1 * c; });
  request::Request request = about_p(2);
  request.who.sees = {{"a + b"}};
  const explain::Explanation answer = explained(table, request);
  // Given a + b, a and b say the same: the lower index stands for both, and together with c it settles everything.
  EXPECT_EQ(facts_of(answer), (Names{"a", "c"}));
  EXPECT_TRUE(answer.information.infinite);
}

TEST(DependentPredictions, ProbabilitiesThatSumToOneTellAsMuchAsWithoutTheLast) {
  const Numbers a = normals(kRows, 1);
  const Numbers noise = normals(kRows, 2);
  const Numbers first = each(kRows, [&](std::size_t i) { return 1 / (3 + std::exp(a[i] + noise[i])); });
  const Numbers second = each(kRows, [&](std::size_t i) { return (1 - first[i]) / (1 + std::exp(a[i])); });
  data::MemoryTable table = make_table({{"a", a},
                                        {"b", normals(kRows, 3)},
                                        {"c", normals(kRows, 4)},
                                        {"p1", first},
                                        {"p2", second},
                                        {"p3", each(kRows, [&](std::size_t i) { return 1 - first[i] - second[i]; })}});
  request::Request request = about_p(2);
  request.what.prediction = {"p1", "p2", "p3"};
  const explain::Explanation all = explained(table, request);
  request.what.prediction = {"p1", "p2"};
  request.facts.exclude = {"p3"};
  const explain::Explanation two = explained(table, request);
  EXPECT_EQ(facts_of(all), facts_of(two));
  EXPECT_NEAR(all.information.nats, two.information.nats, 1e-9);
  EXPECT_NEAR(all.information.corrected_nats, two.information.corrected_nats, 1e-9);
  EXPECT_EQ(all.uncertainty.after.size(), 3U);
}

TEST(ClassLabel, NeverMoreThanWhatIsOpen) {
  // A fact that agrees with a balanced label in 99 of 100 rows: 1 − H(0.01) = 0.9192 bits, where variances say 2.3.
  std::vector<std::string> label;
  std::vector<double> fact;
  for (int i = 0; i < 1000; ++i) {
    label.emplace_back(i % 2 == 0 ? "no" : "yes");
    fact.push_back(i % 200 < 2 ? 1 - i % 2 : i % 2);
  }
  data::MemoryTable table;
  table.add("fact", std::move(fact));
  table.add("label", std::move(label));
  request::Request request = about_p(1);
  request.what.prediction = {"label"};
  const auto answer = explain::explain({.table = data::Dataset::borrow(table)}, request, {}).value();
  EXPECT_NEAR(answer.information.nats / std::log(2.0), 0.919207, 1e-6);
  EXPECT_NEAR(answer.information.of_nats.value() / std::log(2.0), 1, 1e-12);
  EXPECT_GT(answer.information.objective_nats / std::log(2.0), 2.3);
}

TEST(ClassLabel, OfOneClassHasNothingToExplain) {
  data::MemoryTable table = table_abc([](double a, double, double) { return a; });
  table.add("label", std::vector<std::string>(kRows, "yes"));
  request::Request request = about_p(1);
  request.what.prediction = {"label"};
  EXPECT_TRUE(explain::explain({.table = data::Dataset::borrow(table)}, request, {}).value().nothing_to_explain);
}

TEST(TooFewRows, AreRefusedWithTheNumbers) {
  // r = 2, a = 2, d = 1: at least 6 rows.
  for (const int rows : {5, 6}) {
    data::MemoryTable table = make_table({{"a", normals(rows, 1)},
                                          {"b", normals(rows, 2)},
                                          {"u", normals(rows, 3)},
                                          {"v", normals(rows, 4)},
                                          {"p", normals(rows, 5)}});
    request::Request request = about_p(2);
    request.who.summary = {"u", "v"};
    const auto result = explain::explain({.table = data::Dataset::borrow(table)}, request, {});
    EXPECT_EQ(result.ok(), rows == 6);
    if (result.ok()) continue;
    EXPECT_EQ(result.error().code, base::ErrorCode::kTooFewRows);
    for (const char* number : {"5", "2", "6"})
      EXPECT_NE(base::text(result.error(), base::command_line()).find(number), std::string::npos);
  }
}

TEST(TooFewRows, EffectiveRowsCount) {
  data::MemoryTable table = table_abc([](double a, double, double) { return a; });
  table.add("w", each(kRows, [](std::size_t i) { return i < 2 ? 1.0 : 1e-6; }));
  request::Request request = about_p(2);
  request.how.weight = "w";
  const auto result = explain::explain({.table = data::Dataset::borrow(table)}, request, {});
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, base::ErrorCode::kTooFewRows);
}

TEST(MissingCells, AreRefusedNamingColumnAndFirstRow) {
  for (const double bad : {kNaN, std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()}) {
    Numbers b = normals(kRows, 2);
    b[7] = b[30] = bad;
    data::MemoryTable table = make_table({{"a", normals(kRows, 1)}, {"b", b}, {"p", normals(kRows, 3)}});
    const auto result = explain::explain({.table = data::Dataset::borrow(table)}, about_p(1), {});
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().code, base::ErrorCode::kMissingCell);
    EXPECT_NE(base::text(result.error(), base::command_line()).find("'b'"), std::string::npos)
        << base::text(result.error(), base::command_line());
    EXPECT_NE(base::text(result.error(), base::command_line()).find('7'), std::string::npos)
        << base::text(result.error(), base::command_line());
  }
}

TEST(MissingCells, DroppedRowsAreCountedAndDoNotMatter) {
  const Numbers a = normals(kRows, 1);
  Numbers b = normals(kRows, 2);
  Numbers p = each(kRows, [&](std::size_t i) { return a[i] + 2 * b[i] + 0.1 * static_cast<double>(i % 7); });
  data::MemoryTable whole = make_table({{"a", Numbers(a.begin() + 2, a.end())},
                                        {"b", Numbers(b.begin() + 2, b.end())},
                                        {"p", Numbers(p.begin() + 2, p.end())}});
  b[0] = kNaN;
  p[1] = std::numeric_limits<double>::infinity();
  data::MemoryTable table = make_table({{"a", a}, {"b", b}, {"p", p}});
  request::Request request = about_p(1);
  request.how.missing = request::Missing::kDrop;
  const explain::Explanation answer = explained(table, request);
  EXPECT_EQ(answer.rows_dropped, 2);
  EXPECT_EQ(answer.rows, static_cast<std::int64_t>(kRows) - 2);
  EXPECT_NEAR(answer.information.nats, explained(whole, about_p(1)).information.nats, 1e-12);
}

TEST(MissingCells, CountOnlyInColumnsThatTakePart) {
  data::MemoryTable table = table_abc([](double a, double b, double) { return a + b; });
  table.add("holes", Numbers(kRows, kNaN));
  request::Request request = about_p(1);
  request.facts.exclude = {"holes"};
  EXPECT_EQ(explained(table, request).rows, static_cast<std::int64_t>(kRows));
}

TEST(WildScales, SameFactsAndBitsAsStandardised) {
  const std::vector<double> scales = {1e-12, 1e12, 1, 1e-6};
  const std::vector<double> offsets = {0, 1e9, -1e9, 3};
  std::vector<std::pair<std::string, Numbers>> plain;
  std::vector<std::pair<std::string, Numbers>> wild;
  Numbers p = normals(kRows, 99);
  for (std::size_t k = 0; k < 4; ++k) {
    const Numbers x = normals(kRows, k);
    for (std::size_t i = 0; i < kRows; ++i) p[i] += static_cast<double>(k) * x[i];
    plain.emplace_back("x" + std::to_string(k), x);
    wild.emplace_back("x" + std::to_string(k),
                      each(kRows, [&](std::size_t i) { return scales[k] * (x[i] + offsets[k]); }));
  }
  plain.emplace_back("p", p);
  wild.emplace_back("p", each(kRows, [&](std::size_t i) { return 1e-9 * p[i] + 1e-3; }));
  data::MemoryTable first = make_table(plain);
  data::MemoryTable second = make_table(wild);
  request::Request request = about_p(2);
  request.who.knows = {"x0"};
  const explain::Explanation a = explained(first, request);
  const explain::Explanation b = explained(second, request);
  EXPECT_EQ(facts_of(a), facts_of(b));
  EXPECT_NEAR(a.information.nats, b.information.nats, 1e-6);
}

TEST(Misleading, LabelAndIdAreNeverFacts) {
  const Numbers a = normals(kRows, 1);
  data::MemoryTable table =
      make_table({{"truth", a},
                  {"number", each(kRows, [](std::size_t i) { return 1.0 * static_cast<double>(i); })},
                  {"b", normals(kRows, 2)},
                  {"p", each(kRows, [&](std::size_t i) { return a[i] + 1e-3 * static_cast<double>(i); })}});
  request::Request request = about_p(1);
  request.what.label = "truth";
  request.what.id = "number";
  EXPECT_EQ(facts_of(explained(table, request)), Names{"b"});
}

TEST(Misleading, SuspiciousNamesAreSetAsideUnlessNamed) {
  const Numbers a = normals(kRows, 1);
  data::MemoryTable table =
      make_table({{"target", a}, {"b", normals(kRows, 2)}, {"p", each(kRows, [&](std::size_t i) { return a[i]; })}});
  const explain::Explanation answer = explained(table, about_p(1));
  EXPECT_EQ(facts_of(answer), Names{"b"});
  ASSERT_EQ(answer.set_aside.size(), 1U);
  EXPECT_EQ(answer.set_aside[0].name, "target");
  request::Request request = about_p(1);
  request.facts.features = {"target", "b"};
  EXPECT_EQ(facts_of(explained(table, request)), Names{"target"});
}

TEST(Misleading, ColumnThatIsNearlyThePredictionIsWarnedOf) {
  const Numbers a = normals(kRows, 1);
  const Numbers noise = normals(kRows, 2);
  for (const double size : {0.05, 0.2}) {
    data::MemoryTable table = make_table({{"a", a}, {"b", normals(kRows, 3)}, {"p", each(kRows, [&](std::size_t i) {
                                                                                 return a[i] + size * noise[i];
                                                                               })}});
    EXPECT_EQ(has_warning(explained(table, about_p(1)), "looks_like_the_prediction"), size < 0.1) << size;
  }
}

}  // namespace
}  // namespace explainee
