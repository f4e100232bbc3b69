// Nodes of the incumbent search by the bound of the smallest eigenvalue, or by looking at every set (search §2, §4).
#include <algorithm>
#include <utility>

#include "explainee/base/double_limits.h"
#include "explainee/search/algebra/least_eigenvalue.h"
#include "explainee/search/incumbent/incumbent_search.h"
#include "explainee/search/scan/scan.h"

namespace explainee::search {
namespace {

constexpr double kScanCost = 5e6;  ///< in sets: up to this a node is scanned
constexpr double kWorth = 0.3;     ///< of the goal that the perspective bound of the root must reach

}  // namespace

/// Proves the node by the bound of search §4, which also tells columns that must be in or out; true when it is done
/// with.
bool IncumbentSearch::prove_by_eigenvalue(IncumbentNode& now, std::vector<char>& allowed, double goal,
                                          Outcome& outcome) const {
  PerspectiveBound bound(*perspective_);
  const double proven = bound.prove(subsets(now, allowed), goal, options_->control, now.start);
  const std::shared_ptr<ProofLeaf> leaf = options_->keep_leaves ? master_leaf(now, proven) : nullptr;
  if (proven > goal) {
    close_by(now, cutoff_residual(), leaf, outcome);
    return true;
  }
  if (proven > now.bound) {
    now.bound = proven;
    now.leaf = leaf;
  }
  if (now.in.empty() && now.out.empty() && proven < kWorth * goal && problem_->columns() <= policy_.tree_columns) {
    outcome.give_up = true;  // smooth data: the tree's bound is better
    outcome.children.push_back(now);
    return true;
  }
  const std::vector<int> never = bound.never(goal);
  const std::vector<int> always = bound.always(goal);
  if (leaf != nullptr && (!never.empty() || !always.empty())) {
    auto screened = std::make_shared<ProofLeaf>(*leaf);
    screened->never = never;
    screened->always = always;
    screened->bound = goal;
    outcome.leaves.push_back(std::move(screened));
  }
  for (const int j : never) allowed[static_cast<std::size_t>(j)] = 0;
  for (const int j : always) allowed[static_cast<std::size_t>(j)] = 0;
  now.out = joined(now.out, never);
  now.in = joined(now.in, always);
  return false;
}

/// What the bound of search §4 proved, as data.
std::shared_ptr<ProofLeaf> IncumbentSearch::master_leaf(const IncumbentNode& node, double proven) const {
  auto leaf = std::make_shared<ProofLeaf>();
  leaf->in = node.in;
  leaf->out = node.out;
  leaf->kind = LeafKind::kMaster;
  leaf->d = perspective_->delta;
  leaf->gamma.assign(node.start.gamma.begin(), node.start.gamma.end());
  leaf->bound = proven;
  return leaf;
}

/// The rest of expand() with the bound of search §4.
void IncumbentSearch::expand_by_eigenvalue(IncumbentNode now, std::vector<char> allowed, double goal,
                                           Outcome& outcome) const {
  const std::size_t before = now.in.size();
  if (prove_by_eigenvalue(now, allowed, goal, outcome)) return;
  if (static_cast<int>(now.in.size()) > options_->sparsity) return;  // no such set
  if (now.in.size() > before) outcome.found.push_back(now.in);
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
bool IncumbentSearch::scan_is_cheap(const IncumbentNode& node, const std::vector<char>& allowed) const {
  const auto free = static_cast<std::size_t>(std::count(allowed.begin(), allowed.end(), 1));
  const int places = options_->sparsity - static_cast<int>(node.in.size());
  const auto pairs = static_cast<double>(free) * static_cast<double>(free);
  return pairs * static_cast<double>(node.in.size() + 4) + count_sets(free, places) <= kScanCost;
}

/// Looks at every set (search §2).
void IncumbentSearch::scan(const IncumbentNode& node, const std::vector<char>& allowed, Outcome& outcome) const {
  Completions rest{node.in, {}, options_->sparsity - static_cast<int>(node.in.size())};
  for (int j = 0; j < problem_->columns(); ++j) {
    if (allowed[static_cast<std::size_t>(j)] != 0) rest.free.push_back(j);
  }
  outcome.steps +=
      0.35 * count_sets(rest.free.size(), rest.places) + static_cast<double>(rest.free.size() * rest.free.size());
  const Scan every(*problem_, std::move(rest), base::kInfinity);
  BestSets pool = *pool_;
  for (std::size_t part = 0; part < every.parts(); ++part) {
    if (every.run(part, pool, options_->control)) continue;
    outcome.children.push_back(node);
    return;
  }
  outcome.scanned = std::move(pool);
  close(node, LeafKind::kEnumerate, outcome);
}

/// True when the smallest eigenvalue of the correlations is positive: then nodes start again with its bound.
bool IncumbentSearch::find_eigenvalue() {
  plain_ = factored(*problem_, Eigen::MatrixXd(problem_->columns(), 0), Eigen::VectorXd(0));
  const std::optional<double> delta = least_eigenvalue(*plain_, threads_, options_->control);
  if (!delta) return false;
  auto setting = std::make_unique<PerspectiveSetting>(*plain_, *delta, options_->control);
  if (setting->complete) perspective_ = std::move(setting);
  return perspective_ != nullptr;
}

}  // namespace explainee::search
