// explainee/cohort/cohort.h: the best facts for every person of a list, written as they are found; and a catalogue.
#pragma once

#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/base/option.h"
#include "explainee/cohort/cohort_report.h"
#include "explainee/cohort/run.h"
#include "explainee/cohort/sheet.h"
#include "explainee/explain/gather/gather.h"
#include "explainee/request/records/record.h"

namespace explainee::cohort {

/// What is asked for beside what explain() takes.
struct CohortOptions {
  int catalogue = 0;  ///< K: also choose the K explanations that serve all best; 0: none
};

/// Records of what of a request is about all people alike.
[[nodiscard]] const std::vector<request::Record>& shared_records();
/// Records of CohortOptions.
[[nodiscard]] const std::vector<base::Option<CohortOptions>>& cohort_options();

/// Serves everybody: all at once from one pass over the rows where a quadratic or linear reader is told columns as they
/// are, as many as are asked for (serve/); else one by one, as explain() would (one_by_one/). Memory does not grow with
/// their number, but for people who answered questions: their answers, and for a catalogue what was learnt from them,
/// are held. When stopped, the journal stays and the same call goes on.
[[nodiscard]] base::Result<CohortReport> serve_cohort(const explain::Input& input, const request::Request& request,
                                                      const CohortOptions& cohort, const CohortFiles& files,
                                                      const base::Control& control);

}  // namespace explainee::cohort
