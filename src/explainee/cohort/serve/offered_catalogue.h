// explainee/cohort/serve/offered_catalogue.h: a few explanations for all, chosen on some people and offered to each.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/cohort/cohort_report.h"
#include "explainee/cohort/people/understanding.h"
#include "explainee/cohort/serve/explanation_pool.h"
#include "explainee/cohort/serve/served.h"

namespace explainee::cohort {

/// Catalogues of 1, 2, … explanations.
class OfferedCatalogue {
 public:
  /// Of at most `most` explanations for so many people; the problem outlives it.
  OfferedCatalogue(const SharedProblem& shared, int most, std::int64_t people);

  [[nodiscard]] bool wanted() const { return stride_ > 0; }
  /// Whether this person of the list takes part in choosing.
  [[nodiscard]] bool asks(std::int64_t person) const { return stride_ > 0 && person % stride_ == 0; }
  void add(Understanding person) { sample_.push_back(std::move(person)); }

  /// Chooses by those who were added; `given`: explanations that were given.
  [[nodiscard]] base::Result<void> choose(const Given& given, CohortReport& report, const base::Control& control);
  [[nodiscard]] bool any() const { return !lists_.empty(); }
  /// Gives a person the explanation that tells them most, of each catalogue; the place in the largest one.
  [[nodiscard]] double place(const Understanding& person, Status status, CohortReport& report) const;

 private:
  [[nodiscard]] CatalogueEntry offer(const std::vector<search::Set>& chosen);

  const SharedProblem& shared_;
  int most_;
  std::int64_t stride_ = 0;  // every so many people take part in choosing; 0: no catalogue
  std::vector<Understanding> sample_;
  std::vector<search::Set> offered_;             // all explanations of all catalogues
  std::vector<std::vector<std::size_t>> lists_;  // by their number: which of them
};

}  // namespace explainee::cohort
