// explainee/information/measure.h: what sets of facts tell, whatever the estimator: the seam between explaining and
// estimating. docs/estimators.md says how to add one.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/information/claim.h"
#include "explainee/information/classes/classes.h"
#include "explainee/information/fine/fine_moments.h"
#include "explainee/information/gaussian/person_problem.h"
#include "explainee/information/interval.h"
#include "explainee/information/rows.h"
#include "explainee/information/situation.h"
#include "explainee/information/test_basis.h"

namespace explainee::information {

/// All that a measure may be made of; what it points to outlives the measure.
struct Material {
  Situation situation;
  const moments::Fold* total = nullptr;  ///< the moments of all rows
  Rows* rows = nullptr;                  ///< none: moments are all there is
  std::optional<Classes> classes;        ///< when the prediction is a class
  bool blocks = false;                   ///< rows hang together, so that errors cannot be had row by row
  std::optional<std::int64_t> row;       ///< number of the row whose surprise is asked for
  std::uint64_t seed = 0;                ///< of draws that tests make
};

/// A set of facts, and what is asked about it.
struct SetToMeasure {
  std::vector<FactColumns> facts;
  /// The search problem of these facts alone, where it is at hand; else it is made from the moments.
  std::shared_ptr<const PersonProblem> problem = nullptr;
  /// Covariances of all that it takes in 32 digits, where those of the moments lack digits for this set.
  std::shared_ptr<const FineMoments> fine = nullptr;
  bool compared = true;   ///< people see its figure beside the others': all of these are measured in one way
  bool in_full = false;   ///< correction, interval and row too; else no more than its nats
  bool by_folds = false;  ///< what it takes to say which sets the rows cannot tell apart
  bool tested = false;    ///< the set was named before looking: could chance look so informative?
  /// Of a test that was made elsewhere by flipping signs, which knows the shapes that were fitted; none: it is made.
  std::optional<double> p_value = std::nullopt;
  double choice_variance = 0;  ///< of nats, by choosing the set anew from other rows; 0: it was named before looking
  /// Of the nats of the search over all whom the reader may be, 95 %; none: it is known who the reader is.
  std::optional<Interval> person_nats = std::nullopt;
  Claim claim = {};  ///< what the search proved of it
};

/// Of a class: how often the likeliest one is the predicted one.
struct Chances {
  double right_before = 0;  ///< share of rows, given what she has
  double right_after = 0;   ///< and given the facts too
  bool counted = true;      ///< by cells of equal values; else by a model
};

/// A set in the terms of the search, which sees covariances whatever the measure; in nats.
struct Searched {
  double nats = 0;                 ///< plug-in; of the directions that are not settled when infinite
  double charge_nats = 0;          ///< for columns beyond one a fact
  bool infinite = false;           ///< it settles some direction completely
  double corrected_nats = 0;       ///< nats less their upward bias; where the set is measured in full
  std::vector<double> delete_one;  ///< nats without one fold each; where folds were asked for

  /// What was maximised.
  [[nodiscard]] double objective_nats() const { return nats - charge_nats; }
};

/// What a set tells, in nats.
struct MeasuredSet {
  double nats = 0;                     ///< plug-in; of the directions that are not settled when infinite
  bool infinite = false;               ///< it settles some direction of the prediction completely
  double compared_nats = 0;            ///< what sets are compared by: nats less what the measure charges for columns
  std::optional<double> open_nats;     ///< no more can be told; none: there is no such limit
  double corrected_nats = 0;           ///< nats less their upward bias
  std::optional<Interval> interval;    ///< 95 %
  std::optional<double> too_few_rows;  ///< effective rows, where these are too few for an interval
  std::optional<Interval> gaussian_interval;  ///< exact when the rows are Gaussian, 95 %
  std::optional<double> p_value;              ///< where a test was asked for
  TestBasis test = TestBasis::kEqualVariances;
  std::optional<int> blocks;       ///< of rows that hang together, where the test counted them
  std::optional<double> row_nats;  ///< log p(ŷ|u,e) − log p(ŷ|u) of the row asked for; none: not by this measure
  std::optional<Chances> chances;  ///< when the prediction is a class
  Claim claim;                     ///< what is proven, in the terms of this measure
  Searched searched;               ///< the same set as the search sees it
};

/// An estimator at work on one person and one table.
class Measure {
 public:
  virtual ~Measure() = default;

  /// As JSON has it: "gaussian".
  [[nodiscard]] virtual std::string_view name() const = 0;

  /// Whether moments suffice, so that the figures of a few folds can be had too (honest_bits).
  [[nodiscard]] virtual bool from_moments() const = 0;

  /// One result per set, in order. kInterrupted when stopped.
  [[nodiscard]] virtual base::Result<std::vector<MeasuredSet>> measure(std::span<const SetToMeasure> sets,
                                                                       const base::Control& control) = 0;

  /// Whether the rows cannot tell two sets apart, both measured by folds; none: it cannot be said. Unless a measure
  /// knows better, in the terms of the search, which ranked them.
  [[nodiscard]] virtual std::optional<bool> indistinguishable(const MeasuredSet& first,
                                                              const MeasuredSet& second) const;
};

}  // namespace explainee::information
