// tests/honesty_test.cpp: figures about how far figures can be trusted, judged by repetition (mathematics §8).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include "testing/people.h"
#include "testing/test_scale.h"

namespace explainee {
namespace {

/// Mean and its standard error.
struct Mean {
  double value = 0;
  double error = 0;
};

Mean mean_of(const Numbers& values) {
  Mean mean;
  const auto size = static_cast<double>(values.size());
  for (const double value : values) mean.value += value / size;
  double squares = 0;
  for (const double value : values) squares += (value - mean.value) * (value - mean.value);
  mean.error = std::sqrt(squares / (size - 1) / size);
  return mean;
}

data::MemoryTable useless_features(int rows, int features, std::uint64_t seed) {
  std::vector<std::pair<std::string, Numbers>> columns;
  for (int k = 0; k < features; ++k) {
    columns.emplace_back("x" + std::to_string(k), normals(rows, seed * 1000 + static_cast<std::uint64_t>(k)));
  }
  columns.emplace_back("p", normals(rows, seed * 1000 + 999));
  return make_table(columns);
}

request::Request honestly(int sparsity) {
  request::Request request = about_p(sparsity);
  request.how.honest = true;
  return request;
}

TEST(Honest, AveragesZeroAfterChoosingThreeOfFiftyUselessFeatures) {
  Numbers honest;
  Numbers plug_in;
  for (int table = 0; table < std::max(10, scaled(200)); ++table) {
    data::MemoryTable rows = useless_features(200, 50, static_cast<std::uint64_t>(table) + 1);
    const explain::Explanation answer = explained(rows, honestly(3));
    ASSERT_TRUE(answer.information.honest_nats.has_value());
    EXPECT_EQ(answer.information.honest_method, "exact");
    honest.push_back(*answer.information.honest_nats);
    plug_in.push_back(answer.information.nats);
  }
  const Mean mean = mean_of(honest);
  EXPECT_LE(std::abs(mean.value), 2.5 * mean.error) << mean.value << " ± " << mean.error;
  EXPECT_GT(mean_of(plug_in).value, 10 * mean_of(plug_in).error);
}

TEST(Honest, AveragesZeroForUselessCategories) {
  Numbers honest;
  for (int table = 0; table < std::max(10, scaled(100)); ++table) {
    const auto seed = static_cast<std::uint64_t>(table) + 1;
    data::MemoryTable rows = useless_features(200, 5, seed);
    for (std::uint64_t k = 0; k < 5; ++k) {
      std::vector<std::string> texts;
      for (const double value : normals(200, seed * 1000 + 500 + k)) {
        texts.push_back(std::to_string(static_cast<int>(std::floor(value * 2)) & 7));
      }
      rows.add("t" + std::to_string(k), texts);
    }
    const explain::Explanation answer = explained(rows, honestly(2));
    if (answer.facts.empty()) continue;
    ASSERT_TRUE(answer.information.honest_nats.has_value());
    honest.push_back(*answer.information.honest_nats);
  }
  const Mean mean = mean_of(honest);
  EXPECT_LE(std::abs(mean.value), 2.5 * mean.error) << mean.value << " ± " << mean.error;
}

/// Share of tables whose jackknife interval for the set {x} covers the truth, when u is known.
double coverage(const std::function<data::MemoryTable(std::uint64_t)>& draw, double truth_nats, int tables) {
  int covered = 0;
  for (int table = 0; table < tables; ++table) {
    data::MemoryTable rows = draw(static_cast<std::uint64_t>(table) + 1);
    request::Request request = about_p(1);
    request.facts.features = {"x"};
    request.who.summary = {"u"};
    const explain::Explanation answer = scored(rows, request);
    EXPECT_TRUE(answer.information.interval_nats.has_value());
    const information::Interval interval = answer.information.interval_nats.value_or(information::Interval{0, 0});
    if (interval.covers(truth_nats)) ++covered;
  }
  return static_cast<double>(covered) / tables;
}

TEST(Interval, CoversTheTruthOnLognormalRows) {
  constexpr int kRows = 500;
  constexpr double kShape = 0.6;
  const auto lognormal = [](const Numbers& z) {
    return each(z.size(), [&](std::size_t i) { return std::exp(kShape * z[i]); });
  };
  const auto draw = [&](std::uint64_t seed) {
    const Numbers x = lognormal(normals(kRows, 10 * seed));
    const Numbers u = lognormal(normals(kRows, 10 * seed + 1));
    const Numbers noise = lognormal(normals(kRows, 10 * seed + 2));
    return make_table(
        {{"x", x}, {"u", u}, {"p", each(kRows, [&](std::size_t i) { return x[i] + 2 * u[i] + noise[i]; })}});
  };
  // Given u, x and the noise have the same variance: half of the prediction's variance is removed.
  EXPECT_GE(coverage(draw, 0.5 * std::log(2.0), std::max(20, scaled(400))), 0.9);
}

TEST(Interval, CoversTheTruthOnHeteroscedasticRows) {
  constexpr int kRows = 500;
  const auto draw = [](std::uint64_t seed) {
    const Numbers x = normals(kRows, 10 * seed + 3);
    const Numbers u = normals(kRows, 10 * seed + 4);
    const Numbers noise = normals(kRows, 10 * seed + 5);
    return make_table(
        {{"x", x}, {"u", u}, {"p", each(kRows, [&](std::size_t i) { return u[i] + x[i] + x[i] * noise[i]; })}});
  };
  // Var(x·noise) = 1 = Var(x), uncorrelated with x.
  EXPECT_GE(coverage(draw, 0.5 * std::log(2.0), std::max(20, scaled(400))), 0.9);
}

TEST(Interval, GaussianOneCoversOnGaussianRows) {
  constexpr int kRows = 60;
  const int tables = std::max(20, scaled(400));
  int covered = 0;
  int shown = 0;
  for (int table = 0; table < tables; ++table) {
    const auto seed = static_cast<std::uint64_t>(table) + 1;
    const Numbers x = normals(kRows, 10 * seed + 6);
    const Numbers noise = normals(kRows, 10 * seed + 7);
    data::MemoryTable rows = make_table({{"x", x}, {"p", each(kRows, [&](std::size_t i) { return x[i] + noise[i]; })}});
    request::Request request = about_p(1);
    request.facts.features = {"x"};
    const auto interval = scored(rows, request).information.gaussian_interval_nats;
    if (!interval) continue;  // a few tables do not look Gaussian
    ++shown;
    covered += interval->covers(0.5 * std::log(2.0)) ? 1 : 0;
  }
  EXPECT_GE(shown, 0.85 * tables);
  // 95 % within three standard errors of a share.
  EXPECT_NEAR(static_cast<double>(covered) / shown, 0.95, 3 * std::sqrt(0.95 * 0.05 / shown));
}

/// A prediction that goes with three of the columns; the noise is as large in all rows, or larger where x0 is.
data::MemoryTable three_of(int columns, int rows, bool unequal, std::uint64_t seed) {
  std::vector<std::pair<std::string, Numbers>> cells;
  for (int k = 0; k < columns; ++k)
    cells.emplace_back("x" + std::to_string(k), normals(rows, seed * 1000 + static_cast<std::uint64_t>(k)));
  const Numbers noise = normals(rows, seed * 1000 + 999);
  cells.emplace_back("p", each(noise.size(), [&](std::size_t i) {
                       const double x0 = cells[0].second[i];
                       return 0.5 * x0 + 0.3 * cells[1].second[i] + 0.2 * cells[2].second[i] +
                              noise[i] * (unequal ? std::sqrt(0.5 + 0.5 * x0 * x0) : 1.0);
                     }));
  return make_table(cells);
}

/// Bits of the set that was chosen, not of the best one.
double told_by(const explain::Explanation& answer) {
  const std::vector<std::pair<std::string, double>> weights = {{"x0", 0.5}, {"x1", 0.3}, {"x2", 0.2}};
  double left = 1;
  double told = 0;
  for (const auto& [name, weight] : weights) {
    const bool chosen = std::any_of(answer.facts.begin(), answer.facts.end(),
                                    [&column = name](const explain::Fact& fact) { return fact.name == column; });
    (chosen ? told : left) += weight * weight;
  }
  return 0.5 * std::log1p(told / left);
}

TEST(Interval, CoversWhatChosenFactsTell) {
  const int tables = std::max(10, scaled(60));
  for (const int columns : {6, 50}) {
    for (const int rows : {100, 400}) {
      for (const bool unequal : {false, true}) {
        int covered = 0;
        double width = 0;
        for (int table = 0; table < tables; ++table) {
          data::MemoryTable drawn = three_of(columns, rows, unequal, static_cast<std::uint64_t>(table) + 1);
          const explain::Explanation answer = explained(drawn, about_p(3));
          ASSERT_TRUE(answer.information.interval_nats.has_value());
          covered += answer.information.interval_nats->covers(told_by(answer)) ? 1 : 0;
          width += (answer.information.interval_nats->high - answer.information.interval_nats->low) / tables;
        }
        const double wanted = rows >= 400 ? 0.92 : 0.88;
        const double share = static_cast<double>(covered) / tables;
        EXPECT_GE(share, wanted - 3 * std::sqrt(wanted * (1 - wanted) / tables)) << columns << ", " << rows;
        std::cout << "    3 of " << columns << ", rows " << rows << (unequal ? ", unequal variances" : "")
                  << ": covers " << share << ", width " << width << " nats\n";
      }
    }
  }
}

TEST(Interval, OfFactsChosenAmongUselessOnesContainsNothing) {
  const int tables = std::max(10, scaled(60));
  int covered = 0;
  for (int table = 0; table < tables; ++table) {
    data::MemoryTable rows = useless_features(200, 50, static_cast<std::uint64_t>(table) + 1);
    covered += explained(rows, honestly(3)).information.interval_nats->low == 0 ? 1 : 0;
  }
  std::cout << "    3 of 50 useless ones, rows 200: contains 0 in " << covered << " of " << tables << '\n';
  EXPECT_GE(covered, 0.9 * tables);
}

TEST(PValue, IsUniformWhenTheFactIsUseless) {
  const int tables = std::max(200, scaled(400));
  std::vector<double> values;
  for (int table = 0; table < tables; ++table) {
    data::MemoryTable rows = useless_features(40, 3, static_cast<std::uint64_t>(table) + 5000);
    request::Request request = about_p(2);
    request.facts.features = {"x0", "x1"};
    request.who.knows = {"x2"};
    const auto p = scored(rows, request).information.p_value;
    ASSERT_TRUE(p.has_value());
    values.push_back(*p);
  }
  // Kolmogorov and Smirnov's distance from the uniform law; beyond 1.63/√n it is refused at 1 %.
  std::sort(values.begin(), values.end());
  double distance = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto n = static_cast<double>(values.size());
    distance = std::max({distance, values[i] - static_cast<double>(i) / n, static_cast<double>(i + 1) / n - values[i]});
  }
  EXPECT_LT(distance, 1.63 / std::sqrt(static_cast<double>(tables)));
}

}  // namespace
}  // namespace explainee
