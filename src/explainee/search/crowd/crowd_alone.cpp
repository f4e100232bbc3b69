#include "explainee/search/crowd/crowd_alone.h"

#include <algorithm>

#include "explainee/search/exact.h"

namespace explainee::search {
namespace {

/// No progress from inside, one thread, and the member's own time.
base::Control control_of_one(const CrowdOptions& options) {
  base::Control control;
  control.cancel = options.control.cancel;
  control.deadline = options.control.deadline;
  return options.member_seconds > 0 ? control.within(options.member_seconds) : control;
}

}  // namespace

AloneAnswer search_alone(const Problem& nobody, const Member& member, const CrowdOptions& options) {
  const MemberProblem own = condition_on(nobody, member);
  AloneAnswer result;
  CrowdAnswer& answer = result.answer;
  if (own.problem.predictions() == 0 || own.candidates.empty()) {
    answer.proof = CrowdProof::kNothingToExplain;
    answer.optimal = true;
    answer.bound_nats = 0;
    return result;
  }
  SearchOptions search;
  search.sparsity = std::min(options.sparsity, own.problem.size());
  search.most_nodes = options.member_nodes;
  search.most_steps = options.member_steps;
  search.control = control_of_one(options);
  const Solution solution = find_exact(own.problem, search);
  for (const int c : solution.best.set) result.set.push_back(own.candidates[static_cast<std::size_t>(c)]);
  answer.value = solution.best.value;
  answer.bound_nats = solution.bound_nats;
  answer.optimal = solution.optimal;
  answer.tied = solution.tied;
  answer.interrupted = solution.interrupted;
  answer.proof = solution.optimal ? CrowdProof::kFull : CrowdProof::kNone;
  return result;
}

}  // namespace explainee::search
