// explainee/view/people/cohort_view.h: what happened to a cohort, as people are shown it.
#pragma once

#include <string>
#include <vector>

#include "explainee/cohort/cohort.h"
#include "explainee/view/numbers/figure.h"

namespace explainee::view {

/// So many explanations for all.
struct CatalogueStep {
  std::size_t explanations = 0;
  Figure share;  ///< of what personal ones tell: "93 %"
  Figure bits;   ///< on average
  bool exact = false;
};

/// One explanation of a catalogue.
struct CatalogueItem {
  std::string facts;   ///< "bmi, bp"
  std::string people;  ///< whom it serves best: "12 people"
};

/// The whole of it.
struct CohortView {
  std::vector<std::string> sentences;        ///< a line each
  std::vector<CatalogueStep> catalogue;      ///< none without one
  std::vector<CatalogueItem> items;          ///< of the largest catalogue
  std::vector<std::string> about_catalogue;  ///< sentences, a line each
};

/// The report with numbers as texts.
[[nodiscard]] CohortView cohort_view(const cohort::CohortReport& report);

}  // namespace explainee::view
