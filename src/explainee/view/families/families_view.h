// explainee/view/families/families_view.h: what each family of facts tells, as people are shown it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "explainee/base/errors/speech.h"
#include "explainee/explain/proposals/compare_families.h"
#include "explainee/view/names/plain_names.h"
#include "explainee/view/numbers/figure.h"

namespace explainee::view {

/// The best set of at most so many facts of one family.
struct FamilyStep {
  Figure bits;            ///< "0.912", "∞"
  Figure error;           ///< typical error with these facts, in the prediction's units as shown
  std::string seconds;    ///< "0.012", "<0.001"
  bool infinite = false;  ///< settles the prediction
  bool optimal = false;   ///< proven best
};

/// One family.
struct FamilyView {
  std::string name;
  std::size_t candidates = 0;
  Figure before;                  ///< typical error without any fact
  std::vector<FamilyStep> steps;  ///< with at most 1, 2, … facts
  std::string end;                ///< what the last of them tells: "0.91", "∞"; empty without any
};

/// All families.
struct FamiliesView {
  std::string subject;  ///< what is explained
  std::string person;   ///< to whom
  std::int64_t rows = 0;
  std::vector<FamilyView> families;
  std::vector<std::string> notes;  ///< what the columns are, and what was left out; each in one line
};

/// The comparison with plain names and numbers as texts.
[[nodiscard]] FamiliesView families_view(const explain::FamilyComparison& comparison, const PlainNames& names,
                                         const base::Speech& speech = base::command_line());

}  // namespace explainee::view
