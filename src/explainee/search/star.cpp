#include "explainee/search/star.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>
#include <utility>

#include "explainee/base/tolerances.h"
#include "explainee/search/balance.h"
#include "explainee/search/common_factors.h"
#include "explainee/search/ladder.h"
#include "explainee/search/least_eigenvalue.h"
#include "explainee/search/scan.h"
#include "explainee/search/swap_scan.h"

namespace explainee::search {
namespace {

constexpr std::size_t kWidth = 16;  ///< nodes of one round
const double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kHeldBack[] = {0.8, 0.9, 0.65, 0.45, 0.25, 0.1};  ///< shares of the chosen columns, in order of trial
constexpr double kFixedShares[] = {1e-6, 1e-9};                    ///< of the columns that every set holds
constexpr double kScanCost = 5e6;                                  ///< in sets: up to this a node is scanned
constexpr double kWorth = 0.3;            ///< of the goal that the perspective bound of the root must reach
constexpr double kAlike = 0.3;            ///< correlation from which two columns are alike
constexpr std::size_t kMostAlike = 400;   ///< of a block
constexpr std::int64_t kFirstClimbs = 3;  ///< nodes on which the dearer bounds are tried in any case
constexpr std::int64_t kPatience = 4;     ///< and as many more for each that they closed
/// A settled prediction may leave this many times kDetermined by rounding.
constexpr double kSettledRoom = 100;

bool later(const StarNode& a, const StarNode& b) { return a.bound != b.bound ? a.bound > b.bound : a.id > b.id; }

Set with(Set set, int column) {
  set.insert(std::upper_bound(set.begin(), set.end(), column), column);
  return set;
}

Set without(const Set& set, int column) {
  Set rest;
  std::copy_if(set.begin(), set.end(), std::back_inserter(rest), [&](int j) { return j != column; });
  return rest;
}

bool holds(const Set& set, int column) { return std::binary_search(set.begin(), set.end(), column); }

}  // namespace

/// What expanding one node gives.
struct Star::Outcome {
  std::vector<Set> found;
  std::optional<Pool> scanned;  ///< what a scan found
  std::vector<StarNode> children;
  std::vector<std::shared_ptr<const Leaf>> leaves;
  std::optional<double> left;  ///< bound of what the gap allowed to leave
  bool unknown = false;        ///< no bound at all
  bool give_up = false;        ///< another route is better
  /// A node that the cheap bound did not close, and what goes on from there.
  struct Unfinished {
    StarNode node;
    std::vector<char> allowed;
    double goal = 0;
    double proven = 0;
    std::vector<double> bounds;    ///< proven by number of outsiders …
    std::vector<SplitPart> parts;  ///< … and how
  };
  std::optional<Unfinished> unfinished;
};

bool star_applies(const Problem& problem) { return problem.predictions() == 1 && problem.size() == problem.columns(); }

Star::Star(const Problem& problem, const SearchOptions& options, Pool& pool, const StarPolicy& policy)
    : problem_(&problem), options_(&options), pool_(&pool), policy_(policy), threads_(options.control.threads) {
  open_.push_back({{}, {}, pool.best().set, -kInfinity, born_++, {}, nullptr});
}

bool Star::prepare() {
  freed_ = free_common_factors(*problem_, threads_, options_->control);
  if (!freed_) return false;
  coherence_ = row_coherence(*freed_, options_->sparsity, {}, threads_, options_->control);
  if (!coherence_) return false;
  twins_ = find_twins(*freed_, *coherence_);
  has_twins_ = std::any_of(twins_.begin(), twins_.end(), [](const auto& list) { return !list.empty(); });
  leave_out_twins(*freed_, twins_, {}, *coherence_);
  find_alike();
  return true;
}

/// Near-duplicates: one pair voids the dominance of every set with two outsiders, unless they are in the block (search
/// §3.4 e).
void Star::find_alike() {
  for (int j = 0; j < freed_->size(); ++j) {
    if (freed_->usable(j) && coherence_->at(1, j) > kAlike) alike_.push_back(j);
  }
  if (alike_.size() > kMostAlike) alike_.clear();
}

void Star::explore() {
  if (!prepare()) {
    stopped_ = true;
    return;
  }
  while (!open_.empty() && !stopped_ && !gave_up_) {
    const std::vector<StarNode> round = take_round();
    std::vector<Outcome> outcomes(round.size());
    threads_.run(round.size(), [&](std::size_t k) { outcomes[k] = expand(round[k]); });
    for (Outcome& outcome : outcomes) {
      ++nodes_;
      if (outcome.unfinished) climb_on(outcome);
      if (outcome.unknown) ++void_nodes_;
      if (outcome.give_up) gave_up_ = true;
      for (const Set& set : outcome.found) pool_->offer(set);
      if (outcome.scanned) pool_->merge(*outcome.scanned);
      leaves_.insert(leaves_.end(), outcome.leaves.begin(), outcome.leaves.end());
      if (outcome.left) left_ = std::max(left_.value_or(key_of_bound(*outcome.left)), key_of_bound(*outcome.left));
      for (StarNode& child : outcome.children) {
        child.id = born_++;
        open_.push_back(std::move(child));
        std::push_heap(open_.begin(), open_.end(), later);
      }
    }
    const bool enough = options_->most_nodes > 0 && nodes_ >= options_->most_nodes;
    stopped_ = !open_.empty() && (enough || options_->control.should_stop());
    // Only twins and near-duplicates may leave a bound void at the root and not below it.
    const bool few = problem_->columns() <= policy_.small || (alike_.empty() && !has_twins_);
    const std::int64_t most_nodes = problem_->columns() <= policy_.small
                                        ? std::min(policy_.most_nodes, policy_.most_nodes_if_small)
                                        : policy_.most_nodes;
    const std::int64_t most_void = few ? policy_.void_nodes_if_few : policy_.void_nodes;
    gave_up_ = !open_.empty() && !stopped_ && (gave_up_ || nodes_ >= most_nodes || void_nodes_ >= most_void);
    report();
  }
}

std::vector<StarNode> Star::take_round() {
  std::vector<StarNode> round;
  while (!open_.empty() && round.size() < kWidth) {
    std::pop_heap(open_.begin(), open_.end(), later);
    round.push_back(std::move(open_.back()));
    open_.pop_back();
  }
  return round;
}

/// The largest f that still matters: what reaches the pool's cutoff.
double Star::cutoff_residual() const {
  const Key cutoff = pool_->cutoff();
  const double settled = kSettledRoom * base::kDetermined * problem_->target_scale[0];
  if (cutoff.determined > 0) return settled;
  return std::max(settled, problem_->target(0, 0) * std::exp(-2 * cutoff.nats) * (1 + 1e-14));
}

Key Star::key_of_bound(double bound) const {
  if (!(bound > base::kDetermined * problem_->target_scale[0])) return {1, kInfinity};
  return {0, 0.5 * std::log(problem_->target(0, 0) / bound) + 1e-15};
}

bool Star::within_gap(double bound) const {
  const Key key = key_of_bound(bound);
  const Key best = key_of(pool_->best().assessment.value);
  return options_->gap_nats > 0 && key.determined == best.determined && key.nats <= best.nats + options_->gap_nats;
}

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

Star::Outcome Star::expand(const StarNode& node) const {
  Outcome outcome;
  const double cutoff = cutoff_residual();
  if (node.bound > cutoff) {
    close_by(node, cutoff, node.leaf, outcome);
    return outcome;
  }
  const Assessment facts = assess(*problem_, node.in);
  if (!node.in.empty()) outcome.found.push_back(node.in);
  if (facts.value.determined > 0) {  // more facts add nothing
    close(node, LeafKind::kMonotone, outcome);
    return outcome;
  }
  const auto enumerated = [&] {
    close(node, LeafKind::kEnumerate, outcome);
    return std::move(outcome);
  };
  if (static_cast<int>(node.in.size()) == options_->sparsity) return enumerated();
  if (!node.incumbent.empty()) outcome.found.push_back(node.incumbent);

  // A column that the facts determine adds nothing beside more facts either.
  const SwapScan given(*problem_, node.in);
  std::vector<char> allowed(static_cast<std::size_t>(problem_->columns()), 0);
  for (int j = 0; j < problem_->columns(); ++j) {
    allowed[static_cast<std::size_t>(j)] =
        freed_->usable(j) && given.variance()[j] > base::kDetermined * problem_->column_scale[j] ? 1 : 0;
  }
  for (const int j : node.in) allowed[static_cast<std::size_t>(j)] = 0;
  for (const int j : node.out) allowed[static_cast<std::size_t>(j)] = 0;
  if (std::none_of(allowed.begin(), allowed.end(), [](char flag) { return flag != 0; })) return enumerated();

  // What is no better than the facts already in by more than a tie reduces to them.
  const double own = problem_->target(0, 0) * std::exp(-2 * facts.value.nats);
  const double goal = std::min(cutoff, own * std::exp(-2 * facts.tie_nats));
  if (static_cast<int>(node.in.size()) + 1 == options_->sparsity) {
    finish_last_place(node, allowed, goal, outcome);
    return outcome;
  }
  StarNode now = node;
  complete(now, allowed);
  if (now.incumbent != node.incumbent) outcome.found.push_back(now.incumbent);
  if (now.incumbent.size() == now.in.size()) return enumerated();  // nothing adds rank
  if (perspective_ != nullptr) {
    expand_by_eigenvalue(std::move(now), std::move(allowed), goal, outcome);
    return outcome;
  }
  const double proven = prove(now, allowed, goal, outcome);
  if (proven > goal) {
    close_by(now, cutoff, now.leaf, outcome);
    return outcome;
  }
  outcome.unfinished->node = std::move(now);
  outcome.unfinished->allowed = std::move(allowed);
  outcome.unfinished->goal = goal;
  outcome.unfinished->proven = proven;
  return outcome;
}

/// A full incumbent of allowed columns, so that every place has one to branch on.
void Star::complete(StarNode& node, const std::vector<char>& allowed) const {
  Set& set = node.incumbent;
  set.erase(std::remove_if(set.begin(), set.end(),
                           [&](int j) { return holds(node.in, j) || allowed[static_cast<std::size_t>(j)] == 0; }),
            set.end());
  set.resize(std::min(set.size(), static_cast<std::size_t>(options_->sparsity) - node.in.size()));
  for (const int j : node.in) set = with(std::move(set), j);
  while (static_cast<int>(set.size()) < options_->sparsity) {
    std::vector<char> left = allowed;
    for (const int j : set) left[static_cast<std::size_t>(j)] = 0;
    const Swap added = SwapScan(*problem_, set).best_addition(left);
    if (added.in < 0) break;
    set = with(std::move(set), added.in);
  }
}

/// The same with the bound of search §4, which also tells columns that must be in or out.
void Star::expand_by_eigenvalue(StarNode now, std::vector<char> allowed, double goal, Outcome& outcome) const {
  PerspectiveBound bound(*perspective_);
  const double proven = bound.prove(subsets(now, allowed), goal, options_->control, now.start);
  std::shared_ptr<Leaf> leaf;
  if (options_->keep_leaves) {
    leaf = std::make_shared<Leaf>();
    leaf->in = now.in;
    leaf->out = now.out;
    leaf->kind = LeafKind::kMaster;
    leaf->d = perspective_->delta;
    leaf->gamma.assign(now.start.gamma.begin(), now.start.gamma.end());
    leaf->bound = proven;
  }
  if (proven > goal) {
    close_by(now, cutoff_residual(), leaf, outcome);
    return;
  }
  if (proven > now.bound) {
    now.bound = proven;
    now.leaf = leaf;
  }
  if (now.in.empty() && now.out.empty() && proven < kWorth * goal && problem_->columns() <= policy_.tree_columns) {
    outcome.give_up = true;  // smooth data: the tree's bound is better
    outcome.children.push_back(now);
    return;
  }
  const std::vector<int> never = bound.never(goal);
  const std::vector<int> always = bound.always(goal);
  if (leaf != nullptr && (!never.empty() || !always.empty())) {
    auto screened = std::make_shared<Leaf>(*leaf);
    screened->never = never;
    screened->always = always;
    screened->bound = goal;
    outcome.leaves.push_back(std::move(screened));
  }
  for (const int j : never) {
    allowed[static_cast<std::size_t>(j)] = 0;
    now.out = with(std::move(now.out), j);
  }
  for (const int j : always) {
    allowed[static_cast<std::size_t>(j)] = 0;
    now.in = with(std::move(now.in), j);
  }
  if (static_cast<int>(now.in.size()) > options_->sparsity) return;  // no such set
  if (!always.empty()) outcome.found.push_back(now.in);
  if (static_cast<int>(now.in.size()) == options_->sparsity ||
      std::none_of(allowed.begin(), allowed.end(), [](char flag) { return flag != 0; })) {
    close(now, LeafKind::kEnumerate, outcome);
    return;
  }
  if (static_cast<int>(now.in.size()) + 1 == options_->sparsity) {
    finish_last_place(now, allowed, goal, outcome);
    return;
  }
  if (scan_is_cheap(now, allowed)) {
    scan(now, allowed, outcome);
    return;
  }
  complete(now, allowed);
  outcome.found.push_back(now.incumbent);
  if (now.incumbent.size() == now.in.size()) {
    close(now, LeafKind::kEnumerate, outcome);
    return;
  }
  close_or_split(now, allowed, now.bound, outcome);
}

/// True when looking at every set takes no longer than a few bounds.
bool Star::scan_is_cheap(const StarNode& node, const std::vector<char>& allowed) const {
  const auto free = static_cast<std::size_t>(std::count(allowed.begin(), allowed.end(), 1));
  const int places = options_->sparsity - static_cast<int>(node.in.size());
  const auto pairs = static_cast<double>(free) * static_cast<double>(free);
  return pairs * static_cast<double>(node.in.size() + 4) + count_sets(free, places) <= kScanCost;
}

/// Looks at every set (search §2).
void Star::scan(const StarNode& node, const std::vector<char>& allowed, Outcome& outcome) const {
  Completions rest{node.in, {}, options_->sparsity - static_cast<int>(node.in.size())};
  for (int j = 0; j < problem_->columns(); ++j) {
    if (allowed[static_cast<std::size_t>(j)] != 0) rest.free.push_back(j);
  }
  const Scan every(*even_, std::move(rest), kInfinity);
  Pool pool = *pool_;
  for (std::size_t part = 0; part < every.parts(); ++part) {
    if (every.run(part, pool, options_->control)) continue;
    outcome.children.push_back(node);
    return;
  }
  outcome.scanned = std::move(pool);
  close(node, LeafKind::kEnumerate, outcome);
}

/// True when the smallest eigenvalue of the correlations is positive: then nodes start again with its bound.
bool Star::find_eigenvalue() {
  plain_ = freed(*problem_, Eigen::MatrixXd(problem_->columns(), 0), Eigen::VectorXd(0));
  const std::optional<double> delta = least_eigenvalue(*plain_, threads_, options_->control);
  if (!delta) return false;
  even_ = balanced(*problem_, options_->control);
  if (!even_) return false;
  auto setting = std::make_unique<PerspectiveSetting>(*plain_, *delta, options_->control);
  if (setting->complete) perspective_ = std::move(setting);
  return perspective_ != nullptr;
}

/// After all that was tried: leaves the node, or splits it.
void Star::close_or_split(const StarNode& node, const std::vector<char>& allowed, double proven,
                          Outcome& outcome) const {
  StarNode now = node;
  outcome.unknown = proven == -kInfinity;
  now.bound = std::max(node.bound, proven);
  if (now.bound > cutoff_residual()) {
    close_by(now, cutoff_residual(), now.leaf, outcome);
    return;
  }
  if (within_gap(now.bound)) {
    close_by(now, -kInfinity, now.leaf, outcome);
    outcome.left = now.bound;
    return;
  }
  split(now, allowed, outcome);
}

double Star::sets_in_all() const {
  return count_sets(static_cast<std::size_t>(problem_->columns()), options_->sparsity);
}

/// The dearer bounds, one node at a time with all threads; as long as they close enough nodes to be worth their while.
void Star::climb_on(Outcome& outcome) {
  Outcome::Unfinished& rest = *outcome.unfinished;
  double proven = rest.proven;
  const bool root = rest.node.in.empty() && rest.node.out.empty();
  if (root && proven == -kInfinity && sets_in_all() <= policy_.scan_if_void) {
    outcome.give_up = true;
    outcome.children.push_back(rest.node);
    return;
  }
  if (options_->most_nodes > 0) return close_or_split(rest.node, rest.allowed, proven, outcome);
  // With one outsider at most there are no others to dominate: what fails there only branching can mend.
  const bool hopeless = alike_.empty() && proven > -kInfinity && rest.bounds.size() > 1 &&
                        !(std::min(rest.bounds[0], rest.bounds[1]) > rest.goal);
  if (!hopeless && kPatience * climbs_closed_ + kFirstClimbs > climbs_ && !options_->control.should_stop()) {
    ++climbs_;
    proven = std::max(proven, climb_from(rest.node, rest.allowed, rest.goal, rest.bounds, rest.parts));
    if (proven > rest.goal) {
      ++climbs_closed_;
      close_by(rest.node, cutoff_residual(), rest.node.leaf, outcome);
      return;
    }
  }
  const bool eigenvalue = policy_.eigenvalue && problem_->columns() > policy_.small;
  if (root && proven == -kInfinity && eigenvalue && !options_->control.should_stop() && find_eigenvalue()) {
    outcome.children.push_back(rest.node);
    return;
  }
  close_or_split(rest.node, rest.allowed, proven, outcome);
}

double Star::climb_from(StarNode& node, const std::vector<char>& allowed, double goal,
                        const std::vector<double>& bounds, const std::vector<SplitPart>& parts) {
  Subsets sets = subsets(node, allowed);
  if (!alike_.empty() && !unalike_) {
    std::vector<char> left_out(allowed.size(), 0);
    for (const int j : alike_) left_out[static_cast<std::size_t>(j)] = 1;
    unalike_ = row_coherence(*freed_, options_->sparsity, left_out, threads_, options_->control);
    if (!unalike_) return -kInfinity;
    leave_out_twins(*freed_, twins_, left_out, *unalike_);
  }
  for (const int j : alike_) {
    if (allowed[static_cast<std::size_t>(j)] != 0 && !holds(node.incumbent, j)) sets.beside.push_back(j);
  }
  OutsiderBound bound(*freed_, sets.beside.empty() ? *coherence_ : *unalike_);
  if (options_->keep_leaves) bound.remember();
  if (!bound.take(sets)) return -kInfinity;
  if (sets.beside.empty()) bound.keep(bounds, parts);
  (void)climb(*freed_, twins_, goal, threads_, options_->control, bound);
  if (bound.least() > node.bound) node.leaf = split_leaf(node, bound);
  return bound.least();
}

Subsets Star::subsets(const StarNode& node, const std::vector<char>& allowed) const {
  Subsets sets;
  sets.fixed = node.in;
  sets.places = options_->sparsity - static_cast<int>(node.in.size());
  sets.allowed = allowed;
  std::set_difference(node.incumbent.begin(), node.incumbent.end(), node.in.begin(), node.in.end(),
                      std::back_inserter(sets.chosen));
  return sets;
}

/// f of every set of the node but its incumbent is at least this, by the cheap bound.
double Star::prove(StarNode& node, const std::vector<char>& allowed, double goal, Outcome& outcome) const {
  OutsiderBound bound(*freed_, *coherence_);
  Outcome::Unfinished& unfinished = outcome.unfinished.emplace();
  if (options_->keep_leaves) bound.remember();
  if (!bound.take(subsets(node, allowed))) return -kInfinity;
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

/// One place left: every set is the facts and one column more.
void Star::finish_last_place(const StarNode& node, const std::vector<char>& allowed, double goal,
                             Outcome& outcome) const {
  close(node, LeafKind::kEnumerate, outcome);
  Subsets sets;
  sets.fixed = node.in;
  sets.places = 1;
  sets.allowed = allowed;
  OutsiderBound bound(*freed_, *coherence_);
  bool proven = false;
  if (bound.take(sets)) {
    for (const double share : kFixedShares) {
      Shares shares;
      shares.fixed = share;
      proven = proven || bound.raise(shares);
    }
  }
  if (proven) {
    for (const int j : bound.single_outsiders_within(goal)) outcome.found.push_back(with(node.in, j));
    return;
  }
  for (int j = 0; j < problem_->columns(); ++j) {
    if (allowed[static_cast<std::size_t>(j)] != 0) outcome.found.push_back(with(node.in, j));
  }
}

/// Children hold the earlier columns of the incumbent and lack one; the column whose loss is worst comes first, so that
/// the last children hold most.
void Star::split(const StarNode& node, const std::vector<char>& allowed, Outcome& outcome) const {
  std::vector<char> outside = allowed;
  for (const int j : node.incumbent) outside[static_cast<std::size_t>(j)] = 0;
  const SwapScan scan(*problem_, node.incumbent);
  std::vector<Swap> swaps;
  for (std::size_t k = 0; k < node.incumbent.size(); ++k) {
    const int column = node.incumbent[k];
    if (holds(node.in, column)) continue;
    swaps.push_back(scan.sound() ? scan.best_swap(k, outside) : Swap{column, -1, 0});
  }
  // A twin outside voids every bound until its column is in or out: such columns come first of all.
  const auto has_twin = [&](const Swap& swap) {
    const std::vector<int>& twins = twins_[static_cast<std::size_t>(swap.out)];
    return std::any_of(twins.begin(), twins.end(), [&](int j) { return outside[static_cast<std::size_t>(j)] != 0; });
  };
  std::stable_sort(swaps.begin(), swaps.end(), [&](const Swap& a, const Swap& b) {
    if (has_twin(a) != has_twin(b)) return has_twin(a);
    return a.residual > b.residual;
  });
  Set in = node.in;
  for (const Swap& swap : swaps) {
    StarNode child;
    child.in = in;
    child.out = with(node.out, swap.out);
    child.incumbent = without(node.incumbent, swap.out);
    if (swap.in >= 0) child.incumbent = with(std::move(child.incumbent), swap.in);
    child.bound = node.bound;
    child.start = node.start;
    child.leaf = node.leaf;
    outcome.children.push_back(std::move(child));
    in = with(std::move(in), swap.out);
  }
  if (static_cast<int>(in.size()) == options_->sparsity) {
    StarNode own;
    own.in = in;
    own.out = node.out;
    close(own, LeafKind::kEnumerate, outcome);  // the incumbent itself
  } else {
    outcome.children.push_back({in, node.out, in, node.bound, 0, node.start, node.leaf});
  }
}

std::optional<Key> Star::open_bound() const {
  std::optional<Key> most = left_;
  for (const StarNode& node : open_) {
    const Key key = key_of_bound(node.bound);
    most = std::max(most.value_or(key), key);
  }
  return most;
}

/// How much of the gap between the first bound and the best set is closed.
void Star::report() {
  const base::Control& control = options_->control;
  if (!control.progress) return;
  const std::optional<Key> open = open_bound();
  double done = open ? 0 : 1;
  if (open && open->determined == 0 && pool_->best().assessment.value.determined == 0) {
    if (!first_bound_) first_bound_ = open->nats;
    const double gap = *first_bound_ - pool_->best_nats();
    if (gap > 0) done = std::clamp((*first_bound_ - open->nats) / gap, 0.0, 1.0);
  }
  control.report("search", done);
}

}  // namespace explainee::search
