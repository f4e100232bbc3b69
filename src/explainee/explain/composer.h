// explainee/explain/composer.h: the steps of explain() and score() on gathered moments, in order.
#pragma once

#include <memory>
#include <optional>

#include "explainee/base/control.h"
#include "explainee/base/result.h"
#include "explainee/explain/explanation.h"
#include "explainee/explain/fit.h"
#include "explainee/explain/gather.h"
#include "explainee/explain/row_pass.h"
#include "explainee/explain/setting.h"
#include "explainee/search/solution.h"

namespace explainee::explain {

/// Everything the steps share; each step reads what earlier ones wrote and adds to `answer`.
struct Composition {
  Gathered gathered;
  Options options;
  base::Control control;                        ///< for work that is not the search
  base::Control searching;                      ///< the same with the time limit
  std::unique_ptr<const moments::Fold> summed;  ///< the folds' sum, unless there is only one
  user::Summary summary;
  std::vector<Facts> everyone;  ///< candidates that could tell somebody something
  std::vector<Facts> open;      ///< those that are open to her
  std::vector<Facts> judged;    ///< the explanation to judge, for score
  Setting setting;              ///< with the open candidates; when judging, with the judged ones
  PersonProblem problem;
  std::optional<search::Set> told;  ///< best over all whom she may be, where she answered a few questions
  search::Solution solution;
  std::vector<double> delete_one;  ///< of the chosen set
  Explanation answer;

  /// The moments of all rows.
  [[nodiscard]] const moments::Fold& total() const {
    return summed != nullptr ? *summed : gathered.moments->folds.front();
  }
};

/// Validates, gathers and prepares: all that comes before the choice. `judging`: for score().
[[nodiscard]] base::Result<Composition> compose(const Input& input, const Options& options,
                                                const base::Control& control, bool judging = false);
/// A search, and the one that a method asks for where it is not the Lasso's own.
using Finder = search::Solution (*)(const search::Problem&, const search::SearchOptions&);
[[nodiscard]] Finder finder(const std::string& method);
/// All candidates; those without any moment are left out.
[[nodiscard]] std::vector<Facts> facts_of(const Gathered& gathered);
/// The explanation to judge.
[[nodiscard]] std::vector<Facts> judged_facts(const Gathered& gathered);
/// Whether there are rows enough for facts with so many columns (mathematics §5).
[[nodiscard]] base::Result<void> check_rows(const Composition& composition, int columns);
/// Conditions on the person and splits the candidates; fails when rows are too few or sparsity does not fit.
[[nodiscard]] base::Result<void> prepare(Composition& composition);
/// Runs the search that the options ask for; fills method, certificate, alternatives and curve.
[[nodiscard]] base::Result<void> choose(Composition& composition);
/// Takes a given set instead of searching (score).
[[nodiscard]] base::Result<void> take_judged(Composition& composition);
/// Keeps the proof in a form that can be checked, or warns why there is none.
void keep_proof(Composition& composition);
/// Coefficients, intercept, uncertainty and the order of facts.
void describe_facts(Composition& composition);
/// Bits with bias correction and intervals, honesty, alternatives that cannot be told apart.
void measure_information(Composition& composition);
/// The best sets for nobody in particular, and what they tell this person.
void add_impersonal(Composition& composition);
/// Where row N of the caller's table stands among the rows that are read.
[[nodiscard]] base::Result<std::int64_t> position_of(const Gathered& gathered, std::int64_t row);
/// Second pass over the rows, where there are rows.
[[nodiscard]] base::Result<void> look_at_rows(Composition& composition);
/// The explanation as something that can be used on other rows.
[[nodiscard]] std::shared_ptr<const Explainer> keep_explainer(const Composition& composition, const Fit& fit,
                                                              const RowModel& model, const RowSums& sums);
/// What the reader should know.
void add_warnings(Composition& composition);

}  // namespace explainee::explain
