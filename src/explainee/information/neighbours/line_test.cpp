#include "explainee/information/neighbours/line.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "explainee/base/random.h"

namespace explainee::information {
namespace {

/// Both ends by looking at all values.
void expect_naive(const Eigen::VectorXd& values, const std::vector<double>& radii) {
  const Line line(values);
  std::vector<std::uint32_t> places(radii.size());
  std::iota(places.begin(), places.end(), 0U);
  for (const bool inclusive : {false, true}) {
    const std::vector<Places> found = line.within(places, radii, inclusive);
    for (std::size_t i = 0; i < places.size(); ++i) {
      const double own = values[line.order()[i]];
      std::uint32_t near = 0;
      std::uint32_t under = 0;
      for (const double value : values) {
        const double apart = std::abs(value - own);
        const bool counts = inclusive ? apart <= radii[i] : apart < radii[i];
        near += counts ? 1 : 0;
        under += !counts && value < own ? 1 : 0;
      }
      ASSERT_EQ(found[i].count(), near) << own << " ± " << radii[i];
      ASSERT_EQ(found[i].first, near > 0 ? under : found[i].last);
    }
  }
}

/// Radii to other values, exactly; nought, below and beyond all.
std::vector<double> radii_for(const Eigen::VectorXd& values, base::Random& random) {
  const auto some = [&] {
    return values[static_cast<Eigen::Index>(random.below(static_cast<std::uint64_t>(values.size())))];
  };
  std::vector<double> radii(static_cast<std::size_t>(values.size()));
  for (double& radius : radii) radius = std::abs(some() - some());
  const std::vector<double> special = {0, -1, 1e-300, 1e300, std::numeric_limits<double>::infinity()};
  for (std::size_t i = 0; i < radii.size(); i += 7) radii[i] = special[(i / 7) % special.size()];
  return radii;
}

TEST(Line, SortsEqualValuesByRow) {
  base::Random random(2);
  for (const Eigen::Index rows : {1, 5, 511, 512, 3000}) {
    Eigen::VectorXd values = Eigen::VectorXd::NullaryExpr(rows, [&] { return std::round(5 * random.normal()) / 4; });
    for (Eigen::Index i = 0; i < rows; i += 3) values[i] *= 1 + 1e-14 * random.normal();  // alike in their first digits
    for (Eigen::Index i = 0; i < rows; i += 11) values[i] = i % 2 == 0 ? 0.0 : -0.0;
    std::vector<std::uint32_t> order(static_cast<std::size_t>(rows));
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return values[a] < values[b]; });
    const Line line(values);
    EXPECT_TRUE(std::equal(order.begin(), order.end(), line.order().begin(), line.order().end()));
    const std::vector<std::uint32_t> places = line.places();
    for (std::uint32_t place = 0; place < order.size(); ++place) EXPECT_EQ(places[order[place]], place);
  }
}

TEST(Line, WhatIsNearIsTheNaiveAnswer) {
  base::Random random(5);
  const auto values = [&](Eigen::Index rows, const auto& value) {
    return Eigen::VectorXd(Eigen::VectorXd::NullaryExpr(rows, value));
  };
  for (const Eigen::Index rows : {1, 2, 7, 8, 100, 1500}) {
    const Eigen::VectorXd some[] = {
        values(rows, [&] { return random.normal(); }),
        values(rows, [&] { return std::round(3 * random.normal()) / 3; }),
        values(rows, [&] { return std::tan(3.14159 * (random.uniform() - 0.5)); }),
        values(rows, [&] { return std::exp(200 * random.normal()); }),
        values(rows, [&] { return 1e9 + 1e-7 * random.normal(); }),
        values(rows, [&] { return 1e9 + 1e-2 * random.normal(); }),
        values(rows, [&] { return 1.7e308 * std::cos(static_cast<double>(random.below(100))); }),
        values(rows, [&] { return 4.0; }),
    };
    for (const Eigen::VectorXd& column : some) expect_naive(column, radii_for(column, random));
  }
}

}  // namespace
}  // namespace explainee::information
