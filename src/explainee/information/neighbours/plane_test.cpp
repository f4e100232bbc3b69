#include "explainee/information/neighbours/plane.h"

#include <gtest/gtest.h>

#include "explainee/base/random.h"
#include "explainee/information/neighbours/plane_queries.h"

namespace explainee::information {
namespace {

TEST(Plane, CountsWhatIsInARectangleOfPlaces) {
  base::Random random(4);
  for (const std::uint32_t points : {1U, 2U, 15U, 16U, 17U, 300U, 4096U, 5000U}) {
    Eigen::MatrixXd values = Eigen::MatrixXd::NullaryExpr(points, 2, [&] { return random.normal(); });
    values.col(1) += 2 * values.col(0);  // cells are unequally full
    const Plane plane(Line(values.col(0)), Line(values.col(1)));
    const std::vector<std::uint32_t> places_across = plane.across().places();
    const auto some = [&] {
      const auto a = static_cast<std::uint32_t>(random.below(points + 1));
      const auto b = random.below(4) == 0 ? points - a : static_cast<std::uint32_t>(random.below(points + 1));
      return Places{std::min(a, b), std::max(a, b)};
    };
    std::vector<Places> across = {{0, points}, {0, 0}, {0, 1}};
    std::vector<Places> along = {{0, points}, {0, points}, {0, points}};
    for (int i = 0; i < 500; ++i) {
      across.push_back(some());
      along.push_back(some());
    }
    std::vector<std::uint32_t> found(across.size());
    points_within(plane, across.data(), along.data(), across.size(), found.data());
    const auto among = [](std::uint32_t place, Places places) { return place >= places.first && place < places.last; };
    for (std::size_t i = 0; i < across.size(); ++i) {
      std::uint32_t naive = 0;
      for (std::uint32_t point = 0; point < points; ++point) {
        const bool inside = among(places_across[point], across[i]) && among(plane.places_along()[point], along[i]);
        naive += inside ? 1 : 0;
      }
      ASSERT_EQ(found[i], naive) << points << " points, rectangle " << i;
    }
  }
}

}  // namespace
}  // namespace explainee::information
