#include "explainee/information/gaussian/gaussian_interval.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "explainee/information/gaussian/gaussian_bias.h"
#include "explainee/information/testing/gaussian_rows.h"

namespace explainee::information {
namespace {

// SciPy 1.17: the mixture summed with nbinom.pmf and beta.cdf, inverted with brentq.
TEST(GaussianInterval, AgreesWithScipy) {
  struct Known {
    double nats, degrees;
    int rank;
    double low, high;
  };
  for (const Known& known : {Known{0.1, 441, 1, 0.0637085281, 0.1430295451},   //
                             Known{0.1, 441, 5, 0.0595136819, 0.1381804747},   //
                             Known{0.5, 10, 2, 0.0135976561, 0.9898053611},    //
                             Known{2, 10, 1, 1.2756370073, 2.6091412414},      //
                             Known{0.01, 441, 1, 0.0011522294, 0.0273506734},  //
                             Known{0.3, 30, 3, 0.0606278690, 0.5314637635},    //
                             Known{0.05, 12, 2, 0, 0.2868540408},              //
                             Known{0.001, 1e4, 4, 0.0002039965, 0.0018872842}, Known{1, 2.5, 1, 0, 2.2972272098},
                             Known{3, 3, 1, 1.0093008083, 4.1846018725}, Known{0.5, 1e6, 2, 0.4984416011, 0.5015581800},
                             Known{2, 441, 50, 1.8442109345, 2.0351169980}}) {
    const std::optional<Interval> interval = gaussian_interval_nats(known.nats, known.degrees, known.rank, 1);
    ASSERT_TRUE(interval.has_value());
    EXPECT_NEAR(interval->low, known.low, 2e-9) << known.nats << ' ' << known.degrees;
    EXPECT_NEAR(interval->high, known.high, 2e-9) << known.nats << ' ' << known.degrees;
  }
}

// mpmath, 40 digits, the mixture summed term by term; the cases beyond J = 3 take the quadrature.
TEST(GaussianPlugInCdf, AgreesWithLongArithmetic) {
  struct Known {
    double nats, population, degrees;
    int rank;
    double probability;
  };
  for (const Known& known :
       {Known{0.1, 0.1, 20, 1, 0.48040807171920518}, Known{0.3, 0.2, 100, 3, 0.9172649674022387},
        Known{2, 1.5, 8, 2, 0.80482034852847926}, Known{3, 3.2, 6, 1, 0.24895322704616442},
        Known{5, 5, 3, 1, 0.3535574033952722}, Known{6, 5.5, 2.5, 1, 0.5655531392194916},
        Known{4, 4, 100, 5, 0.39962796552429902}, Known{3.2, 3.25, 400, 3, 0.1415608962028998},
        Known{0.5, 0.49, 1e4, 2, 0.89454906056708515}, Known{1e-6, 1e-6, 1e7, 3, 0.41079365369261745}}) {
    EXPECT_NEAR(gaussian_plug_in_cdf(known.nats, known.population, known.degrees, known.rank), known.probability, 5e-9);
  }
}

TEST(GaussianInterval, ManyRowsComeCloseToFishersZ) {
  // artanh R is normal around artanh ρ + ρ/2n with variance 1/n, up to terms of order 1/n.
  constexpr double kDegrees = 1e7;
  for (const double nats : {0.01, 0.5, 5.0, 15.0}) {
    const Interval interval = *gaussian_interval_nats(nats, kDegrees, 1, 1);
    const double z = nats + std::log1p(std::sqrt(-std::expm1(-2 * nats)));
    const double half = 1.959963984540054 / std::sqrt(kDegrees);
    const double shift = std::tanh(z) / (2 * kDegrees);
    const auto log_cosh = [](double x) { return x + std::log1p(std::exp(-2 * x)) - std::log(2); };
    EXPECT_NEAR(interval.low, log_cosh(z - shift - half), 1e-9) << nats;
    EXPECT_NEAR(interval.high, log_cosh(z - shift + half), 1e-9) << nats;
  }
}

TEST(GaussianPlugInCdf, TheTwoWaysToSumMeet) {
  // The spread of K crosses the threshold between them somewhere here: no fourth difference may show a seam.
  for (const double degrees : {1.5, 3.0, 30.0, 1000.0}) {
    const auto at = [&](int step) {
      const double nats = 0.8 + 0.01 * step;
      return gaussian_plug_in_cdf(nats - 0.1, nats, degrees, 1);
    };
    for (int step = 0; step < 240; ++step) {
      const double fourth = at(step) - 4 * at(step + 1) + 6 * at(step + 2) - 4 * at(step + 3) + at(step + 4);
      EXPECT_NEAR(fourth, 0, 1e-7) << degrees << ' ' << step;
    }
  }
}

TEST(GaussianInterval, CoversAsOftenAsItSays) {
  constexpr int kTables = 2000;
  for (const GaussianRows& shape :
       {GaussianRows{.rows = 14, .rank = 2, .strength = 0.8}, GaussianRows{.rows = 40, .rank = 1, .strength = 0.25},
        GaussianRows{.rows = 25, .rank = 3, .strength = 5}}) {
    base::Random random(3);
    int covered = 0;
    int below = 0;
    for (int table = 0; table < kTables; ++table) {
      const double nats = draw_plug_in_nats(shape, random);
      const Interval interval = *gaussian_interval_nats(nats, shape.degrees(), shape.rank, 1);
      covered += interval.covers(shape.nats()) ? 1 : 0;
      below += shape.nats() < interval.low ? 1 : 0;
    }
    EXPECT_NEAR(covered / double{kTables}, 0.95, 0.0147);  // three standard errors
    EXPECT_NEAR(below / double{kTables}, 0.025, 0.0105);
  }
}

TEST(GaussianInterval, LevelIsTheCallers) {
  const Interval narrow = *gaussian_interval_nats(0.3, 50, 2, 1, 0.5);
  const Interval wide = *gaussian_interval_nats(0.3, 50, 2, 1, 0.999);
  EXPECT_LT(wide.low, narrow.low);
  EXPECT_GT(wide.high, narrow.high);
  EXPECT_NEAR(gaussian_plug_in_cdf(0.3, narrow.high, 50, 2), 0.25, 1e-9);
  EXPECT_NEAR(gaussian_plug_in_cdf(0.3, narrow.low, 50, 2), 0.75, 1e-9);
}

TEST(GaussianInterval, EndsAreZeroWhenIndependenceIsAllowed) {
  const Interval interval = *gaussian_interval_nats(0.001, 100, 3, 1);  // far less than the bias, 0.0153
  EXPECT_EQ(interval.low, 0);
  EXPECT_EQ(interval.high, 0);
  EXPECT_EQ(gaussian_interval_nats(gaussian_bias_nats(100, 3, 1), 100, 3, 1)->low, 0);
}

TEST(GaussianInterval, Edges) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(gaussian_interval_nats(0, 30, 2, 1)->high, 0);
  EXPECT_EQ(gaussian_interval_nats(0, 30, 0, 1)->high, 0);
  EXPECT_FALSE(gaussian_interval_nats(kInfinity, 30, 2, 1).has_value());
  EXPECT_FALSE(gaussian_interval_nats(0.5, 30, 2, 2).has_value());
  EXPECT_FALSE(gaussian_interval_nats(0.5, 2, 2, 1).has_value());
}

TEST(GaussianInterval, AllSizesGiveOrderedFiniteEnds) {
  for (const double degrees : {2.01, 3.0, 50.0, 1e3, 1e5, 1e7}) {
    for (const double nats : {1e-12, 1e-6, 1e-3, 0.1, 1.0, 8.0, 16.0}) {
      for (const int rank : {1, 2, 40}) {
        if (!(degrees > rank)) continue;
        const Interval interval = *gaussian_interval_nats(nats, degrees, rank, 1);
        EXPECT_GE(interval.low, 0);
        EXPECT_LE(interval.low, interval.high);
        EXPECT_LT(interval.high, nats + 40 / std::sqrt(degrees - rank) + 5) << degrees << ' ' << nats << ' ' << rank;
      }
    }
  }
}

}  // namespace
}  // namespace explainee::information
