#include "explainee/verify/leaves/coverage.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "explainee/verify/problem/checked_problem.h"

namespace explainee::verify {
namespace {

/// Decisions inside each other; each takes some of the stack.
constexpr int kDeepest = 10000;

enum class Decision : char { kOpen, kIn, kOut };

/// A leaf that holds some sets of the node at hand, and on how many candidates it still insists.
struct Alive {
  const Leaf* leaf;
  int open_in;
  int open_out;
};

class Walk {
 public:
  Walk(std::size_t size, const Allowed& allowed, const base::Control& control)
      : decided_(size, Decision::kOpen), allowed_(allowed), left_(allowed.budget), control_(control) {}

  /// Decides candidates one after the other, always one that a leaf in question asks about, until some leaf holds all
  /// that is left.
  bool covered(const std::vector<Alive>& alive) {
    if (control_.should_stop()) throw Stopped{};
    if (left_ < 0 || clashes_ > 0) return true;  // there is no such set
    const bool full = in_ == allowed_.s;         // nothing more can be in: the node is one set
    if (std::any_of(alive.begin(), alive.end(),
                    [&](const Alive& own) { return own.open_in == 0 && (full || own.open_out == 0); }))
      return true;
    const int next = full ? -1 : most_asked(alive);
    if (next < 0) return false;
    if (++depth_ > kDeepest) throw NotProven{"its leaves decide too many candidates one after the other"};
    for (const Decision decision : {Decision::kIn, Decision::kOut}) {
      decide(next, decision);
      if (!covered(still_alive(alive, next))) return false;  // the decisions stay, to be shown
      decide(next, Decision::kOpen);
    }
    --depth_;
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
    if (of(j) == Decision::kIn) count(j, -1);
    if (decision == Decision::kIn) count(j, 1);
    decided_[static_cast<std::size_t>(j)] = decision;
  }

  /// One more in, or one less.
  void count(int j, int step) {
    const auto candidate = static_cast<std::size_t>(j);
    in_ += static_cast<std::size_t>(step);
    left_ -= step * allowed_.cost(candidate);
    const int group = allowed_.group(candidate);
    if (group < 0) return;
    int& members = members_[group];
    if (step > 0 && members > 0) ++clashes_;
    members += step;
    if (step < 0 && members > 0) --clashes_;
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
  const Allowed& allowed_;
  std::int64_t left_;
  std::size_t in_ = 0;
  std::map<int, int> members_;  ///< in, by group
  int clashes_ = 0;             ///< members beyond the first of each group
  int depth_ = 0;
  const base::Control& control_;
};

}  // namespace

std::optional<Leaf> uncovered(const std::vector<Leaf>& leaves, std::size_t candidates, const Allowed& allowed,
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
    for (const int j : leaf.one_of) add({j}, {});
    for (const int j : leaf.not_all_of) add({}, {j});
    if (leaf.one_of.empty() && leaf.not_all_of.empty()) add({}, {});
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
  Walk walk(candidates, allowed, control);
  if (walk.covered(all)) return std::nullopt;
  return walk.node();
}

}  // namespace explainee::verify
