#include "explainee/cohort/serve/serve_options.h"

#include <limits>

namespace explainee::cohort {

double nats_of(const search::Value& value) {
  return value.determined > 0 ? std::numeric_limits<double>::infinity() : value.objective_nats();
}

}  // namespace explainee::cohort
