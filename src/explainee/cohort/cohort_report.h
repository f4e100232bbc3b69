// explainee/cohort/cohort_report.h: what happened to a cohort, in figures over all people.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace explainee::cohort {

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
  std::int64_t nothing_found = 0;  ///< people for whom no fact is more than chance
  std::int64_t odd_answers = 0;    ///< people whose answers say little about who they are
  std::int64_t linear_only = 0;    ///< people of whose knowing squares and products could not be had
  std::int64_t different = 0;      ///< different explanations that were given
  double nats = 0;                 ///< average over people, infinite counted as most_nats()
  double impersonal_nats = 0;      ///< the same of the best facts for nobody in particular
  std::vector<std::string> impersonal;
  std::int64_t catalogue_sample = 0;  ///< people on whom the catalogue was chosen
  std::vector<CatalogueEntry> catalogue;
  bool one_by_one = false;
  std::string all_at_once_because;  ///< why people were served so who should have been one by one; empty: they were not
};

/// −½ log kDetermined: more than this cannot be told from everything.
[[nodiscard]] double most_nats();
/// As much of it as counts towards averages: never negative, +∞ as most_nats().
[[nodiscard]] double capped_nats(double nats);

}  // namespace explainee::cohort
