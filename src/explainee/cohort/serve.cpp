#include "explainee/cohort/serve.h"

#include <cmath>
#include <limits>

#include "explainee/cohort/fit_member.h"
#include "explainee/cohort/serve_alone.h"
#include "explainee/search/crowd.h"
#include "explainee/search/evaluate.h"

namespace explainee::cohort {
namespace {

using base::Result;

/// The set that is best over all whom she may be takes the place of the one found for the typical one.
void tell(const Ground& ground, const search::Member& member, const search::Set& set, Served& served) {
  const search::Value value = search::evaluate(*ground.crowd, member, set);
  served.infinite = value.determined > 0;
  served.nats = value.nats;
  served.objective_nats = value.objective_nats();
  served.optimal = false;
  served.status = Status::kNotProven;
  fit_member(ground, member, set, served);
}

Served read(const Ground& ground, const search::CrowdAnswers& answers, std::size_t i, const search::Member& member,
            const std::optional<search::Set>& told) {
  const search::CrowdAnswer& answer = answers[i];
  Served served;
  served.infinite = answer.value.determined > 0;
  served.optimal = answer.optimal;
  served.nats = answer.value.nats;
  served.objective_nats = answer.value.objective_nats();
  if (!served.infinite) served.bound_nats = answer.bound_nats;
  served.impersonal_nats = nats_of(answer.beside);
  if (answer.proof == search::CrowdProof::kNothing) {
    served.status = Status::kNothingToExplain;
    return served;
  }
  if (!served.optimal) served.status = Status::kNotProven;
  const std::span<const int> found = answers.set(i);
  const search::Set set(found.begin(), found.end());
  if (told && *told != set && !answer.interrupted) {
    tell(ground, member, *told, served);
  } else {
    fit_member(ground, member, set, served);
  }
  return served;
}

/// Whether the rows carry her columns of u and the facts, whatever the rank of u.
bool rows_suffice(const Ground& ground, const Understanding& person) {
  return ground.nobody.problem.effective_rows >= static_cast<double>(person.rank_limit() + ground.sparsity + 2);
}

}  // namespace

double nats_of(const search::Value& value) {
  return value.determined > 0 ? std::numeric_limits<double>::infinity() : value.objective_nats();
}

Result<std::vector<Served>> serve(const Ground& ground, std::span<const Understanding> people,
                                  const ServeOptions& options) {
  std::vector<Served> served(people.size());
  std::vector<std::size_t> together;
  std::vector<search::Member> members;
  for (std::size_t i = 0; i < people.size(); ++i) {
    if (ground.crowd && rows_suffice(ground, people[i])) {
      together.push_back(i);
      members.push_back(people[i].member());
    } else {
      served[i] = serve_alone(ground, people[i], options);
    }
    if (options.control.cancelled()) return base::interrupted();
  }
  if (together.empty()) return served;
  search::CrowdOptions crowd;
  crowd.sparsity = ground.sparsity;
  crowd.member_seconds = options.seconds_each;
  crowd.beside = ground.impersonal;
  crowd.control = options.control;
  crowd.control.progress = nullptr;
  const search::CrowdAnswers answers = search::find_crowd(*ground.crowd, members, crowd);
  if (options.control.cancelled()) return base::interrupted();
  for (std::size_t k = 0; k < together.size(); ++k)
    served[together[k]] = read(ground, answers, k, members[k], people[together[k]].told);
  return served;
}

std::vector<double> values_of(const Ground& ground, const Understanding& person, std::span<const search::Set> sets) {
  if (!ground.crowd) return values_alone(ground, person, sets);
  std::vector<double> values;
  const search::MemberProblem own = search::condition_on(ground.crowd->problem(), person.member());
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
