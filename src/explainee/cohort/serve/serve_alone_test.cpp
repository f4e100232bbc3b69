#include "explainee/cohort/serve/serve_alone.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "explainee/cohort/serve/serve.h"
#include "explainee/cohort/testing/small_town.h"
#include "explainee/explain/explain.h"

namespace explainee::cohort::serve_alone_test {
namespace {

using small_town::Crowd;
using small_town::Town;

/// The town with a category of three places that matters.
class Places {
 public:
  explicit Places(int rows, int columns = 3) : town(rows, columns, 11), target(town.p) {
    for (int j = 0; j < columns; ++j)
      table.add("x" + std::to_string(j), std::vector<double>(town.x.col(j).begin(), town.x.col(j).end()));
    const std::vector<std::string> names = {"Bergen", "Oslo", "Turku"};
    std::vector<std::string> cells;
    for (Eigen::Index i = 0; i < rows; ++i) {
      cells.push_back(names[static_cast<std::size_t>(i % 3)]);
      target[i] += 4.0 * static_cast<double>(i % 3);
    }
    table.add("place", cells);
    table.add("p", std::vector<double>(target.begin(), target.end()));
  }

  [[nodiscard]] explain::Input input() const { return {.table = data::Dataset::borrow(table)}; }
  /// One where the row is of this place.
  [[nodiscard]] Eigen::VectorXd indicator(Eigen::Index place) const {
    Eigen::VectorXd column(target.size());
    for (Eigen::Index i = 0; i < column.size(); ++i) column[i] = i % 3 == place ? 1 : 0;
    return column;
  }

  Town town;
  data::MemoryTable table;
  Eigen::VectorXd target;
};

TEST(ServeAlone, ACategoryIsOneFactOfSeveralColumns) {
  const Places places(90);
  const Crowd crowd = small_town::crowd_knowing(places.input(), Town::request(1), {"x0"}, true);
  EXPECT_FALSE(crowd.shared->crowd.has_value());
  const Served served = serve_alone(*crowd.shared, crowd.people[0], {});
  ASSERT_EQ(served.facts.size(), 1U);
  EXPECT_EQ(crowd.shared->name_of(served.facts[0]), "place");
  EXPECT_TRUE(std::isnan(served.coefficients[0]));
  Eigen::MatrixXd known = places.town.columns({0});
  Eigen::MatrixXd both(known.rows(), 3);
  both << known, places.indicator(1), places.indicator(2);
  const double before = small_town::regress(known, places.target).variance();
  const double after = small_town::regress(both, places.target).variance();
  EXPECT_NEAR(served.nats, 0.5 * std::log(before / after), 1e-9);
  EXPECT_NEAR(served.removed, 1 - std::sqrt(after / before), 1e-9);
  EXPECT_LT(served.objective_nats, served.nats);  // two columns are charged for one more
}

TEST(ServeAlone, EverybodyIsToldWhatExplainTellsThem) {
  const Places places(90);
  const std::vector<std::string> lists = {"", "x0", "place", "x0;x1"};
  const Crowd crowd = small_town::crowd_knowing(places.input(), Town::request(2), lists, true);
  for (std::size_t i = 0; i < lists.size(); ++i) {
    request::Request request = Town::request(2);
    request.who.linear = true;
    if (i == 1) request.who.knows = {"x0"};
    if (i == 2) request.who.knows = {"place"};
    if (i == 3) request.who.knows = {"x0", "x1"};
    const explain::Explanation alone = explain::explain(places.input(), request, {}).value();
    const Served served = serve_alone(*crowd.shared, crowd.people[i], {});
    ASSERT_EQ(served.facts.size(), alone.facts.size()) << lists[i];
    for (std::size_t k = 0; k < alone.facts.size(); ++k) {
      EXPECT_EQ(crowd.shared->name_of(served.facts[k]), alone.facts[k].name) << lists[i];
      EXPECT_EQ(std::isnan(served.coefficients[k]), alone.facts[k].coefficient.empty());
    }
    EXPECT_NEAR(served.nats, alone.information.nats, 1e-9);
    EXPECT_NEAR(served.objective_nats, alone.information.objective_nats, 1e-9);
    EXPECT_NEAR(served.removed, alone.uncertainty.removed.at(0), 1e-9);
    EXPECT_EQ(served.optimal, alone.claim.optimal());
  }
}

TEST(ServeAlone, RowsThatCarryANumberNeedNotCarryACategory) {
  const Places places(60, 57);
  const Crowd crowd = small_town::crowd_knowing(places.input(), Town::request(1), {"x0..x55", "x0..x56"}, true);
  EXPECT_EQ(serve_alone(*crowd.shared, crowd.people[0], {}).status, Status::kOk);
  const Served few = serve_alone(*crowd.shared, crowd.people[1], {});  // with one fact and two more all 60 are used
  EXPECT_EQ(few.status, Status::kTooFewRows);                          // but the category has two columns
  EXPECT_TRUE(few.facts.empty());
}

TEST(ServeAlone, ValuesOfGivenSetsAreWhatTheyTellLessTheirCharge) {
  const Places places(90);
  const Crowd crowd = small_town::crowd_knowing(places.input(), Town::request(2), {"x0", "x0;x1;x2;place"}, true);
  const std::vector<search::Set> sets = {{0}, {1}, {1, 2}, {3}};
  const std::vector<double> values = values_of(*crowd.shared, crowd.people[0], sets);
  ASSERT_EQ(values.size(), 4U);
  ASSERT_EQ(crowd.shared->name_of(3), "place");
  EXPECT_EQ(values[0], 0);  // known already
  const Eigen::MatrixXd known = places.town.columns({0});
  EXPECT_NEAR(values[1], small_town::nats_told(places.town, places.target, known, {1}), 1e-9);
  EXPECT_NEAR(values[2], small_town::nats_told(places.town, places.target, known, {1, 2}), 1e-9);
  const Served place = serve_alone(*crowd.shared, crowd.people[0], {});
  EXPECT_GT(place.objective_nats, values[3] - 1e-9);  // with one fact more
  for (const double value : values_of(*crowd.shared, crowd.people[1], sets)) EXPECT_EQ(value, 0);
}

}  // namespace
}  // namespace explainee::cohort::serve_alone_test
