// explainee/view/row/row_view.h: one row as steps from what the person expects to what the model says.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace explainee::view {

enum class StepKind { kStart, kFact, kRest, kEnd };

/// One step. Amounts and places are in the units of the prediction as people know it.
struct Step {
  StepKind kind = StepKind::kFact;
  std::string label = {};    ///< "she expects", "body mass index", "the rest", "the model says"
  std::string value = {};    ///< what the row has of the fact: "32.1 kg/m²"; empty for others
  double amount = 0;         ///< by how much it moves the expectation; 0 at the ends
  double from = 0;           ///< where it begins
  double to = 0;             ///< and ends; at the ends of the row both are the value there
  double share = 0;          ///< |amount| of the largest step's, 0 … 1
  std::string text = {};     ///< "+18.0"; at the ends the value with its unit: "230 points"
  std::string precise = {};  ///< the same in five significant digits and without unit, for tables: "+17.962"

  /// "body mass index 32.1 kg/m²".
  [[nodiscard]] std::string words() const { return kind == StepKind::kFact ? label + " " + value : label; }
};

/// A row and one prediction of it.
struct RowView {
  std::string name;         ///< "row 403", or by its id
  std::vector<Step> steps;  ///< start, facts, rest, end; without a prediction no rest, and the end is what is expected
  bool known = true;        ///< the prediction is known
};

/// A fact's part in a row, in the prediction's units as shown.
struct RowPart {
  std::string label;
  std::string value;
  double amount = 0;
};

/// What a row's steps are made of.
struct RowFigures {
  double expected = 0;
  std::vector<RowPart> parts;
  std::optional<double> rest;        ///< none where the prediction is not known
  std::optional<double> prediction;  ///< none where it is not known
};

/// How the ends of a row are called.
struct RowWords {
  std::string start = "she expects";
  std::string rest = "the rest";
  std::string end = "the model says";
};

/// "start", "fact", "rest", "end".
[[nodiscard]] const char* kind_name(StepKind kind);

/// The steps in order, facts as they are given; `text` of the steps is left to the caller.
[[nodiscard]] RowView row_view(const RowFigures& figures, const RowWords& words);

/// Positions of the parts, largest first, equal ones as they are given.
[[nodiscard]] std::vector<std::size_t> largest_first(std::span<const double> amounts);

}  // namespace explainee::view
