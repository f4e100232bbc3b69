// The leaves of the incumbent search as data that somebody else can check (docs/reference/files.md, certificate).
#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "explainee/search/incumbent/incumbent_search.h"

namespace explainee::search {

/// A leaf that needs no numbers.
void IncumbentSearch::close(const IncumbentNode& node, LeafKind kind, Outcome& outcome) const {
  if (!options_->keep_leaves) return;
  auto leaf = std::make_shared<ProofLeaf>();
  leaf->in = node.in;
  leaf->out = node.out;
  leaf->kind = kind;
  outcome.leaves.push_back(std::move(leaf));
}

/// A leaf that was proven by a bound, of the node or of one above it.
void IncumbentSearch::close_by(const IncumbentNode& node, double cutoff, std::shared_ptr<const ProofLeaf> leaf,
                               Outcome& outcome) const {
  if (!options_->keep_leaves || leaf == nullptr) return;
  if (leaf->bound <= cutoff && leaf->in == node.in) {
    auto weaker = std::make_shared<ProofLeaf>(*leaf);
    weaker->against_facts = true;
    leaf = std::move(weaker);
  }
  outcome.leaves.push_back(std::move(leaf));
}

std::shared_ptr<const ProofLeaf> IncumbentSearch::split_leaf(const IncumbentNode& node,
                                                             const OutsiderBound& bound) const {
  if (!options_->keep_leaves) return nullptr;
  auto leaf = std::make_shared<ProofLeaf>();
  leaf->in = node.in;
  leaf->out = node.out;
  leaf->kind = LeafKind::kSplit;
  std::set_difference(node.incumbent.begin(), node.incumbent.end(), node.in.begin(), node.in.end(),
                      std::back_inserter(leaf->chosen));
  leaf->split = bound.parts();
  leaf->split.resize(bound.bounds().size());
  for (std::size_t k = 0; k < leaf->split.size(); ++k) leaf->split[k].p = static_cast<int>(k);
  leaf->bound = bound.least();
  return leaf;
}

std::shared_ptr<const Proof> IncumbentSearch::proof() const {
  if (!options_->keep_leaves || prepared_ == nullptr) return nullptr;
  auto proof = std::make_shared<Proof>();
  proof->factors = prepared_->factored.factors;
  for (int j = 0; j < prepared_->factored.size(); ++j) {
    if (prepared_->factored.usable(j)) proof->factors.row(j) /= prepared_->factored.unit[j];
  }
  proof->scores = prepared_->factored.scores;
  for (int j = 0; j < static_cast<int>(prepared_->twins.size()); ++j) {
    for (const int other : prepared_->twins[static_cast<std::size_t>(j)]) {
      if (j < other) proof->twins.emplace_back(j, other);
    }
  }
  proof->cutoff = cutoff_residual();
  std::set<const ProofLeaf*> seen;
  for (const auto& leaf : leaves_) {
    if (seen.insert(leaf.get()).second) proof->leaves.push_back(*leaf);
  }
  return proof;
}

}  // namespace explainee::search
