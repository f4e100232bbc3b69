// explainee/explain/compose/composer.h: the steps of explain() and score() on gathered moments, in order.
#pragma once

#include <memory>
#include <optional>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/explain/compose/fit.h"
#include "explainee/explain/compose/listed_set.h"
#include "explainee/explain/compose/setting.h"
#include "explainee/explain/explanation.h"
#include "explainee/explain/gather/gathered.h"
#include "explainee/explain/measured/honesty.h"
#include "explainee/explain/rows/row_pass.h"
#include "explainee/information/fine/fine_moments.h"
#include "explainee/search/problem/solution.h"

namespace explainee::explain {

struct HeldRows;

/// Everything the steps share; each step reads what earlier ones wrote and adds to `answer`.
struct Composition {
  Gathered gathered;
  request::Request request;
  base::Control control;                        ///< for work that is not the search
  base::Control searching;                      ///< the same with the time limit
  std::unique_ptr<const moments::Fold> summed;  ///< the folds' sum, unless there is only one
  person::Summary summary;
  std::vector<Candidate> everyone;  ///< candidates that could tell somebody something
  std::vector<Candidate> open;      ///< those that are open to her
  std::vector<Candidate> judged;    ///< the explanation to judge, for score
  Setting setting;                  ///< with the open candidates; when judging, with the judged ones
  PersonProblem problem;
  std::optional<person::Conditioning> fine_u;  ///< she, taken out in 32 digits where the moments' would not do
  std::shared_ptr<const information::FineMoments> fine;  ///< of columns of sets for which the moments' would not do
  double unranked_nats = 0;                              ///< sets that differ by less may be in another order
  std::optional<search::Set> told;  ///< best over all whom she may be, where she answered a few questions
  search::Solution solution;
  bool judging = false;                         ///< score(): the chosen set was given
  bool asks_anew = false;                       ///< for a flexible reader, also where there can only be a stiffer one
  bool trial = false;                           ///< nothing is wanted but what look_at_support() finds on few rows
  std::vector<AlreadyKnown> implied;            ///< candidates that rows show to follow from what is known
  std::shared_ptr<const HeldRows> held;         ///< rows as they are before shapes, where they were looked at
  std::vector<std::string> preferred;           ///< facts that rows left out prefer to those of the search; maybe none
  ListedSet chosen;                             ///< what the answer tells
  std::vector<ListedSet> alternatives;          ///< to it
  std::vector<ListedPoint> curve;               ///< bits against the number of facts
  std::optional<ListedSet> impersonal_all;      ///< the best for nobody
  std::optional<ListedSet> impersonal_unknown;  ///< among the facts that are open to her
  bool impersonal_unproven = false;             ///< one of these is the best that its share of the work found
  std::optional<ListedSet> best;                ///< of as many facts as the judged set
  std::optional<BestElsewhere> best_elsewhere;  ///< the same on rows that took no part
  std::optional<double> judged_p_value;         ///< of a test that knows the shapes that were fitted
  std::optional<information::Interval> person_nats;  ///< of the chosen set over whom the reader may be; none: known
  struct {
    double nats = 0;
    bool infinite = false;
  } lost;                              ///< by the judged set against it, in the terms of the search
  Honesty honesty;                     ///< of choosing as this answer was chosen
  std::string estimator = "gaussian";  ///< that measured
  bool from_moments = true;            ///< it needs no rows
  std::optional<RowSums> row_sums;     ///< of the second pass, where the explainer is kept
  Explanation answer;

  /// u in 32 digits, where it had to be taken out so.
  [[nodiscard]] const person::Conditioning* fine_summary() const { return fine_u ? &*fine_u : nullptr; }
  /// The moments of all rows.
  [[nodiscard]] const moments::Fold& total() const {
    return summed != nullptr ? *summed : gathered.moments->folds.front();
  }
};

/// Validates, gathers and prepares: all that comes before the choice. `judging`: for score().
[[nodiscard]] base::Result<Composition> compose(const Input& input, const request::Request& request,
                                                const base::Control& control, bool judging = false);
/// A search, and the one that a method asks for where it is not the Lasso's own.
using Finder = search::Solution (*)(const search::Problem&, const search::SearchOptions&);
[[nodiscard]] Finder finder(request::Method method);
/// Where no rows can say what a flexible reader makes of what is known, the reader is quadratic, which the warning says
/// where it matters.
[[nodiscard]] std::optional<Warning> settle_reader(const Input& input, request::Request& request);
/// Looks at the rows for what is made of what is known, in which shape each candidate tells most, how many facts are
/// more than chance and what they are worth on other rows; prepares anew with what it finds. From moments, folds say
/// how many and what they are worth. Nothing where the request asks for none of it or neither can say.
[[nodiscard]] base::Result<void> look_at_support(Composition& composition, const Input& input);
/// The same for the rows near one, in the shapes that all rows have: how many facts are more than chance there.
[[nodiscard]] base::Result<void> look_at_support_near(Composition& near);
/// Asks how much more readers who combine columns freely would know; the first warning says so where it is much, with
/// what was tried instead.
[[nodiscard]] base::Result<void> check_standing(Composition& composition, const Input& input);
/// All candidates; those without any moment are left out.
[[nodiscard]] std::vector<Candidate> facts_of(const Gathered& gathered);
/// The explanation to judge.
[[nodiscard]] std::vector<Candidate> judged_facts(const Gathered& gathered);
/// Whether there are rows enough for facts with so many columns (mathematics §5).
[[nodiscard]] base::Result<void> check_rows(const Composition& composition, int columns);
/// Conditions on the person and splits the candidates; fails when rows are too few or sparsity does not fit.
[[nodiscard]] base::Result<void> prepare(Composition& composition);
/// Runs the search that the options ask for; fills method, claim, alternatives and curve.
[[nodiscard]] base::Result<void> choose(Composition& composition);
/// Takes a given set instead of searching (score).
[[nodiscard]] base::Result<void> take_judged(Composition& composition);
/// Keeps the proof in a form that can be checked, or warns why there is none.
void keep_proof(Composition& composition);
/// Coefficients, intercept, uncertainty and the order of facts.
void describe_facts(Composition& composition);
/// How far choosing again would lead to the same facts, and what it is worth on rows that took no part.
void weigh_procedure(Composition& composition);
/// The best sets for nobody in particular.
[[nodiscard]] base::Result<void> find_impersonal(Composition& composition);
/// Measures every set that the answer will tell of, of classes where there are any. When stopped, what needs no rows.
[[nodiscard]] base::Result<void> measure_sets(Composition& composition, std::optional<information::Classes> classes);
/// Asks the estimator that was named, where it is not the measure, about the same sets, and warns where the two differ.
/// `material` is that of the measure.
[[nodiscard]] base::Result<void> diagnose_sets(Composition& composition, const information::Material& material);
/// Writes what was measured into the answer.
void write_measured(Composition& composition);
/// Where row N of the caller's table stands among the rows that are read.
[[nodiscard]] base::Result<std::int64_t> position_of(const Gathered& gathered, std::int64_t row);
/// Second pass over the rows, where there are rows.
[[nodiscard]] base::Result<void> look_at_rows(Composition& composition);
/// Keeps the explainer, where that is asked for and possible.
void keep(Composition& composition);
/// The explanation as something that can be used on other rows.
[[nodiscard]] std::shared_ptr<const Explainer> keep_explainer(const Composition& composition, const Fit& fit,
                                                              const RowModel& model, const RowSums& sums);
/// What the reader should know.
void add_warnings(Composition& composition);

}  // namespace explainee::explain
