#include "explainee/verify/coverage.h"

#include <algorithm>
#include <map>

namespace explainee::verify {
namespace {

enum class Decision : char { kOpen, kIn, kOut };

class Walk {
 public:
  Walk(int size, int s, const Prices& prices)
      : decided_(static_cast<std::size_t>(size), Decision::kOpen), s_(s), prices_(prices), left_(prices.budget) {}

  /// Decides candidates one after the other, always one that a leaf in question asks about, until some leaf holds all
  /// that is left.
  bool covered(const std::vector<const Leaf*>& leaves) {
    if (left_ < 0) return true;  // no such set can be paid for
    std::vector<const Leaf*> alive;
    for (const Leaf* leaf : leaves) {
      if (!contradicts(*leaf)) alive.push_back(leaf);
    }
    const bool full = static_cast<int>(in_) == s_;  // nothing more can be in: the node is one set
    if (std::any_of(alive.begin(), alive.end(), [&](const Leaf* leaf) { return contains(*leaf, full); })) return true;
    const int next = full ? -1 : most_asked(alive);
    if (next < 0) return false;
    for (const Decision decision : {Decision::kIn, Decision::kOut}) {
      decide(next, decision);
      if (!covered(alive)) return false;  // the decisions stay, to be shown
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

  [[nodiscard]] bool contradicts(const Leaf& leaf) const {
    return std::any_of(leaf.in.begin(), leaf.in.end(), [&](int j) { return of(j) == Decision::kOut; }) ||
           std::any_of(leaf.out.begin(), leaf.out.end(), [&](int j) { return of(j) == Decision::kIn; });
  }

  [[nodiscard]] bool contains(const Leaf& leaf, bool full) const {
    return std::all_of(leaf.in.begin(), leaf.in.end(), [&](int j) { return of(j) == Decision::kIn; }) &&
           std::all_of(leaf.out.begin(), leaf.out.end(),
                       [&](int j) { return of(j) == Decision::kOut || (full && of(j) == Decision::kOpen); });
  }

  [[nodiscard]] int most_asked(const std::vector<const Leaf*>& alive) const {
    std::map<int, int> asked;
    for (const Leaf* leaf : alive) {
      for (const auto* list : {&leaf->in, &leaf->out}) {
        for (const int j : *list) {
          if (of(j) == Decision::kOpen) ++asked[j];
        }
      }
    }
    int best = -1;
    for (const auto& [j, count] : asked) {
      if (best < 0 || count > asked[best]) best = j;
    }
    return best;
  }

  std::vector<Decision> decided_;
  int s_;
  const Prices& prices_;
  std::int64_t left_;
  int in_ = 0;
};

}  // namespace

std::optional<Leaf> uncovered(const std::vector<Leaf>& leaves, int size, int s, const Prices& prices) {
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
  std::vector<const Leaf*> all;
  all.reserve(plain.size());
  for (const Leaf& leaf : plain) all.push_back(&leaf);
  Walk walk(size, s, prices);
  if (walk.covered(all)) return std::nullopt;
  return walk.node();
}

}  // namespace explainee::verify
