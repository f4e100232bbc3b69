#include "explainee/information/measure.h"

#include "explainee/information/jackknife.h"

namespace explainee::information {

std::optional<bool> Measure::indistinguishable(const MeasuredSet& first, const MeasuredSet& second) const {
  const Searched& one = first.searched;
  const Searched& other = second.searched;
  if (one.infinite && other.infinite) return true;
  if (one.infinite || other.infinite) return std::nullopt;
  // What is charged for columns does not change from fold to fold, so the difference is tested with it taken off.
  const auto charged = [](const Searched& set) {
    std::vector<double> values = set.delete_one;
    for (double& nats : values) nats -= set.charge_nats;
    return values;
  };
  const std::vector<double> one_left_out = charged(one);
  const std::vector<double> other_left_out = charged(other);
  return difference_covers_zero({one.objective_nats(), one_left_out}, {other.objective_nats(), other_left_out});
}

}  // namespace explainee::information
