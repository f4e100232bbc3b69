#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "explainee/base/bits.h"
#include "explainee/base/tolerances.h"
#include "explainee/base/version.h"
#include "explainee/explain/compose/composer.h"
#include "explainee/information/fine/doubt.h"
#include "explainee/moments/join_folds.h"
#include "explainee/moments/moments_file.h"
#include "explainee/request/records/words.h"
#include "explainee/search/bounds/factored_problem.h"
#include "explainee/search/bounds/leaf.h"
#include "explainee/search/problem/budget.h"
#include "explainee/verify/verify.h"

namespace explainee::explain {
namespace {

/// Up to this many sets the proof is to look at each of them: with one prediction and facts of one column, and else.
constexpr double kFewPlainSets = 1e9;
constexpr double kFewSets = 2e7;

/// The positions of columns of u that span it: those that conditioning used.
std::vector<int> spanning(const person::Conditioning& conditioning) {
  std::vector<int> basis;
  for (Eigen::Index i = 0; i < conditioning.selection.rows(); ++i) {
    if ((conditioning.selection.row(i).array() != 0).any()) basis.push_back(static_cast<int>(i));
  }
  return basis;
}

/// What she has, as sums of moment columns, and the noise that is taken out of it.
void state_given(const Composition& c, verify::Certificate& claim) {
  const std::vector<int> basis = spanning(c.problem.conditioning);
  for (const int i : basis) {
    const Eigen::VectorXd& weights = c.summary.columns[static_cast<std::size_t>(i)].weights;
    verify::WeightedSum& sum = claim.given.emplace_back();
    for (Eigen::Index j = 0; j < weights.size(); ++j)
      if (weights[j] != 0) sum.emplace_back(static_cast<int>(j), weights[j]);
  }
  const Eigen::MatrixXd& noise = c.setting.summary_noise;
  if (noise.size() == 0) return;
  for (const int i : basis) {
    auto& line = claim.given_noise.emplace_back();
    for (const int j : basis) line.push_back(noise(i, j));
  }
}

verify::Labels labels_of(const Composition& c) {
  verify::Labels labels;
  labels.reader = c.summary.known_linear_only ? "linear" : request::word_of(request::reader_of(c.request.who));
  for (const SummaryEntry& entry : c.answer.summary) labels.person.push_back(entry.name);
  labels.program = std::string("explainee ") + base::kVersion;
  return labels;
}

void state_candidates(const Composition& c, verify::Certificate& claim) {
  bool noisy = false;
  for (const Candidate& facts : c.setting.candidates) {
    claim.candidates.push_back({facts.description.name, facts.columns});
    claim.noise.push_back(facts.shown_with.variance());
    noisy = noisy || facts.shown_with.variance() > 0;
    if (c.request.facts.budget) claim.costs.push_back(facts.cost);
  }
  if (!noisy) claim.noise.clear();
  if (c.request.facts.budget) claim.budget = c.setting.budget;
}

/// The claim without its leaves, and without what its support is worth.
verify::Certificate claim_of(const Composition& c, const std::string& moments_sha256) {
  verify::Certificate claim;
  claim.moments_sha256 = moments_sha256;
  claim.prediction.draws = !c.setting.draws.columns.empty();
  claim.prediction.columns = claim.prediction.draws ? c.setting.draws.columns : c.setting.independent;
  claim.prediction.resolution_variance = c.setting.resolution_variance;
  state_given(c, claim);
  state_candidates(c, claim);
  claim.s = c.answer.sparsity;
  claim.support = c.solution.best.set;
  std::sort(claim.support.begin(), claim.support.end());
  claim.labels = labels_of(c);
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
  own.d = part.d_block;
  own.gamma = gamma_of(factored, leaf, part.theta, part.d_block.size());
  if (part.weights != nullptr) {
    for (const float weight : *part.weights) own.weights.push_back(weight > 0 ? weight : 1.0);
  }
  return own;
}

std::vector<int> sorted(std::vector<int> list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  return list;
}

/// Those of the list that are decided neither way.
std::vector<int> undecided(const std::vector<int>& list, const search::ProofLeaf& leaf) {
  std::vector<int> open;
  for (const int j : list) {
    const bool in = std::find(leaf.in.begin(), leaf.in.end(), j) != leaf.in.end();
    const bool out = std::find(leaf.out.begin(), leaf.out.end(), j) != leaf.out.end();
    if (!in && !out) open.push_back(j);
  }
  return sorted(std::move(open));
}

/// Parts with different blocks are about different divisions of the sets: a leaf for each would be needed, and the
/// search has none such.
void append_split(const search::FactoredProblem& factored, const search::ProofLeaf& leaf, verify::Leaf& own) {
  own.kind = verify::Leaf::Kind::kSplit;
  own.chosen = sorted(leaf.chosen);
  for (const search::SplitPart& part : leaf.split) {
    std::vector<int> block(leaf.in.begin(), leaf.in.end());
    block.insert(block.end(), leaf.chosen.begin(), leaf.chosen.end());
    block.insert(block.end(), part.beside.begin(), part.beside.end());
    if (part.d_block.size() != block.size()) continue;  // there are no such sets
    if (own.classes.empty()) own.block = std::move(block);
    own.classes.push_back(split_class(factored, leaf, part));
  }
  if (own.classes.empty()) {
    own.block.assign(leaf.in.begin(), leaf.in.end());
    own.block.insert(own.block.end(), leaf.chosen.begin(), leaf.chosen.end());
  }
}

/// One leaf of the search as a leaf of the certificate.
verify::Leaf leaf_of(const search::FactoredProblem& factored, const search::ProofLeaf& leaf) {
  verify::Leaf own;
  own.in = sorted(leaf.in);
  own.out = sorted(leaf.out);
  if (leaf.kind == search::LeafKind::kSplit) append_split(factored, leaf, own);
  if (leaf.kind == search::LeafKind::kMaster) {
    own.kind = verify::Leaf::Kind::kMaster;
    for (const auto& [column, value] : leaf.gamma) {
      if (value != 0) own.gamma.emplace_back(column, value);
    }
    std::sort(own.gamma.begin(), own.gamma.end());
    own.one_of = undecided(leaf.never, leaf);
    own.not_all_of = undecided(leaf.always, leaf);
  }
  if (leaf.kind == search::LeafKind::kMonotone) own.kind = verify::Leaf::Kind::kMonotone;
  return own;
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
    for (const search::ProofLeaf& leaf : proof.leaves) claim.leaves.push_back(leaf_of({}, leaf));
    return;  // no leaf speaks of units
  }
  const search::FactoredProblem factored =
      plain ? search::factored(problem, Eigen::MatrixXd(problem.columns(), 0), Eigen::VectorXd(0))
            : search::factored(problem, proof.factors, proof.scores);
  if (plain) claim.least_eigenvalue = master->d;
  claim.units.assign(factored.unit.begin(), factored.unit.end());
  for (double& unit : claim.units) unit = unit > 0 ? unit : 1;  // of candidates that are in no set
  for (Eigen::Index k = 0; k < factored.factors.cols(); ++k)
    claim.factors.push_back({factored.scores[k], {factored.factors.col(k).begin(), factored.factors.col(k).end()}});
  for (const search::ProofLeaf& leaf : proof.leaves) claim.leaves.push_back(leaf_of(factored, leaf));
}

/// What its support is worth, as the checker has it, and that this is the bound.
base::Result<void> state_worth(const Composition& c, const moments::Moments& totals, verify::Certificate& claim) {
  EXPLAINEE_ASSIGN(const verify::SupportWorth worth, verify::worth_of_support(claim, totals, c.control));
  claim.settled = worth.settled;
  if (worth.settled == 0) claim.bits = claim.bound_bits = worth.bits;
  return {};
}

/// Whether every set may be looked at instead.
bool few_sets(const Composition& c) {
  const search::Problem& problem = c.problem.problem;
  const bool plain = problem.predictions() == 1 && problem.columns() == problem.size();
  return search::count_sets(problem, {c.answer.sparsity, c.setting.budget}) <= (plain ? kFewPlainSets : kFewSets);
}

void drop_leaves(verify::Certificate& claim) {
  claim.leaves.clear();
  claim.units.clear();
  claim.factors.clear();
  claim.least_eigenvalue.reset();
}

/// The leaves of the search, where it has any that others can check.
base::Result<void> prove_by_search(const Composition& c, const moments::Moments& totals, verify::Certificate& claim) {
  drop_leaves(claim);
  const bool everything = claim.settled == static_cast<int>(c.problem.problem.predictions());
  if (!everything && c.solution.proof == nullptr) {
    return base::Error{
        base::ErrorCode::kCheckFailed,
        "the proof of this search is not of a kind that others can check; with fewer candidates or facts it is"};
  }
  if (!everything) take_leaves(c.problem.problem, *c.solution.proof, claim);
  EXPLAINEE_TRY(verify::verify(claim, totals, c.control));
  return {};
}

/// One leaf with all sets, each of which is looked at.
base::Result<void> prove_one_by_one(const Composition& c, const moments::Moments& totals, verify::Certificate& claim) {
  drop_leaves(claim);
  claim.leaves.emplace_back();
  EXPLAINEE_TRY(verify::verify(claim, totals, c.control));
  return {};
}

double doubt_of_moments(const Composition& c) {
  std::vector<Candidate> facts;
  for (const int index : c.solution.best.set) facts.push_back(c.setting.candidates[static_cast<std::size_t>(index)]);
  const information::Doubt doubt(c.setting, c.problem.conditioning, c.total(), false);
  return doubt.nats(columns_of(facts), c.problem.extra_variance);
}

bool lacks_digits(const Composition& c) { return doubt_of_moments(c) > base::kUncertainNats; }

/// Raises the bound to the most that a listed set is worth on these moments, and by what their rounding may hide: the
/// rows, or the order among ties, chose another than the moments would. False where that is nothing or everything.
base::Result<bool> raise_bound(const Composition& c, const moments::Moments& totals, verify::Certificate& claim) {
  if (!claim.bits) return false;
  double most = *claim.bits;
  for (const search::Scored& other : c.solution.alternatives) {
    verify::Certificate another = claim;
    another.support = other.set;
    std::sort(another.support.begin(), another.support.end());
    const auto worth = verify::worth_of_support(another, totals, c.control);
    if (!worth.ok()) continue;  // no allowed set: it is in no leaf
    if (worth.value().settled > 0) return false;
    most = std::max(most, worth.value().bits);
  }
  const double raised = most + 2 * base::to_bits(doubt_of_moments(c));
  if (!std::isfinite(raised) || !(raised > *claim.bound_bits)) return false;
  claim.bound_bits = raised;
  return true;
}

/// The leaves of the search, or one leaf with all sets, whatever the checker accepts: nobody is given a certificate
/// that is not accepted.
base::Result<void> take_proof(const Composition& c, const moments::Moments& totals, verify::Certificate& claim) {
  EXPLAINEE_TRY(state_worth(c, totals, claim));
  const auto stopped = [](const base::Result<void>& result) {
    return result.ok() || result.error().code == base::ErrorCode::kInterrupted;
  };
  base::Result<void> proven = prove_by_search(c, totals, claim);
  if (stopped(proven)) return proven;
  const bool few = few_sets(c);
  if (few) proven = prove_one_by_one(c, totals, claim);
  if (stopped(proven)) return proven;
  EXPLAINEE_ASSIGN(const bool raised, raise_bound(c, totals, claim));
  if (!raised) return proven;
  proven = prove_by_search(c, totals, claim);
  if (stopped(proven) || !few) return proven;
  return prove_one_by_one(c, totals, claim);
}

}  // namespace

void keep_proof(Composition& c) {
  const auto none = [&](base::Message why) {
    c.answer.warnings.push_back({"no_certificate", base::say("no certificate was written: {}", std::move(why))});
  };
  if (c.answer.nothing_to_explain || c.setting.candidates.empty()) return none("there is nothing to choose");
  if (!c.solution.optimal) return none("the answer is not proven best");
  if (c.answer.answers) return none("who she is was learnt from answers, which a certificate cannot state");
  auto proof = std::make_shared<Proof>();
  auto totals = std::make_shared<moments::Moments>(moments::totals(*c.gathered.moments));
  proof->certificate = claim_of(c, moments::fingerprint(*totals));
  if (const auto taken = take_proof(c, *totals, proof->certificate); !taken.ok())
    return none(lacks_digits(c) ? base::say("columns are so nearly equal that the moments, which it would be about, "
                                            "lack the digits for a proof ({})",
                                            taken.error().message)
                                : taken.error().message);
  proof->moments = std::move(totals);
  c.answer.proof = std::move(proof);
}

}  // namespace explainee::explain
