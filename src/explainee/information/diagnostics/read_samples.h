// explainee/information/diagnostics/read_samples.h: samples of the rows behind the moments.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "explainee/information/diagnostics/sample.h"
#include "explainee/information/measure.h"

namespace explainee::information {

/// Which columns, and what they are called.
struct SampleRequest {
  std::vector<std::vector<FactColumns>> sets;  ///< of facts, one sample each
  std::vector<int> summary;                    ///< columns of u to take; squares of others tell neighbours nothing new
  std::vector<std::string> column_names;       ///< of all moment columns
  std::vector<std::string> summary_names;      ///< of all columns of u
  std::int64_t most_rows = 100000;             ///< more are drawn down to about so many
  std::uint64_t seed = 0;
};

/// Why estimators from rows cannot be had of this; empty: they can.
[[nodiscard]] base::Message why_no_samples(const Material& material);

/// One pass over the rows, which must be at hand. kInterrupted when stopped.
[[nodiscard]] base::Result<std::vector<Sample>> read_samples(const Material& material, const SampleRequest& request,
                                                             const base::Control& control);

}  // namespace explainee::information
