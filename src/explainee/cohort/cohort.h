// explainee/cohort/cohort.h: the best facts for every person of a list, written as they are found; and a catalogue.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/base/option.h"
#include "explainee/cohort/sheet.h"
#include "explainee/data/table_sink.h"
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

/// k explanations for all.
struct CatalogueEntry {
  std::vector<std::vector<std::string>> explanations;
  std::vector<std::int64_t> people;  ///< whom each of them tells most
  double nats = 0;                   ///< average over people
  double share = 0;                  ///< of what personal explanations tell, infinite counted as most_nats()
  bool best_looked_at = false;       ///< of the explanations looked at no k serve the people looked at better
  bool exact = false;                ///< no k explanations at all serve these people better
};

/// What happened.
struct CohortReport {
  std::string prediction;
  std::string data_sha256;
  std::int64_t rows = 0;
  std::int64_t rows_dropped = 0;
  int sparsity = 0;
  std::size_t candidates = 0;
  std::int64_t people = 0;
  std::int64_t resumed = 0;  ///< people whom an earlier run had served
  std::int64_t proven = 0;
  std::int64_t nothing_to_explain = 0;
  std::int64_t too_few_rows = 0;
  std::int64_t infinite = 0;
  std::int64_t odd_answers = 0;  ///< people whose answers say little about who they are
  std::int64_t linear_only = 0;  ///< people of whose knowing squares and products could not be had
  std::int64_t different = 0;    ///< different explanations that were given
  double nats = 0;               ///< average over people, infinite counted as most_nats()
  double impersonal_nats = 0;    ///< the same of the best facts for nobody in particular
  std::vector<std::string> impersonal;
  std::int64_t catalogue_sample = 0;  ///< people on whom the catalogue was chosen
  std::vector<CatalogueEntry> catalogue;
};

/// −½ log kDetermined: more than this cannot be told from everything.
[[nodiscard]] double most_nats();

/// Where people come from and answers go.
struct CohortFiles {
  data::TableSource* users = nullptr;
  std::string journal;  ///< kept until the output is complete: a run that was stopped goes on from it
  std::function<base::Result<std::unique_ptr<data::TableSink>>(const std::vector<data::Column>&)> output;
};

/// Serves everybody. Memory does not grow with their number, but for people who answered questions: their answers, and
/// for a catalogue what was learnt from them, are held. When stopped, the journal stays and the same call goes on.
[[nodiscard]] base::Result<CohortReport> serve_cohort(const explain::Input& input, const request::Request& request,
                                                      const CohortOptions& cohort, const CohortFiles& files,
                                                      const base::Control& control);

}  // namespace explainee::cohort
