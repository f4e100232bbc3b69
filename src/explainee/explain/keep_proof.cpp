#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "explainee/base/bits.h"
#include "explainee/explain/composer.h"

namespace explainee::explain {
namespace {

/// Up to this many sets the proof is to look at each of them.
constexpr double kFewSets = 2e6;

verify::Who who_of(const Composition& c) {
  verify::Who who;
  const user::Person& person = c.gathered.roles.person;
  for (const user::Holding& holding : person.known) who.knows.push_back(holding.column);
  who.squares_and_products = c.summary.quadratic;
  for (const user::Holding& holding : person.linear) who.as_they_are.push_back(holding.column);
  for (const user::SummaryColumn& column : c.summary.columns) {
    if (column.way != user::Way::kReasons) continue;
    auto& sum = who.reasons.emplace_back();
    for (Eigen::Index j = 0; j < column.weights.size(); ++j) {
      if (column.weights[j] != 0)
        sum.emplace_back(c.gathered.moments.columns[static_cast<std::size_t>(j)].name, column.weights[j]);
    }
  }
  return who;
}

/// The claim without its leaves.
verify::Certificate claim_of(const Composition& c) {
  verify::Certificate claim;
  const auto& columns = c.gathered.moments.columns;
  claim.moments_sha256 = c.answer.data_sha256;
  for (const int column : c.setting.independent)
    claim.prediction.push_back(columns[static_cast<std::size_t>(column)].name);
  claim.who = who_of(c);
  for (const Facts& facts : c.setting.candidates) {
    auto& candidate = claim.candidates.emplace_back();
    candidate.name = facts.candidate.name;
    for (const int column : facts.columns) candidate.columns.push_back(columns[static_cast<std::size_t>(column)].name);
  }
  claim.resolution_variance = c.setting.resolution_variance;
  claim.bias_nats = c.problem.problem.bias_nats;
  claim.s = c.answer.sparsity;
  claim.support = c.solution.best.set;
  claim.unit.assign(claim.candidates.size(), 1.0);
  if (c.solution.best.value.determined == 0) claim.bits = base::to_bits(c.solution.best.value.objective_nats());
  if (claim.bits && c.solution.bound_nats) claim.bound_bits = base::to_bits(*c.solution.bound_nats);
  return claim;
}

double count_sets(std::size_t candidates, int places) {
  double count = 1;
  double sum = 1;
  for (int k = 0; k < places && static_cast<std::size_t>(k) < candidates; ++k) {
    count *= static_cast<double>(candidates - static_cast<std::size_t>(k)) / (k + 1);
    sum += count;
  }
  return sum;
}

}  // namespace

void keep_proof(Composition& c) {
  const auto none = [&](const std::string& why) { c.answer.warnings.push_back({"no_certificate", why}); };
  if (c.answer.nothing_to_explain || c.setting.candidates.empty())
    return none("there is nothing to choose, so there is no certificate");
  if (!c.solution.optimal) return none("the answer is not proven best, so there is no certificate");
  auto proof = std::make_shared<Proof>();
  proof->certificate = claim_of(c);
  if (count_sets(c.setting.candidates.size(), c.answer.sparsity) > kFewSets)
    return none("the proof is not kept for so many sets");
  proof->certificate.leaves.emplace_back();  // all sets, one by one
  proof->moments = c.gathered.moments;
  c.answer.proof = std::move(proof);
}

}  // namespace explainee::explain
