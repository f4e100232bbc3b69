#include "explainee/verify/leaves/coverage.h"

#include <algorithm>
#include <iterator>

#include "explainee/verify/problem/checked_problem.h"

namespace explainee::verify {
namespace {

enum class Decision : char { kOpen, kIn, kOut };

/// A leaf that holds some sets of the node at hand, and on how many candidates it still insists.
struct Alive {
  const Leaf* leaf;
  int open_in;
  int open_out;
};

class Walk {
 public:
  Walk(int size, int s, const Prices& prices, const base::Control& control)
      : decided_(static_cast<std::size_t>(size), Decision::kOpen),
        s_(s),
        prices_(prices),
        left_(prices.budget),
        control_(control) {}

  /// Decides candidates one after the other, always one that a leaf in question asks about, until some leaf holds all
  /// that is left.
  bool covered(const std::vector<Alive>& alive) {
    if (control_.cancelled()) throw Stopped{};
    if (left_ < 0) return true;   // no such set can be paid for
    const bool full = in_ == s_;  // nothing more can be in: the node is one set
    if (std::any_of(alive.begin(), alive.end(),
                    [&](const Alive& own) { return own.open_in == 0 && (full || own.open_out == 0); }))
      return true;
    const int next = full ? -1 : most_asked(alive);
    if (next < 0) return false;
    for (const Decision decision : {Decision::kIn, Decision::kOut}) {
      decide(next, decision);
      if (!covered(still_alive(alive, next))) return false;  // the decisions stay, to be shown
      decide(next, Decision::kOpen);
    }
    return true;
  }

  [[nodiscard]] Leaf node() const {
    Leaf leaf;
    for (std::size_t j = 0; j < decided_.size(); ++j) {
      if (decided_[j] == Decision::kIn) leaf.in.push_back(static_cast<int>(j));
      if (decided_[j] == Decision::kOut) leaf.out.push_back(static_cast<int>(j));
    }
    return leaf;
  }

 private:
  [[nodiscard]] Decision of(int j) const { return decided_[static_cast<std::size_t>(j)]; }

  void decide(int j, Decision decision) {
    const std::int64_t cost = prices_.cost(static_cast<std::size_t>(j));
    if (of(j) == Decision::kIn) {
      --in_;
      left_ += cost;
    }
    if (decision == Decision::kIn) {
      ++in_;
      left_ -= cost;
    }
    decided_[static_cast<std::size_t>(j)] = decision;
  }

  /// Those that what was just decided of `j` does not contradict. Lists are sorted.
  [[nodiscard]] std::vector<Alive> still_alive(const std::vector<Alive>& before, int j) const {
    std::vector<Alive> alive;
    for (Alive own : before) {
      const bool wants_in = std::binary_search(own.leaf->in.begin(), own.leaf->in.end(), j);
      const bool wants_out = std::binary_search(own.leaf->out.begin(), own.leaf->out.end(), j);
      if ((wants_in && of(j) == Decision::kOut) || (wants_out && of(j) == Decision::kIn)) continue;
      own.open_in -= wants_in ? 1 : 0;
      own.open_out -= wants_out ? 1 : 0;
      alive.push_back(own);
    }
    return alive;
  }

  [[nodiscard]] int most_asked(const std::vector<Alive>& alive) const {
    std::vector<int> asked(decided_.size(), 0);
    for (const Alive& own : alive) {
      for (const auto* list : {&own.leaf->in, &own.leaf->out}) {
        for (const int j : *list) asked[static_cast<std::size_t>(j)] += of(j) == Decision::kOpen ? 1 : 0;
      }
    }
    const auto best = std::max_element(asked.begin(), asked.end());
    return best == asked.end() || *best == 0 ? -1 : static_cast<int>(best - asked.begin());
  }

  std::vector<Decision> decided_;
  int s_;
  const Prices& prices_;
  std::int64_t left_;
  int in_ = 0;
  const base::Control& control_;
};

}  // namespace

std::optional<Leaf> uncovered(const std::vector<Leaf>& leaves, int size, int s, const Prices& prices,
                              const base::Control& control) {
  std::vector<Leaf> plain;  // what each leaf holds, by in and out alone
  for (const Leaf& leaf : leaves) {
    const auto add = [&](const std::vector<int>& in, const std::vector<int>& out) {
      Leaf& part = plain.emplace_back();
      part.in = leaf.in;
      part.in.insert(part.in.end(), in.begin(), in.end());
      part.out = leaf.out;
      part.out.insert(part.out.end(), out.begin(), out.end());
    };
    for (const int j : leaf.never) add({j}, {});
    for (const int j : leaf.always) add({}, {j});
    if (leaf.never.empty() && leaf.always.empty()) add({}, {});
  }
  std::vector<Alive> all;
  for (Leaf& leaf : plain) {
    std::sort(leaf.in.begin(), leaf.in.end());
    std::sort(leaf.out.begin(), leaf.out.end());
    leaf.in.erase(std::unique(leaf.in.begin(), leaf.in.end()), leaf.in.end());
    leaf.out.erase(std::unique(leaf.out.begin(), leaf.out.end()), leaf.out.end());
    std::vector<int> both;  // no set has a candidate in and out
    std::set_intersection(leaf.in.begin(), leaf.in.end(), leaf.out.begin(), leaf.out.end(), std::back_inserter(both));
    if (both.empty()) all.push_back({&leaf, static_cast<int>(leaf.in.size()), static_cast<int>(leaf.out.size())});
  }
  Walk walk(size, s, prices, control);
  if (walk.covered(all)) return std::nullopt;
  return walk.node();
}

}  // namespace explainee::verify
