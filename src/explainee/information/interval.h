// explainee/information/interval.h: two ends, the way every uncertainty of a value is told, and the ends for an
// information.
#pragma once

#include <limits>
#include <optional>

namespace explainee::information {

/// How often an interval is to cover the truth, unless the caller asks otherwise.
inline constexpr double kLevel = 0.95;

/// With fewer rows no interval is told: standard errors are then too rough.
inline constexpr double kFewestRowsForInterval = 50;

/// Every number from low to high, both included; ends may be infinite.
struct Interval {
  double low = 0;
  double high = 0;

  /// True when the number lies between the ends or on one of them.
  [[nodiscard]] bool covers(double number) const { return low <= number && number <= high; }
};

/// What is known of how an information varies from table to table, in nats.
struct InformationSpread {
  /// How the variance grows with the information.
  enum class Law {
    kVariances,  ///< of numbers: as R² = 1 − e^{−2I}
    kChances,    ///< of a class: as I itself
  };

  double nats = 0;                                         ///< plug-in
  double corrected_nats = 0;                               ///< less its upward bias: the centre
  double variance = 0;                                     ///< of nats
  double parts = std::numeric_limits<double>::infinity();  ///< folds, blocks or rows that `variance` is from
  double rows = 0;                                         ///< effective rows
  int degrees = 0;             ///< free directions of what is told: columns of facts × predictions
  double choice_variance = 0;  ///< of nats, by choosing the facts anew; 0: they were named; infinite: unknown
  std::optional<double> open_nats = std::nullopt;  ///< no more can be told; none: no such limit
  Law law = Law::kVariances;
  /// Of nats, over all whom the reader may be; none: it is known who the reader is.
  std::optional<Interval> person_nats = std::nullopt;
};

/// Which informations of the population are compatible with the plug-in value (mathematics §8): all x with
/// (corrected − x)² ≤ t²·V(x), where V(x), the variance if x were true, is the one found at the plug-in value, scaled
/// by its law; of a named set at most (√plug-in + t·√(V/4x))², which is closer near 0; cut to [0, what is open]. Where
/// it is uncertain who the reader is, each end is further from the centre by the end of `person_nats`, less the bias:
/// squares of distances add up, on the scale of the law. None below kFewestRowsForInterval rows, with fewer than two
/// parts, or where a figure is not finite.
[[nodiscard]] std::optional<Interval> information_interval(const InformationSpread& spread, double level = kLevel);

}  // namespace explainee::information
