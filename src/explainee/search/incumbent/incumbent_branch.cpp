// Children of a node of the incumbent search, and nodes with one place left (search §3.5).
#include <algorithm>
#include <utility>

#include "explainee/search/incumbent/incumbent_search.h"
#include "explainee/search/scan/swap_scan.h"

namespace explainee::search {

/// A full incumbent of allowed columns, so that every place has one to branch on.
void IncumbentSearch::complete(IncumbentNode& node, const std::vector<char>& allowed) const {
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

/// One place left: every set is the facts and one column more.
void IncumbentSearch::finish_last_place(const IncumbentNode& node, const std::vector<char>& allowed, double goal,
                                        Outcome& outcome) const {
  close(node, LeafKind::kEnumerate, outcome);
  Subsets sets;
  sets.fixed = node.in;
  sets.places = 1;
  sets.allowed = allowed;
  OutsiderBound bound(prepared_->factored, prepared_->coherence);
  bool proven = false;
  if (bound.take(sets)) {
    for (const double share : kFixedShares) {
      Shares shares;
      shares.fixed = share;
      proven = proven || bound.raise(shares);
    }
  }
  std::vector<int> last;
  if (proven) {
    last = bound.single_outsiders_within(goal);
  } else {
    for (int j = 0; j < problem_->columns(); ++j) {
      if (allowed[static_cast<std::size_t>(j)] != 0) last.push_back(j);
    }
  }
  // The bound knows of no factor that was given away; what each column leaves is soon computed for all of them.
  const SwapScan given(*problem_, node.in);
  const double cutoff = cutoff_residual();
  for (const int j : last) {
    if (!given.clearly_leaves(j, cutoff)) outcome.found.push_back(with(node.in, j));
  }
}

/// Children hold the earlier columns of the incumbent and lack one; the column whose loss is worst comes first, so that
/// the last children hold most.
void IncumbentSearch::split(const IncumbentNode& node, const std::vector<char>& allowed, Outcome& outcome) const {
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
    const std::vector<int>& twins = prepared_->twins[static_cast<std::size_t>(swap.out)];
    return std::any_of(twins.begin(), twins.end(), [&](int j) { return outside[static_cast<std::size_t>(j)] != 0; });
  };
  std::stable_sort(swaps.begin(), swaps.end(), [&](const Swap& a, const Swap& b) {
    if (has_twin(a) != has_twin(b)) return has_twin(a);
    return a.residual > b.residual;
  });
  Set in = node.in;
  for (const Swap& swap : swaps) {
    IncumbentNode child;
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
    IncumbentNode own;
    own.in = in;
    own.out = node.out;
    close(own, LeafKind::kEnumerate, outcome);  // the incumbent itself
  } else {
    outcome.children.push_back({in, node.out, in, node.bound, 0, node.start, node.leaf});
  }
}

}  // namespace explainee::search
