// explainee/cohort/run.h: people from the list through a lane to the output, with a journal on the way.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/cohort/cohort_report.h"
#include "explainee/cohort/journal.h"
#include "explainee/cohort/lane.h"
#include "explainee/cohort/people/user_list.h"
#include "explainee/data/table_sink.h"

namespace explainee::cohort {

/// Where people come from and answers go.
struct CohortFiles {
  data::TableSource* users = nullptr;
  std::string journal;  ///< kept until the output is complete: a run that was stopped goes on from it
  std::function<base::Result<std::unique_ptr<data::TableSink>>(const std::vector<data::Column>&)> output;
};

/// What a run works with; all of it outlives the run.
struct RunParts {
  UserList& list;
  Lane& lane;
  const CohortFiles& files;
  std::int64_t people = 0;  ///< of the list
  base::Control control;
};

/// Serves everybody and writes the output. `journal`: just opened; it goes when the output is complete.
[[nodiscard]] base::Result<CohortReport> run_cohort(RunParts parts, Journal journal);

}  // namespace explainee::cohort
