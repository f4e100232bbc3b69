#include "explainee/information/interval.h"

#include <algorithm>
#include <cmath>

#include "explainee/base/tolerances.h"
#include "explainee/information/special_functions.h"

namespace explainee::information {
namespace {

/// The variance of the estimate as a function of the information that is true.
class VarianceLaw {
 public:
  explicit VarianceLaw(const InformationSpread& spread) : spread_(spread) {
    const double at_plug_in = share(std::max(spread.nats, 0.0));
    scale_ = at_plug_in > 0 ? spread.variance / at_plug_in : 0.0;
    // Of numbers Gaussian rows are the most that is hoped for; where little was found, so was little spread.
    if (spread.law == InformationSpread::Law::kVariances) scale_ = std::max(scale_, 1 / spread.rows);
  }

  /// The last summand is the variance that stays where nothing is told: that of a χ², scaled.
  [[nodiscard]] double at(double nats) const {
    return scale_ * share(nats) + 0.5 * spread_.degrees * scale_ * scale_ + spread_.choice_variance;
  }

  /// Where little is told, √I varies evenly whatever I is, by √(scale/2), and its upper end is the closer one.
  [[nodiscard]] double high_by_root(double t) const {
    const double root = std::sqrt(std::max(spread_.nats, 0.0)) + t * std::sqrt(scale_ / 2);
    return root * root;
  }

  /// By how much more than for Gaussian rows the plug-in value is too large where nothing is told.
  [[nodiscard]] double further_bias() const { return 0.5 * spread_.degrees * std::max(0.0, scale_ - 1 / spread_.rows); }

 private:
  [[nodiscard]] double share(double nats) const {
    return spread_.law == InformationSpread::Law::kVariances ? -std::expm1(-2 * nats) : 2 * nats;
  }

  const InformationSpread& spread_;
  double scale_ = 0;
};

/// Both ends further out by what it leaves open who the reader is.
Interval widened(const Interval& interval, double centre, double most, const InformationSpread& spread) {
  const bool variances = spread.law == InformationSpread::Law::kVariances;
  const double settled = -0.5 * std::log(base::kDetermined);
  const auto scaled = [&](double nats) {
    return variances ? -std::expm1(-2 * std::max(0.0, nats)) : std::max(0.0, nats);
  };
  const auto nats_of = [&](double scaled_nats) {
    if (!variances) return scaled_nats;
    return scaled_nats < 1 - base::kDetermined ? -0.5 * std::log1p(-scaled_nats) : settled;
  };
  const double bias = spread.nats - spread.corrected_nats;
  const double at = scaled(centre);
  const double below = std::max(0.0, at - scaled(spread.person_nats->low - bias));
  const double above = std::max(0.0, scaled(spread.person_nats->high - bias) - at);
  const double low = at - std::hypot(at - scaled(interval.low), below);
  const double high = at + std::hypot(scaled(interval.high) - at, above);
  return {std::max(0.0, nats_of(std::max(0.0, low))), std::min(most, nats_of(high))};
}

/// Where `inside` ends between a number at which it holds and one at which it does not.
template <class Inside>
double boundary(double holds, double fails, Inside inside) {
  while (std::abs(fails - holds) > base::kIntervalEnd * (std::abs(fails) + std::abs(holds))) {
    const double middle = 0.5 * (holds + fails);
    (inside(middle) ? holds : fails) = middle;
  }
  return holds;
}

}  // namespace

std::optional<Interval> information_interval(const InformationSpread& spread, double level) {
  const bool finite = std::isfinite(spread.nats + spread.corrected_nats + spread.variance + spread.choice_variance);
  if (!finite || spread.rows < kFewestRowsForInterval || !(spread.parts >= 2)) return std::nullopt;
  const VarianceLaw law(spread);
  const double t = student_quantile((1 + level) / 2, spread.parts - 1);
  const double most = spread.open_nats.value_or(std::numeric_limits<double>::infinity());
  const double centre = std::clamp(spread.corrected_nats, 0.0, most);
  const auto near = [&](double from, double nats) { return std::abs(from - nats) <= t * std::sqrt(law.at(nats)); };
  const auto from_below = [&](double nats) { return near(spread.corrected_nats - law.further_bias(), nats); };
  const auto from_above = [&](double nats) { return near(spread.corrected_nats, nats); };
  Interval interval{centre, centre};
  // After choosing, a low truth is no better known than the value found: what was chosen looks better than it is.
  if (spread.choice_variance > 0) {
    const double reach = t * std::sqrt(law.at(centre));
    interval.low = std::max(0.0, centre - law.further_bias() - reach);
  } else if (from_below(0)) {
    interval.low = 0;
  } else if (from_below(centre)) {
    interval.low = boundary(centre, 0.0, from_below);
  }
  double beyond = centre + t * std::sqrt(law.at(centre));
  while (beyond > 0 && beyond < most && from_above(beyond)) beyond *= 2;
  interval.high = beyond < most || !from_above(most) ? boundary(centre, std::min(beyond, most), from_above) : most;
  if (spread.choice_variance == 0) interval.high = std::min(interval.high, std::max(centre, law.high_by_root(t)));
  return spread.person_nats ? widened(interval, centre, most, spread) : interval;
}

}  // namespace explainee::information
