// The example of docs/estimators.md: an estimator of one's own, which looks at signs alone.
#include <gtest/gtest.h>

#include <cmath>

#include "explainee/information/classes/contingency.h"
#include "explainee/information/measure.h"
#include "explainee/information/testing/measured_rows.h"

namespace explainee::information {
namespace {

// docs: begin
/// What it tells about a prediction above or below its mean whether the facts are above or below theirs.
class SignMeasure final : public Measure {
 public:
  explicit SignMeasure(Material material) : material_(std::move(material)) {}

  [[nodiscard]] std::string_view name() const override { return "signs"; }
  [[nodiscard]] bool from_moments() const override { return false; }  // it reads the rows

  [[nodiscard]] base::Result<std::vector<MeasuredSet>> measure(std::span<const SetToMeasure> sets,
                                                               const base::Control& control) override {
    std::vector<Contingency> cells(sets.size(), Contingency(2, 4096));
    EXPLAINEE_TRY(material_.rows->visit(control, [&](const auto& rows, const auto& weights, const auto& /*numbers*/) {
      for (Eigen::Index i = 0; i < rows.rows(); ++i) {
        const auto above = [&](int column) { return rows(i, column) > material_.total->mean[column]; };
        for (std::size_t s = 0; s < sets.size(); ++s) {
          std::string facts;
          for (const FactColumns& fact : sets[s].facts) facts += above(fact.columns.front()) ? '+' : '-';
          cells[s].add("", facts, above(material_.situation.predictions.front()) ? 1 : 0, weights[i]);
        }
      }
      return true;  // more rows are wanted
    }));
    std::vector<MeasuredSet> measured(sets.size());
    for (std::size_t s = 0; s < sets.size(); ++s) {
      const DiscreteInformation found = cells[s].measure();
      measured[s].nats = measured[s].compared_nats = found.nats;
      measured[s].corrected_nats = found.corrected_nats;
      measured[s].open_nats = found.open_nats;
      measured[s].claim = sets[s].claim;  // of the search, which looked at covariances
    }
    return measured;
  }

 private:
  Material material_;
};
// docs: end

TEST(OwnEstimator, MeasuresSetsFromRows) {
  Eigen::MatrixXd values(400, 3);  // x0, x1, prediction
  base::Random random(5);
  for (Eigen::Index i = 0; i < values.rows(); ++i) values.row(i) << random.normal(), random.normal(), 0.0;
  values.col(2) = values.col(0).array().exp();
  MeasuredRows rows(values, {}, 4);
  Material material = rows.material({}, {2});
  SignMeasure measure(material);
  const std::vector<SetToMeasure> sets = {{{{{0}}}}, {{{{1}}}}};
  const auto measured = measure.measure(sets, {}).value();
  EXPECT_GT(measured[0].nats, 0.2);
  EXPECT_LT(measured[1].nats, 0.02);
  EXPECT_LE(measured[0].nats, *measured[0].open_nats);
  EXPECT_FALSE(measure.indistinguishable(measured[0], measured[1]).has_value());  // no folds were asked for
}

}  // namespace
}  // namespace explainee::information
