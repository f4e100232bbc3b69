// explainee/information/diagnostics/diagnosis.h: what an estimator from rows says of a set of facts, and how sure it
// is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "explainee/base/errors/message.h"
#include "explainee/information/interval.h"

namespace explainee::information {

/// What one estimator says, in nats.
struct Diagnosis {
  std::string formula;               ///< "Frenzel-Pompe"; empty when refused
  std::optional<double> nats;        ///< may be negative; none: refused, or infinite
  bool infinite = false;             ///< it settles the prediction
  std::optional<Interval> interval;  ///< 95 %, by a jackknife of ten blocks of rows
  std::optional<double> p_value;     ///< of I = 0; of a set that was named before looking
  bool lower_bound = false;          ///< I is at least this, but for the estimate's error
  std::optional<bool> converged;     ///< half of the rows say the same within two standard errors
  bool saturated = false;            ///< so many nats can hardly be seen in so few rows: I may be more
  std::int64_t rows = 0;             ///< that were looked at
  base::Message refusal = {};        ///< why there is no value
};

}  // namespace explainee::information
