// explainee/view/view.h: one explanation as people are shown it: names, numbers with their texts, steps of a row,
// sentences. Terminal, pictures, pages and plots lay a View out and compute nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "explainee/view/numbers/figure.h"
#include "explainee/view/row/row_view.h"
#include "explainee/view/sentences/sentence.h"

namespace explainee::view {

/// What is open about one prediction, and what the facts leave of it.
struct Gap {
  std::string label;   ///< "typical error", with several predictions "typical error of NAME"; of a class "open"
  Figure before;       ///< in the prediction's units as shown: "34.8 points"; of a class in bits
  Figure after;        ///< the same with the facts
  double left = 0;     ///< after / before, 0 … 1
  std::string summed;  ///< what that is in bits; empty where it stands elsewhere
};

/// Before and after, where neither is an error: shares of rows.
struct Change {
  Figure before;
  Figure after;
};

/// One chosen fact.
struct FactView {
  std::string name;          ///< as the explanation calls it
  std::string label;         ///< as people call it
  Figure weight;             ///< how much of the prediction it moves, in its units as shown
  double share = 0;          ///< of the weightiest fact's, 0 … 1
  std::string coefficient;   ///< "+4.57" per unit as shown, "bent", "several" or "category"
  std::string chosen_again;  ///< "85 %" of random halves of the rows; empty where not known
};

/// A set of facts and what it tells.
struct SetView {
  std::vector<std::string> facts;         ///< as people call them
  std::string text;                       ///< "age, sex and body mass index"
  Figure bits;                            ///< "0.912", "∞"
  bool infinite = false;                  ///< settles the prediction
  std::optional<bool> indistinguishable;  ///< the data cannot tell it from the chosen facts
};

/// The best set of at most so many facts.
struct CurveStep {
  int count = 0;
  SetView set;
  double share = 0;        ///< of the most that any of them tells, 0 … 1
  bool optimal = false;    ///< proven best
  bool adds_none = false;  ///< the same facts as the step before
};

/// The whole explanation.
struct View {
  std::string subject;  ///< what is explained: "risk", "risk and price"
  std::string person;   ///< to whom: "somebody who knows age"
  std::string title;    ///< "risk explained to somebody who knows age"
  std::int64_t rows = 0;
  std::vector<Gap> gaps;        ///< one per prediction; none where there is nothing to explain
  std::string all_together;     ///< what several predictions' gaps are in bits; empty with one
  std::string measured_on;      ///< "rows not used for choosing", for fitting; empty: the same rows
  std::optional<Change> right;  ///< of a class: how often the likeliest one is the predicted one
  std::string weight_title;     ///< what the facts' weights are: "moves the prediction by"
  std::vector<FactView> facts;  ///< weightiest first
  std::vector<CurveStep> curve;
  std::vector<SetView> alternatives;
  std::vector<RowView> row;         ///< the row asked for, once per prediction; none without
  std::vector<std::string> notes;   ///< what was set aside, and what the reader should know
  std::vector<Sentence> sentences;  ///< the headline first, the caution last
};

}  // namespace explainee::view
