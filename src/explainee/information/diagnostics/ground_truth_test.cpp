// Cases whose information is known (information.md §5), each by the estimator that `--estimator` picks for it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "explainee/base/random.h"
#include "explainee/information/diagnostics/copula.h"
#include "explainee/information/diagnostics/counted.h"
#include "explainee/information/diagnostics/knn.h"
#include "explainee/search/testing/sweep_size.h"

namespace explainee::information {
namespace {

using base::Random;
using Row = std::vector<double>;

/// One row of (e, ŷ, u).
struct Drawn {
  Row x, y, u;
};
using Draw = std::function<Drawn(Random&)>;

Sample sample_of(const Draw& draw, int rows, std::uint64_t seed, bool classes = false) {
  Random random(seed);
  Sample sample;
  const auto put = [rows](SampleColumns& columns, const Row& row, int i) {
    const auto count = static_cast<Eigen::Index>(row.size());
    if (i == 0) columns.values.resize(rows, count);
    columns.names.resize(row.size(), "c");
    for (Eigen::Index d = 0; d < count; ++d) columns.values(i, d) = row[static_cast<std::size_t>(d)];
  };
  for (int i = 0; i < rows; ++i) {
    const Drawn drawn = draw(random);
    put(sample.facts, drawn.x, i);
    put(sample.prediction, drawn.y, i);
    put(sample.known, drawn.u, i);
  }
  if (classes) sample.classes = {"no", "yes"};
  return sample;
}

/// The mean over samples of independent seeds.
double mean_nats(MadeDiagnostic (*make)(const Sample&), const Draw& draw, int rows, bool classes = false) {
  const int samples = std::max(3, static_cast<int>(search::brute_force::sweep_size(3)));
  base::ThreadPool pool(1);
  const base::Control control;
  double sum = 0;
  for (int s = 0; s < samples; ++s) {
    const Sample sample = sample_of(draw, rows, 100 + static_cast<std::uint64_t>(s), classes);
    const MadeDiagnostic made = make(sample);
    EXPECT_TRUE(made.refusal.empty()) << made.refusal.pattern;
    if (made.diagnostic == nullptr) return std::numeric_limits<double>::quiet_NaN();
    sum += made.diagnostic->nats(all_rows(static_cast<std::size_t>(rows)), {pool, control}).value();
  }
  return sum / samples;
}

double exponential(Random& r) { return -std::log(r.uniform()); }
int poisson(Random& r, double mean) {
  int count = 0;
  for (double product = r.uniform(); product > std::exp(-mean); product *= r.uniform()) ++count;
  return count;
}
int binomial(Random& r, int n, double p) {
  int count = 0;
  for (int i = 0; i < n; ++i) count += r.uniform() < p ? 1 : 0;
  return count;
}
double chi_squared(Random& r, int degrees) {
  double sum = 0;
  for (int i = 0; i < degrees; ++i) sum += std::pow(r.normal(), 2);
  return sum;
}

struct Truth {
  const char* name;
  double nats;
  double tolerance;
  int rows;
  Draw draw;
  bool classes = false;
};

void PrintTo(const Truth& truth, std::ostream* out) { *out << truth.name; }

std::vector<Truth> continuous_truths() {
  const auto student = [](int a, int r, int degrees) {
    return [=](Random& random) {
      const double scale = std::sqrt(degrees / chi_squared(random, degrees));
      Drawn drawn;
      for (int i = 0; i < a; ++i) drawn.x.push_back(scale * random.normal());
      drawn.y = {scale * random.normal()};
      for (int i = 0; i < r; ++i) drawn.u.push_back(scale * random.normal());
      return drawn;
    };
  };
  const auto added = [](double width) {
    return [=](Random& r) {
      const double x = r.uniform();
      return Drawn{{x}, {x + width * (2 * r.uniform() - 1)}, {}};
    };
  };
  return {{"Gaussian", -0.5 * std::log(1 - 0.36), 0.03, 2000,
           [](Random& r) {
             const double u = r.normal();
             const double x = r.normal();
             return Drawn{{x + u}, {0.6 * x + 0.8 * r.normal() - 2 * u}, {u}};
           }},
          {"nearly settled", 0.5 * std::log(101.0), 0.2, 4000,
           [](Random& r) {
             const double z = r.normal();
             const double x = r.normal();
             return Drawn{{x}, {x + z + 0.1 * r.normal()}, {z}};
           }},
          {"noise of a width that u tells", 0.392580, 0.04, 3000,
           [](Random& r) {
             const double z = 0.5 + r.uniform();
             const double x = r.normal();
             return Drawn{{x}, {x + z * r.normal()}, {z}};
           }},
          {"Student, one degree", 0.0826814, 0.03, 4000, student(1, 1, 1)},
          {"additive noise of .1", 1.709438, 0.05, 3000, added(0.1)},
          {"additive noise of .75", 1.0 / 3, 0.03, 3000, added(0.75)},
          {"bijections that u tells", -0.5 * std::log(1 - 0.64), 0.05, 4000,
           [](Random& r) {
             const double z = r.normal();
             const double x = r.normal();
             const double y = 0.8 * x + 0.6 * r.normal();
             return Drawn{{std::exp(0.5 * x) + z}, {y * (1 + z * z)}, {z}};
           }},
          {"independent given u", 0, 0.03, 2000, [](Random& r) {
             const double z = r.normal();
             return Drawn{{std::sin(z) + r.normal()}, {z * z + 0.5 * r.normal()}, {z}};
           }}};
}

std::vector<Truth> mixed_truths() {
  const auto logistic = [](double b, double g) {
    return [=](Random& r) {
      const double e = r.normal();
      const double u = r.normal();
      return Drawn{{e}, {r.uniform() < 1 / (1 + std::exp(-b * e - g * u)) ? 1.0 : 0.0}, {u}};
    };
  };
  return {{"logistic 1, 1", 0.0828973, 0.015, 4000, logistic(1, 1), true},
          {"logistic 2, 1", 0.2169864, 0.02, 4000, logistic(2, 1), true},
          {"logistic 3, 2", 0.2917475, 0.025, 4000, logistic(3, 2), true},
          {"uniform on three values and near them", 0.636514, 0.03, 3000,
           [](Random& r) {
             const auto x = static_cast<double>(r.below(3));
             return Drawn{{x}, {x + 2 * r.uniform()}, {}};
           }},
          // Half of the rows are atoms ±1 that agree in 8 of 10, half are Gaussian with correlation .8.
          {"atoms and a density", 1.044932, 0.05, 3000,
           [](Random& r) {
             if (r.uniform() < 0.5) {
               const double x = r.uniform() < 0.5 ? -1 : 1;
               return Drawn{{x}, {r.uniform() < 0.8 ? x : -x}, {}};
             }
             const double x = r.normal();
             return Drawn{{x}, {0.8 * x + 0.6 * r.normal()}, {}};
           }},
          {"binomial and Poisson, independent given u", 0, 0.03, 3000,
           [](Random& r) {
             const int z = 1 + poisson(r, 3);
             return Drawn{{static_cast<double>(binomial(r, z, 0.5))},
                          {static_cast<double>(poisson(r, z))},
                          {static_cast<double>(z)}};
           }},
          {"exponential, Poisson, binomial: the last is independent of the first given the second", 0, 0.04, 3000,
           [](Random& r) {
             const double x = 10 * exponential(r);
             const int z = poisson(r, x);
             return Drawn{{x}, {static_cast<double>(binomial(r, z, 0.5))}, {static_cast<double>(z)}};
           }}};
}

std::vector<Truth> discrete_truths() {
  const auto coin = [](Random& r) { return static_cast<double>(r.below(2)); };
  return {{"one is the other or not, as u says", std::numbers::ln2, 0.01, 2000,
           [coin](Random& r) {
             const double x = coin(r);
             const double z = coin(r);
             return Drawn{{x}, {x == z ? 0.0 : 1.0}, {z}};
           }},
          {"a channel that flips as u says", 0.2251735, 0.02, 4000,
           [coin](Random& r) {
             const double x = coin(r);
             const double z = coin(r);
             const bool flipped = r.uniform() < (z > 0 ? 0.3 : 0.1);
             return Drawn{{x}, {flipped ? 1 - x : x}, {z}};
           }},
          {"signs that agree in 8 of 10", 0.192745, 0.02, 3000, [coin](Random& r) {
             const double x = coin(r);
             return Drawn{{x}, {r.uniform() < 0.8 ? x : 1 - x}, {}};
           }}};
}

class Continuous : public testing::TestWithParam<Truth> {};
TEST_P(Continuous, ByNeighbours) {
  EXPECT_NEAR(mean_nats(make_knn, GetParam().draw, GetParam().rows), GetParam().nats, GetParam().tolerance);
}
INSTANTIATE_TEST_SUITE_P(GroundTruth, Continuous, testing::ValuesIn(continuous_truths()));

class MixedTruth : public testing::TestWithParam<Truth> {};
TEST_P(MixedTruth, ByNeighbours) {
  EXPECT_NEAR(mean_nats(make_knn, GetParam().draw, GetParam().rows, GetParam().classes), GetParam().nats,
              GetParam().tolerance);
}
INSTANTIATE_TEST_SUITE_P(GroundTruth, MixedTruth, testing::ValuesIn(mixed_truths()));

class DiscreteTruth : public testing::TestWithParam<Truth> {};
TEST_P(DiscreteTruth, ByCounting) {
  EXPECT_NEAR(mean_nats(make_counted, GetParam().draw, GetParam().rows), GetParam().nats, GetParam().tolerance);
}
TEST_P(DiscreteTruth, ByNeighboursToo) {
  EXPECT_NEAR(mean_nats(make_knn, GetParam().draw, GetParam().rows), GetParam().nats, GetParam().tolerance);
}
INSTANTIATE_TEST_SUITE_P(GroundTruth, DiscreteTruth, testing::ValuesIn(discrete_truths()));

TEST(GroundTruth, NothingIsSeenWithoutUWhereOnlyBothTellTogether) {
  const auto draw = [](Random& r) {
    const auto x = static_cast<double>(r.below(2));
    return Drawn{{x}, {x == static_cast<double>(r.below(2)) ? 0.0 : 1.0}, {}};
  };
  EXPECT_NEAR(mean_nats(make_counted, draw, 2000), 0, 0.005);
}

TEST(GroundTruth, StudentWithFiveFactsByTheReducedBoundNoMoreThanThereIs) {
  const auto draw = [](Random& r) {
    const double scale = std::sqrt(3 / chi_squared(r, 3));
    Drawn drawn;
    for (int i = 0; i < 5; ++i) drawn.x.push_back(scale * r.normal());
    drawn.y = {scale * r.normal()};
    drawn.u = {scale * r.normal(), scale * r.normal()};
    return drawn;
  };
  EXPECT_LE(mean_nats(make_reduced_knn, draw, 4000), 0.0513333 + 0.03);
  EXPECT_NEAR(mean_nats(make_knn, draw, 4000), 0.0513333, 0.05);
}

TEST(GroundTruth, TenFactsCollapseNeighboursButNotTheReducedBound) {
  // ŷ = Σx/√10·1 + u + noise of .1: I = ½ ln(1 + 1/σ²).
  const double sigma = 1 / std::sqrt(std::exp(2 * 1.151) - 1);
  const auto draw = [sigma](Random& r) {
    Drawn drawn;
    double sum = 0;
    for (int i = 0; i < 10; ++i) sum += drawn.x.emplace_back(r.normal());
    drawn.u = {r.normal()};
    drawn.y = {sum / std::sqrt(10.0) + drawn.u[0] + sigma * r.normal()};
    return drawn;
  };
  EXPECT_LT(mean_nats(make_knn, draw, 4000), 0.6);
  EXPECT_NEAR(mean_nats(make_reduced_knn, draw, 4000), 1.122, 0.06);
}

TEST(GroundTruth, TheCopulaSeesMonotoneDependenceOfAnyShape) {
  const auto draw = [](Random& r) {
    const double u = r.normal();
    const double x = r.normal();
    const double y = 0.6 * x + 0.8 * r.normal();
    return Drawn{{std::exp(3 * x)}, {std::pow(y, 3)}, {u}};
  };
  EXPECT_NEAR(mean_nats(make_copula, draw, 2000), -0.5 * std::log(1 - 0.36), 0.03);
}

TEST(GroundTruth, TheCopulaIsBlindWhereSignsDoNotMatter) {
  const auto draw = [](Random& r) {
    const double x = r.normal();
    return Drawn{{x}, {x * x + 0.1 * r.normal()}, {}};
  };
  EXPECT_NEAR(mean_nats(make_copula, draw, 2000), 0, 0.01);
  EXPECT_GT(mean_nats(make_knn, draw, 2000), 1);
}

TEST(Identities, WhatFollowsFromUTellsNothing) {
  const auto draw = [](Random& r) {
    const double u = r.normal();
    return Drawn{{std::atan(u)}, {u + r.normal()}, {u}};
  };
  EXPECT_NEAR(mean_nats(make_knn, draw, 2000), 0, 0.02);
}

TEST(Identities, MonotoneMapsChangeNothing) {
  const auto plain = [](Random& r) {
    const double u = r.normal();
    const double x = r.normal() + u;
    return Drawn{{x}, {x * u + r.normal()}, {u}};
  };
  const auto bent = [&](Random& r) {
    Drawn drawn = plain(r);
    return Drawn{{std::exp(drawn.x[0])}, {std::cbrt(drawn.y[0])}, {std::atan(drawn.u[0])}};
  };
  for (const auto make : {make_knn, make_copula}) EXPECT_EQ(mean_nats(make, plain, 500), mean_nats(make, bent, 500));
}

TEST(Identities, TheChainRule) {
  const auto drawn = [](Random& r, bool first, bool second, bool given) {
    const double a = r.normal();
    const double b = 0.5 * a + r.normal();
    Drawn row{{}, {a + b + 2 * r.normal()}, {}};
    if (first) row.x.push_back(a);
    if (second) row.x.push_back(b);
    if (given) row.u.push_back(a);
    return row;
  };
  const auto nats = [&](bool first, bool second, bool given) {
    return mean_nats(
        make_knn, [&](Random& r) { return drawn(r, first, second, given); }, 4000);
  };
  EXPECT_NEAR(nats(true, true, false), nats(true, false, false) + nats(false, true, true), 0.03);
}

}  // namespace
}  // namespace explainee::information
