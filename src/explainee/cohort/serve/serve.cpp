#include "explainee/cohort/serve/serve.h"

#include <cmath>
#include <limits>

#include "explainee/cohort/people/fit_member.h"
#include "explainee/cohort/serve/serve_alone.h"
#include "explainee/search/crowd/crowd.h"
#include "explainee/search/problem/evaluate.h"

namespace explainee::cohort {
namespace {

using base::Result;

/// The set that is best over all whom she may be takes the place of the one found for the typical one.
void tell(const SharedProblem& shared, const search::Member& member, const search::Set& set, Served& served) {
  const search::Value value = search::evaluate(*shared.crowd, member, set);
  served.infinite = value.determined > 0;
  served.nats = value.nats;
  served.objective_nats = value.objective_nats();
  served.optimal = false;
  served.status = Status::kNotProven;
  fit_member(shared, member, set, served);
}

Served read(const SharedProblem& shared, const search::CrowdAnswers& answers, std::size_t i,
            const search::Member& member, const std::optional<search::Set>& told) {
  const search::CrowdAnswer& answer = answers[i];
  Served served;
  served.infinite = answer.value.determined > 0;
  served.optimal = answer.optimal;
  served.nats = answer.value.nats;
  served.objective_nats = answer.value.objective_nats();
  if (!served.infinite) served.bound_nats = answer.bound_nats;
  served.impersonal_nats = nats_of(answer.beside);
  if (answer.proof == search::CrowdProof::kNothingToExplain) {
    served.status = Status::kNothingToExplain;
    return served;
  }
  if (!served.optimal) served.status = Status::kNotProven;
  const std::span<const int> found = answers.set(i);
  const search::Set set(found.begin(), found.end());
  if (told && *told != set && !answer.interrupted) {
    tell(shared, member, *told, served);
  } else {
    fit_member(shared, member, set, served);
  }
  return served;
}

/// Whether the rows carry her columns of u and the facts, whatever the rank of u.
bool rows_suffice(const SharedProblem& shared, const Understanding& person) {
  return shared.nobody.problem.effective_rows >= static_cast<double>(person.rank_limit() + shared.sparsity + 2);
}

}  // namespace

Result<std::vector<Served>> serve(const SharedProblem& shared, std::span<const Understanding> people,
                                  const ServeOptions& options) {
  std::vector<Served> served(people.size());
  std::vector<std::size_t> together;
  std::vector<search::Member> members;
  for (std::size_t i = 0; i < people.size(); ++i) {
    if (shared.crowd && rows_suffice(shared, people[i])) {
      together.push_back(i);
      members.push_back(people[i].member());
    } else {
      served[i] = serve_alone(shared, people[i], options);
    }
    if (options.control.cancelled()) return base::interrupted();
  }
  if (together.empty()) return served;
  search::CrowdOptions crowd;
  crowd.sparsity = shared.sparsity;
  crowd.member_seconds = options.seconds_each;
  crowd.member_steps = options.steps_each;
  crowd.beside = shared.impersonal;
  crowd.control = options.control;
  crowd.control.progress = nullptr;
  const search::CrowdAnswers answers = search::find_crowd(*shared.crowd, members, crowd);
  if (options.control.cancelled()) return base::interrupted();
  for (std::size_t k = 0; k < together.size(); ++k)
    served[together[k]] = read(shared, answers, k, members[k], people[together[k]].told);
  return served;
}

std::vector<double> values_of(const SharedProblem& shared, const Understanding& person,
                              std::span<const search::Set> sets) {
  if (!shared.crowd) return values_alone(shared, person, sets);
  std::vector<double> values;
  const search::MemberProblem own = search::condition_on(shared.crowd->problem(), person.member());
  for (const search::Set& set : sets) {
    if (own.problem.predictions() == 0) {
      values.push_back(0);
      continue;
    }
    values.push_back(nats_of(search::evaluate(own.problem, search::positions_of(own.candidates, set))));
  }
  return values;
}

}  // namespace explainee::cohort
