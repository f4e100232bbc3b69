// explainee/explain/shapes/reading.h: how a reader takes some rows: what is made of what is known, and in which shape
// each candidate tells most.
#pragma once

#include <cstddef>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/explain/shapes/held_rows.h"
#include "explainee/explain/shapes/known_terms.h"
#include "explainee/explain/shapes/shape.h"
#include "explainee/explain/shapes/shape_libraries.h"
#include "explainee/information/crossfit/fold_grams.h"

namespace explainee::explain {

/// What a reader may do.
struct ReaderRules {
  bool terms = true;   ///< further columns are made of what is known
  bool shapes = true;  ///< candidates may be bent, cut and multiplied with what is known
};

/// What was fitted on some rows.
struct Reading {
  std::vector<int> terms;              ///< of the library
  std::vector<CandidateShape> shapes;  ///< per candidate
  bool linear_only = false;            ///< there are too few rows for what is known to be more than linear
};

/// Held rows dealt to folds, and all that may be made of what is known.
struct DealtRows {
  const HeldRows* held = nullptr;
  std::vector<Eigen::Index> order;  ///< rows, fold by fold
  information::FoldRows folds;      ///< in that order
};

/// Deals whole groups to folds of about equal size, seeded; in fewer folds where there are few groups.
[[nodiscard]] DealtRows deal(const HeldRows& held, std::size_t folds, std::uint64_t seed);

using information::Folds;

/// The dealt rows of some folds, by their place in `order`.
[[nodiscard]] std::vector<Eigen::Index> rows_of(const DealtRows& dealt, const Folds& folds);

/// One reading per list of folds.
[[nodiscard]] base::Result<std::vector<Reading>> read(const DealtRows& dealt, const TermLibrary& library,
                                                      const ShapeLibraries& libraries, const std::vector<Folds>& fits,
                                                      const ReaderRules& rules, const base::Control& control);

}  // namespace explainee::explain
