// explainee/information/gaussian/gaussian_measure.h: what facts tell about numbers, from variances and covariances
// alone (mathematics §2, §8).
#pragma once

#include "explainee/information/measure.h"

namespace explainee::information {

/// ½ log det Σ(ŷ|u) − ½ log det Σ(ŷ|u,e): closed form, from moments. Where there are rows, one pass over them for sets
/// that are tested or measured in full: for the test, and for whether rows look Gaussian.
class GaussianMeasure final : public Measure {
 public:
  explicit GaussianMeasure(Material material) : material_(std::move(material)) {}

  [[nodiscard]] std::string_view name() const override { return "gaussian"; }
  [[nodiscard]] bool from_moments() const override { return true; }
  [[nodiscard]] base::Result<std::vector<MeasuredSet>> measure(std::span<const SetToMeasure> sets,
                                                               const base::Control& control) override;

 private:
  /// What the rows say of a set beside its moments.
  struct Findings {
    std::optional<double> p_value;
    std::optional<int> blocks;
    bool gaussian = false;
  };

  [[nodiscard]] base::Result<std::vector<Findings>> look_at_rows(std::span<const SetToMeasure> sets,
                                                                 const base::Control& control) const;
  [[nodiscard]] MeasuredSet measure_one(const SetToMeasure& set, const Findings& findings) const;
  [[nodiscard]] bool parts_are_known(const PersonProblem& problem) const;
  [[nodiscard]] std::optional<double> test(const SetToMeasure& set, const PersonProblem& problem,
                                           const search::Value& plain) const;

  Material material_;
};

/// Delete-one-fold values of a fixed set, in nats (plug-in), one per fold that has rows.
[[nodiscard]] std::vector<double> delete_one_nats(const Situation& situation, std::span<const FactColumns> facts);

}  // namespace explainee::information
