#include "explainee/cohort/people/shared_problem.h"

#include <algorithm>

#include "explainee/explain/compose/work_limit.h"
#include "explainee/search/exact.h"

namespace explainee::cohort {

using base::Error;
using base::ErrorCode;
using base::Result;

Result<void> check_prediction(const explain::Composition& nobody) {
  if (nobody.setting.predictions.size() != 1) {
    return Error{
        ErrorCode::kBadOption,
        "a cohort is told about one prediction that is a number; name one column, such as the chance of a class", ""};
  }
  if (!nobody.answer.nothing_to_explain) return {};
  return Error{ErrorCode::kUnfitColumn, "the prediction is constant, so there is nothing to explain to anybody", ""};
}

Result<SharedProblem> make_shared_problem(const explain::Input& input, const request::Request& request, double seconds,
                                          const base::Control& control) {
  SharedProblem shared;
  EXPLAINEE_ASSIGN(shared.nobody, explain::compose(input, request, control));
  const explain::Composition& c = shared.nobody;
  EXPLAINEE_TRY(check_prediction(c));
  shared.sparsity = c.answer.sparsity;
  search::SearchOptions search;
  search.sparsity = shared.sparsity;
  search.most_steps = explain::most_steps(request.how);
  search.control = seconds > 0 ? c.control.within(seconds) : c.control;
  const search::Solution best = search::find_exact(c.problem.problem, search);
  if (c.control.cancelled()) return base::interrupted();
  shared.impersonal = best.best.set;
  const bool plain = std::all_of(shared.facts().begin(), shared.facts().end(),
                                 [](const explain::Candidate& facts) { return facts.columns.size() == 1; });
  if (plain) shared.crowd.emplace(c.problem.problem);
  return shared;
}

}  // namespace explainee::cohort
