// explainee/information/gaussian/gaussian_measure.h: what facts tell about numbers, from variances and covariances
// alone (mathematics §2, §8).
#pragma once

#include "explainee/information/measure.h"

namespace explainee::information {

/// ½ log det Σ(ŷ|u) − ½ log det Σ(ŷ|u,e): closed form, from moments. Takes no pass over the rows.
class GaussianMeasure final : public Measure {
 public:
  explicit GaussianMeasure(Material material) : material_(std::move(material)) {}

  [[nodiscard]] std::string_view name() const override { return "gaussian"; }
  [[nodiscard]] bool from_moments() const override { return true; }
  [[nodiscard]] base::Result<std::vector<MeasuredSet>> measure(std::span<const SetToMeasure> sets,
                                                               const base::Control& control) override;

 private:
  [[nodiscard]] MeasuredSet measure_one(const SetToMeasure& set) const;
  [[nodiscard]] std::optional<double> test(const SetToMeasure& set, const PersonProblem& problem,
                                           const search::Value& plain) const;

  Material material_;
};

/// Delete-one-fold values of a fixed set, in nats (plug-in), one per fold that has rows.
[[nodiscard]] std::vector<double> delete_one_nats(const Situation& situation, std::span<const FactColumns> facts);

}  // namespace explainee::information
