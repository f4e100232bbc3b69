#include "explainee/cohort/one_by_one/told.h"

#include <algorithm>
#include <limits>

#include "explainee/information/claim.h"

namespace explainee::cohort {
namespace {

using ClaimKind = information::Claim::Kind;

void add_support(const explain::Explanation& explanation, Served& served) {
  if (explanation.support && explanation.support->decided) served.found = explanation.support->facts > 0;
  const auto& predictive = explanation.predictive;
  if (!predictive || predictive->settled) return;
  served.predictive_nats = predictive->nats;
  served.predictive_error = predictive->error;
}

void add_facts(const explain::Explanation& explanation, Told& told) {
  for (const explain::Fact& fact : explanation.facts) {
    told.facts.push_back(fact.name);
    told.served.coefficients.push_back(fact.coefficient.empty() ? std::numeric_limits<double>::quiet_NaN()
                                                                : fact.coefficient.front());
    told.served.shapes.push_back(fact.shape.kind);
  }
}

}  // namespace

Told told_of(const explain::Explanation& explanation) {
  Told told;
  Served& served = told.served;
  served.linear_only = std::any_of(explanation.warnings.begin(), explanation.warnings.end(),
                                   [](const auto& warning) { return warning.code == "known_linear_only"; });
  if (explanation.nothing_to_explain || explanation.claim.kind == ClaimKind::kNoCandidate) {
    served.status = Status::kNothingToExplain;
    served.optimal = true;
    served.bound_nats = 0;
    return told;
  }
  const explain::Information& information = explanation.information;
  served.infinite = information.infinite;
  served.optimal = explanation.claim.optimal();
  served.status = served.optimal ? Status::kOk : Status::kNotProven;
  served.nats = information.nats;
  served.objective_nats = information.objective_nats;
  if (!served.infinite) served.bound_nats = explanation.claim.bound_nats;
  if (!explanation.uncertainty.removed.empty()) served.removed = explanation.uncertainty.removed.front();
  if (const auto& impersonal = explanation.impersonal_all)
    served.impersonal_nats = impersonal->infinite ? std::numeric_limits<double>::infinity() : impersonal->nats;
  add_support(explanation, served);
  add_facts(explanation, told);
  return told;
}

}  // namespace explainee::cohort
