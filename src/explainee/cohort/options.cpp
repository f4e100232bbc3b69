#include <algorithm>
#include <array>

#include "explainee/cohort/cohort.h"

namespace explainee::cohort {

const std::vector<base::Option<explain::Options>>& shared_options() {
  static const std::vector<base::Option<explain::Options>> kRecords = [] {
    constexpr std::array kShared = {"prediction", "linear",     "answer-words", "sparsity", "features",
                                    "exclude",    "label",      "id",           "weight",   "missing",
                                    "seed",       "time-limit", "threads"};
    std::vector<base::Option<explain::Options>> records;
    for (base::Option<explain::Options> record : explain::explain_options()) {
      if (std::find(kShared.begin(), kShared.end(), record.name) == kShared.end()) continue;
      if (record.name == "time-limit")
        record.help = "of each person's search; what it found by then is marked unproven";
      records.push_back(record);
    }
    return records;
  }();
  return kRecords;
}

const std::vector<base::Option<CohortOptions>>& cohort_options() {
  static const std::vector<base::Option<CohortOptions>> kRecords = {
      {.name = "catalogue",
       .group = "what",
       .argument = "K",
       .help = "also choose the 1, 2, … K explanations that together serve all these people best",
       .field = &CohortOptions::catalogue,
       .low = 0,
       .high = 1000},
  };
  return kRecords;
}

}  // namespace explainee::cohort
