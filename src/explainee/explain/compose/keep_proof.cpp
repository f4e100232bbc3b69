#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "explainee/base/bits.h"
#include "explainee/base/cost.h"
#include "explainee/explain/compose/composer.h"
#include "explainee/search/bounds/factored_problem.h"
#include "explainee/search/bounds/leaf.h"
#include "explainee/search/problem/budget.h"
#include "explainee/verify/verify.h"

namespace explainee::explain {
namespace {

/// Up to this many sets the proof is to look at each of them: with one prediction and facts of one column, and else.
constexpr double kFewPlainSets = 1e9;
constexpr double kFewSets = 2e7;

verify::Who who_of(const Composition& c) {
  verify::Who who;
  const person::Person& person = c.gathered.roles.person;
  for (const person::Holding& holding : person.known) who.knows.push_back(holding.column);
  who.squares_and_products = c.summary.quadratic;
  who.as_they_are = person.implied;
  for (const person::Holding& holding : person.linear) who.as_they_are.push_back(holding.column);
  if (c.setting.summary_noise.size() > 0) {
    std::vector<int> noisy;
    for (std::size_t i = 0; i < c.summary.columns.size(); ++i) {
      if (!(c.setting.summary_noise(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(i)) > 0)) continue;
      noisy.push_back(static_cast<int>(i));
      who.noisy.push_back(c.summary.columns[i].name);
    }
    for (const int i : noisy) {
      auto& line = who.noise.emplace_back();
      for (const int j : noisy) line.push_back(c.setting.summary_noise(i, j));
    }
  }
  for (const person::SummaryColumn& column : c.summary.columns) {
    if (column.way != person::Way::kReasons) continue;
    auto& sum = who.reasons.emplace_back();
    for (Eigen::Index j = 0; j < column.weights.size(); ++j) {
      if (column.weights[j] != 0)
        sum.emplace_back(c.gathered.moments->columns[static_cast<std::size_t>(j)].name, column.weights[j]);
    }
  }
  return who;
}

/// The claim without its leaves.
verify::Certificate claim_of(const Composition& c) {
  verify::Certificate claim;
  const auto& columns = c.gathered.moments->columns;
  claim.moments_sha256 = c.answer.data_sha256;
  claim.draws = !c.setting.draws.columns.empty();
  for (const int column : claim.draws ? c.setting.draws.columns : c.setting.independent)
    claim.prediction.push_back(columns[static_cast<std::size_t>(column)].name);
  claim.who = who_of(c);
  for (const Candidate& facts : c.setting.candidates) {
    auto& candidate = claim.candidates.emplace_back();
    candidate.name = facts.description.name;
    candidate.noise_variance = facts.shown_with.variance();
    for (const int column : facts.columns) candidate.columns.push_back(columns[static_cast<std::size_t>(column)].name);
  }
  claim.resolution_variance = c.setting.resolution_variance;
  claim.bias_nats = c.problem.problem.bias_nats;
  claim.s = c.answer.sparsity;
  claim.budget = c.request.facts.budget;
  if (c.request.facts.budget) {
    for (const Candidate& facts : c.setting.candidates) claim.costs.push_back(base::from_cost_units(facts.cost));
  }
  claim.support = c.solution.best.set;
  claim.unit.assign(claim.candidates.size(), 1.0);
  if (c.solution.best.value.determined == 0) claim.bits = base::to_bits(c.solution.best.value.objective_nats());
  if (claim.bits && c.solution.bound_nats) claim.bound_bits = base::to_bits(*c.solution.bound_nats);
  return claim;
}

/// γ of a split part: the regression on what is in and chosen, made smaller by θ on the chosen, the rest following.
std::vector<double> gamma_of(const search::FactoredProblem& factored, const search::ProofLeaf& leaf, double theta,
                             std::size_t block) {
  std::vector<int> columns(leaf.in.begin(), leaf.in.end());
  columns.insert(columns.end(), leaf.chosen.begin(), leaf.chosen.end());
  const auto size = static_cast<Eigen::Index>(columns.size());
  const auto fixed = static_cast<Eigen::Index>(leaf.in.size());
  Eigen::MatrixXd inner(size, size);
  for (Eigen::Index k = 0; k < size; ++k) {
    inner.col(k) = factored.correlations(columns[static_cast<std::size_t>(k)])(columns);
  }
  const Eigen::VectorXd cross = factored.cross(columns);
  Eigen::VectorXd gamma = inner.ldlt().solve(cross);
  if (theta != 1) {
    gamma.tail(size - fixed) *= theta;
    const Eigen::VectorXd left =
        cross.head(fixed) - inner.topRightCorner(fixed, size - fixed) * gamma.tail(size - fixed);
    if (fixed > 0) gamma.head(fixed) = inner.topLeftCorner(fixed, fixed).ldlt().solve(left);
  }
  std::vector<double> all(gamma.begin(), gamma.end());
  all.resize(block, 0.0);  // columns beside have none
  return all;
}

verify::SplitClass split_class(const search::FactoredProblem& factored, const search::ProofLeaf& leaf,
                               const search::SplitPart& part) {
  verify::SplitClass own;
  own.p = part.p;
  own.block.assign(leaf.in.begin(), leaf.in.end());
  own.block.insert(own.block.end(), leaf.chosen.begin(), leaf.chosen.end());
  own.block.insert(own.block.end(), part.beside.begin(), part.beside.end());
  own.held_back = part.d_block;
  own.gamma = gamma_of(factored, leaf, part.theta, own.block.size());
  if (part.weights != nullptr) {
    for (const float weight : *part.weights) own.weights.push_back(weight > 0 ? weight : 1.0);
  }
  return own;
}

/// One leaf of the search as leaves of the certificate.
void append_leaf(const search::FactoredProblem& factored, const search::ProofLeaf& leaf,
                 std::vector<verify::Leaf>& leaves) {
  verify::Leaf own;
  own.in = leaf.in;
  own.out = leaf.out;
  if (leaf.kind == search::LeafKind::kSplit) {
    own.kind = verify::Leaf::Kind::kSplit;
    own.chosen = leaf.chosen;
    for (const search::SplitPart& part : leaf.split) {
      const std::size_t block = leaf.in.size() + leaf.chosen.size() + part.beside.size();
      if (part.d_block.size() == block)
        own.split.push_back(split_class(factored, leaf, part));  // else there are none such
    }
  }
  if (leaf.kind == search::LeafKind::kMaster) {
    own.kind = verify::Leaf::Kind::kMaster;
    for (const auto& [column, value] : leaf.gamma) {
      if (value != 0) own.gamma.emplace_back(column, value);
    }
    own.never = leaf.never;
    own.always = leaf.always;
  }
  if (leaf.kind == search::LeafKind::kMonotone) own.kind = verify::Leaf::Kind::kMonotone;
  leaves.push_back(std::move(own));
}

/// The leaves of the search, in the units of their own correlations.
void take_leaves(const search::Problem& problem, const search::Proof& proof, verify::Certificate& claim) {
  const auto first = [&](search::LeafKind kind) {
    return std::find_if(proof.leaves.begin(), proof.leaves.end(),
                        [kind](const search::ProofLeaf& leaf) { return leaf.kind == kind; });
  };
  const auto master = first(search::LeafKind::kMaster);
  const bool plain = master != proof.leaves.end();  // these leaves give nothing away
  if (!plain && first(search::LeafKind::kSplit) == proof.leaves.end()) {
    for (const search::ProofLeaf& leaf : proof.leaves) append_leaf({}, leaf, claim.leaves);
    return;  // no leaf speaks of units
  }
  const search::FactoredProblem factored =
      plain ? search::factored(problem, Eigen::MatrixXd(problem.columns(), 0), Eigen::VectorXd(0))
            : search::factored(problem, proof.factors, proof.scores);
  if (plain) claim.least_eigenvalue = master->d;
  claim.unit.assign(factored.unit.begin(), factored.unit.end());
  for (Eigen::Index k = 0; k < factored.factors.cols(); ++k) {
    claim.factors.emplace_back(factored.factors.col(k).begin(), factored.factors.col(k).end());
  }
  claim.scores.assign(factored.scores.begin(), factored.scores.end());
  for (const search::ProofLeaf& leaf : proof.leaves) append_leaf(factored, leaf, claim.leaves);
}

/// The leaves of the search, or one leaf with all sets; false when neither can be checked.
bool take_proof(const Composition& c, verify::Certificate& claim) {
  const search::Proof* proof = c.solution.proof.get();
  if (proof != nullptr) {
    take_leaves(c.problem.problem, *proof, claim);
    // Where columns determine each other, what holds up to rounding may be beyond what can be shown.
    if (proof->regular || verify::verify(claim, *c.gathered.moments).ok()) return true;
    claim.leaves.clear();
  }
  const search::Problem& problem = c.problem.problem;
  const bool plain = problem.predictions() == 1 && problem.columns() == problem.size();
  if (search::count_sets(problem, {c.answer.sparsity, c.setting.budget}) > (plain ? kFewPlainSets : kFewSets))
    return false;
  claim.leaves.emplace_back();  // all sets, one by one
  return true;
}

}  // namespace

void keep_proof(Composition& c) {
  const auto none = [&](const std::string& why) {
    c.answer.warnings.push_back({"no_certificate", "no certificate was written: " + why});
  };
  if (c.answer.nothing_to_explain || c.setting.candidates.empty()) return none("there is nothing to choose");
  if (!c.solution.optimal) return none("the answer is not proven best");
  if (c.answer.answers) return none("who she is was learnt from answers, which a certificate cannot state");
  auto proof = std::make_shared<Proof>();
  proof->certificate = claim_of(c);
  if (!take_proof(c, proof->certificate))
    return none(
        "the proof of this search is not of a kind that others can check; with fewer candidates or facts it is");
  proof->moments = c.gathered.moments;
  c.answer.proof = std::move(proof);
}

}  // namespace explainee::explain
