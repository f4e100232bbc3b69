// explainee/explain/supported/told.h: how many facts are more than chance, and what telling them is worth on rows that
// took no part (information §7).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/explain/shapes/reading.h"
#include "explainee/explain/supported/drawn_rows.h"
#include "explainee/explain/supported/further_fact.h"
#include "explainee/explain/supported/proposed_set.h"
#include "explainee/explain/supported/seen_rows.h"
#include "explainee/explain/supported/worth.h"

namespace explainee::explain {

/// How much is done.
struct ToldRules {
  ReaderRules reader;
  SetRules sets;
  bool decide = true;    ///< the number of facts; else as many as may be told
  bool measure = true;   ///< what they are worth on other rows
  bool test = false;     ///< whether all candidates, in any shape, tell something
  bool nested = true;    ///< fits without two parts say how many facts and how much spread a part is measured by; else
                         ///< those without one, which saw the part, at a third of the work
  bool compete = false;  ///< plain columns, fitted shapes and the learner propose, rows left out choose
  bool learner = true;   ///< it proposes and judges too
  RowDrawer drawn = {};  ///< rows that the model was asked about propose too; none: it is not asked
  bool draw_parts = true;  ///< they can be drawn like some rows alone, without the parts that are held out
  std::size_t folds = 10;  ///< rows are dealt to so many
  std::size_t parts = 5;   ///< of which so many are held out in turn, each some folds
  int deals = 1;           ///< so many times dealt anew, the figures averaged; once where a model is asked
  int draws = 999;         ///< of signs; in parts a quarter of it
  std::uint64_t seed = 0;
};

/// What was found.
struct Told {
  Reading reading;  ///< of all held rows
  TermLibrary library;
  int facts = 0;             ///< how many are told
  std::vector<SeenFact> of;  ///< facts of that reading
  std::vector<search::Set> best;
  std::vector<double> p_values;   ///< of a first, second … further fact, as far as was looked
  std::optional<double> p_value;  ///< of all candidates together, where that was asked for
  std::vector<int> considered;    ///< candidates chosen in any fit, and runners-up of the fit of all rows; increasing
  bool together = false;          ///< found only by looking at several facts at once
  std::optional<Competition> competition;
  std::optional<HeldOut> held_out;  ///< none below kFewestRows
  double fitted_nats = 0;           ///< on the rows themselves, less what fitting finds by chance
};

/// Fewer rows are no measure of what facts are worth on others.
inline constexpr Eigen::Index kFewestRows = 50;

/// Reads the rows, decides and measures.
[[nodiscard]] base::Result<Told> tell(const HeldRows& held, const ToldRules& rules, const base::Control& control);

}  // namespace explainee::explain
