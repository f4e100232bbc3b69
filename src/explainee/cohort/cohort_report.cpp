#include "explainee/cohort/cohort_report.h"

#include <algorithm>
#include <cmath>

#include "explainee/base/tolerances.h"

namespace explainee::cohort {

double most_nats() { return -0.5 * std::log(base::kDetermined); }

double capped_nats(double nats) { return std::min(std::max(0.0, nats), most_nats()); }

}  // namespace explainee::cohort
