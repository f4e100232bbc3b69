// The leaves of the star as data that somebody else can check (docs/reference/files.md, certificate).
#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "explainee/search/star_outcome.h"

namespace explainee::search {

/// A leaf that needs no numbers.
void Star::close(const StarNode& node, LeafKind kind, Outcome& outcome) const {
  if (!options_->keep_leaves) return;
  auto leaf = std::make_shared<Leaf>();
  leaf->in = node.in;
  leaf->out = node.out;
  leaf->kind = kind;
  outcome.leaves.push_back(std::move(leaf));
}

/// A leaf that was proven by a bound, of the node or of one above it.
void Star::close_by(const StarNode& node, double cutoff, std::shared_ptr<const Leaf> leaf, Outcome& outcome) const {
  if (!options_->keep_leaves || leaf == nullptr) return;
  if (leaf->bound <= cutoff && leaf->in == node.in) {
    auto weaker = std::make_shared<Leaf>(*leaf);
    weaker->against_facts = true;
    leaf = std::move(weaker);
  }
  outcome.leaves.push_back(std::move(leaf));
}

std::shared_ptr<const Leaf> Star::split_leaf(const StarNode& node, const OutsiderBound& bound) const {
  if (!options_->keep_leaves) return nullptr;
  auto leaf = std::make_shared<Leaf>();
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

std::shared_ptr<const Proof> Star::proof() const {
  if (!options_->keep_leaves || !freed_) return nullptr;
  auto proof = std::make_shared<Proof>();
  proof->factors = freed_->factors;
  for (int j = 0; j < freed_->size(); ++j) {
    if (freed_->usable(j)) proof->factors.row(j) /= freed_->unit[j];
  }
  proof->scores = freed_->scores;
  for (int j = 0; j < static_cast<int>(twins_.size()); ++j) {
    for (const int other : twins_[static_cast<std::size_t>(j)]) {
      if (j < other) proof->twins.emplace_back(j, other);
    }
  }
  proof->cutoff = cutoff_residual();
  std::set<const Leaf*> seen;
  for (const auto& leaf : leaves_) {
    if (seen.insert(leaf.get()).second) proof->leaves.push_back(*leaf);
  }
  return proof;
}

}  // namespace explainee::search
