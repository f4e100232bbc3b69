// Nodes of the incumbent search by the number of outsiders: the cheap bound, and the dearer ones (search §3.3, §3.4).
#include <algorithm>

#include "explainee/base/double_limits.h"
#include "explainee/search/bounds/bound_sequence.h"
#include "explainee/search/incumbent/incumbent_search.h"

namespace explainee::search {
namespace {

constexpr double kHeldBack[] = {0.8, 0.9, 0.65, 0.45, 0.25, 0.1};  ///< shares of the chosen columns, in order of trial
constexpr std::int64_t kFirstClimbs = 3;    ///< nodes on which the dearer bounds are tried in any case
constexpr std::int64_t kClimbPatience = 4;  ///< and as many more for each that they closed

}  // namespace

/// f of every set of the node but its incumbent is at least this, by the cheap bound.
double IncumbentSearch::prove(IncumbentNode& node, const std::vector<char>& allowed, double goal,
                              Outcome& outcome) const {
  OutsiderBound bound(prepared_->factored, prepared_->coherence);
  outcome.unfinished = Outcome::Unfinished();
  Outcome::Unfinished& unfinished = *outcome.unfinished;
  if (options_->keep_leaves) bound.remember();
  if (!bound.take(subsets(node, allowed))) return -base::kInfinity;
  for (const double fixed : kFixedShares) {
    bool sound = false;
    for (const double share : kHeldBack) {
      Shares shares;
      shares.fixed = fixed;
      shares.chosen = share;
      sound = bound.raise(shares) || sound;
      if (bound.least() > goal) {
        outcome.unfinished.reset();
        node.leaf = split_leaf(node, bound);
        return bound.least();
      }
    }
    if (sound) break;
  }
  if (bound.least() > node.bound) node.leaf = split_leaf(node, bound);
  unfinished.bounds = bound.bounds();
  unfinished.parts = bound.parts();
  return bound.least();
}

/// The dearer bounds, one node at a time with all threads; as long as they close enough nodes to be worth their while.
void IncumbentSearch::climb_on(Outcome& outcome) {
  Outcome::Unfinished& rest = *outcome.unfinished;
  double proven = rest.proven;
  const bool root = rest.node.in.empty() && rest.node.out.empty();
  if (root && proven == -base::kInfinity && sets_in_all() <= policy_.scan_if_void) {
    outcome.give_up = true;
    outcome.children.push_back(rest.node);
    return;
  }
  if (options_->most_nodes > 0) return close_or_split(rest.node, rest.allowed, proven, outcome);
  // With one outsider at most there are no others to dominate: what fails there only branching can mend.
  const bool hopeless = prepared_->alike.empty() && proven > -base::kInfinity && rest.bounds.size() > 1 &&
                        !(std::min(rest.bounds[0], rest.bounds[1]) > rest.goal);
  if (!hopeless && kClimbPatience * climbs_closed_ + kFirstClimbs > climbs_ && !options_->control.should_stop() &&
      take_on(climb_steps(rest.node))) {
    ++climbs_;
    proven = std::max(proven, climb_from(rest.node, rest.allowed, rest.goal, rest.bounds, rest.parts));
    if (proven > rest.goal) {
      ++climbs_closed_;
      close_by(rest.node, cutoff_residual(), rest.node.leaf, outcome);
      return;
    }
  }
  const bool eigenvalue = policy_.eigenvalue && problem_->columns() > policy_.small;
  if (root && proven == -base::kInfinity && eigenvalue && !options_->control.should_stop() &&
      take_on(eigenvalue_steps()) && find_eigenvalue()) {
    outcome.children.push_back(rest.node);
    return;
  }
  close_or_split(rest.node, rest.allowed, proven, outcome);
}

double IncumbentSearch::climb_from(IncumbentNode& node, const std::vector<char>& allowed, double goal,
                                   const std::vector<double>& bounds, const std::vector<SplitPart>& parts) {
  Subsets sets = subsets(node, allowed);
  if (!prepared_->alike.empty() && !unalike_) {
    std::vector<char> left_out(allowed.size(), 0);
    for (const int j : prepared_->alike) left_out[static_cast<std::size_t>(j)] = 1;
    unalike_ = row_coherence(prepared_->factored, options_->sparsity, left_out, threads_, options_->control);
    if (!unalike_) return -base::kInfinity;
    leave_out_twins(prepared_->factored, prepared_->twins, left_out, *unalike_);
  }
  for (const int j : prepared_->alike) {
    if (allowed[static_cast<std::size_t>(j)] != 0 && !holds(node.incumbent, j)) sets.beside.push_back(j);
  }
  OutsiderBound bound(prepared_->factored, sets.beside.empty() ? prepared_->coherence : *unalike_);
  if (options_->keep_leaves) bound.remember();
  if (!bound.take(sets)) return -base::kInfinity;
  if (sets.beside.empty()) bound.keep(bounds, parts);
  (void)climb(prepared_->factored, prepared_->twins, goal, threads_, options_->control, bound);
  if (bound.least() > node.bound) node.leaf = split_leaf(node, bound);
  return bound.least();
}

}  // namespace explainee::search
