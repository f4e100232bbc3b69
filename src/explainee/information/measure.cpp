#include "explainee/information/measure.h"

#include <cmath>

#include "explainee/information/jackknife.h"

namespace explainee::information {

std::optional<bool> Measure::indistinguishable(const MeasuredSet& first, const MeasuredSet& second) const {
  const Searched& one = first.searched;
  const Searched& other = second.searched;
  if (one.infinite && other.infinite) return true;
  if (one.infinite || other.infinite) return std::nullopt;
  // On the scale of R², on which errors are even; what is charged for columns does not change from fold to fold.
  const auto removed = [](double nats) { return -std::expm1(-2 * nats); };
  const auto left_out = [&](const Searched& set) {
    std::vector<double> values = set.delete_one;
    for (double& nats : values) nats = removed(nats - set.charge_nats);
    return values;
  };
  const std::vector<double> one_left_out = left_out(one);
  const std::vector<double> other_left_out = left_out(other);
  return difference_covers_zero({removed(one.objective_nats()), one_left_out},
                                {removed(other.objective_nats()), other_left_out});
}

}  // namespace explainee::information
