#include <array>

#include "explainee/cohort/cohort.h"
#include "explainee/request/records/records.h"

namespace explainee::cohort {

const std::vector<request::Record>& shared_records() {
  static const std::vector<request::Record> kRecords = [] {
    constexpr std::array<std::string_view, 23> kShared = {
        "prediction", "reader", "linear", "answer-words", "sparsity", "tell",       "features", "exclude",
        "family",     "group",  "cuts",   "windows",      "label",    "id",         "weight",   "block",
        "missing",    "seed",   "paper",  "effort",       "work",     "time-limit", "threads"};
    std::vector<request::Record> records = request::select_records(kShared);
    for (request::Record& record : records) {
      if (record.name == "time-limit")
        record.help = "of each person's search; what it found by then is marked unproven";
      if (record.name == "work")
        record.help =
            "for each person stop searching after about N billion steps (10: about ten seconds of one core; a tenth of "
            "that "
            "where all are served at once), the same on any machine; what it found by then is marked unproven; 0: "
            "until "
            "it is proven";
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
