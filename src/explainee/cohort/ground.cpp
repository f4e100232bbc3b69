#include "explainee/cohort/ground.h"

#include <algorithm>

#include "explainee/search/exact.h"

namespace explainee::cohort {

using base::Error;
using base::ErrorCode;
using base::Result;

Result<Ground> make_ground(const explain::Input& input, const explain::Options& options, double seconds,
                           const base::Control& control) {
  Ground ground;
  EXPLAINEE_ASSIGN(ground.nobody, explain::compose(input, options, control));
  const explain::Composition& c = ground.nobody;
  if (c.setting.predictions.size() != 1) {
    return Error{
        ErrorCode::kBadOption,
        "a cohort is told about one prediction that is a number; name one column, such as the chance of a class", ""};
  }
  if (c.answer.nothing_to_explain) {
    return Error{ErrorCode::kUnfitColumn, "the prediction is constant, so there is nothing to explain to anybody", ""};
  }
  ground.sparsity = c.answer.sparsity;
  search::SearchOptions search;
  search.sparsity = ground.sparsity;
  search.control = seconds > 0 ? c.control.within(seconds) : c.control;
  const search::Solution best = search::find_exact(c.problem.problem, search);
  if (c.control.cancelled()) return base::interrupted();
  ground.impersonal = best.best.set;
  const bool plain = std::all_of(ground.facts().begin(), ground.facts().end(),
                                 [](const explain::Facts& facts) { return facts.columns.size() == 1; });
  if (plain) ground.crowd.emplace(c.problem.problem);
  return ground;
}

}  // namespace explainee::cohort
