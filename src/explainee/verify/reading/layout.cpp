#include "explainee/verify/reading/layout.h"

#include <algorithm>
#include <set>

namespace explainee::verify {
namespace {

bool meet(const std::vector<int>& a, const std::vector<int>& b) {
  const std::set<int> held(a.begin(), a.end());
  return std::any_of(b.begin(), b.end(), [&](int j) { return held.contains(j); });
}

/// True when `all` holds every one of `part`.
bool within(const std::vector<int>& part, const std::vector<int>& all) {
  const std::set<int> held(all.begin(), all.end());
  return std::all_of(part.begin(), part.end(), [&](int j) { return held.contains(j); });
}

std::string wrong_split(const Certificate& c, const Leaf& leaf) {
  if (meet(leaf.chosen, leaf.in) || meet(leaf.chosen, leaf.out)) return "what is chosen in a split leaf is in or out";
  if (leaf.in.size() + leaf.chosen.size() > static_cast<std::size_t>(c.s)) return "a split leaf chooses too many";
  if (!within(leaf.in, leaf.block) || !within(leaf.chosen, leaf.block)) return "the block of a split leaf is too small";
  std::set<int> counts;
  for (const SplitClass& part : leaf.classes) {
    const bool lengths = part.d.size() == leaf.block.size() && part.gamma.size() == leaf.block.size() &&
                         (part.weights.empty() || part.weights.size() == c.candidates.size());
    if (!lengths) return "a class of a split leaf does not fit its block";
    if (!counts.insert(part.p).second) return "two classes of a split leaf are about the same sets";
    if (static_cast<std::size_t>(part.p) + leaf.in.size() > static_cast<std::size_t>(c.s))
      return "a class of a split leaf is about sets that are too large";
  }
  return "";
}

std::string wrong_leaf(const Certificate& c, const Leaf& leaf) {
  if (meet(leaf.in, leaf.out)) return "a leaf has a candidate in and out";
  if (leaf.in.size() > static_cast<std::size_t>(c.s)) return "a leaf has too many candidates in";
  if (leaf.kind == Leaf::Kind::kSplit) return wrong_split(c, leaf);
  if (leaf.kind != Leaf::Kind::kMaster) return "";
  for (const auto* list : {&leaf.one_of, &leaf.not_all_of}) {
    if (meet(*list, leaf.in) || meet(*list, leaf.out)) return "a master leaf is narrowed by what is in or out";
  }
  if (meet(leaf.one_of, leaf.not_all_of)) return "a master leaf is narrowed by one candidate twice";
  return c.least_eigenvalue ? "" : "a master leaf needs a least eigenvalue";
}

}  // namespace

std::string wrong_layout(const Certificate& c) {
  if (c.support.size() > static_cast<std::size_t>(c.s)) return "its support has too many candidates";
  for (const Leaf& leaf : c.leaves) {
    if (const std::string why = wrong_leaf(c, leaf); !why.empty()) return why;
    const bool units = leaf.kind == Leaf::Kind::kSplit || leaf.kind == Leaf::Kind::kMaster;
    if (units && c.units.empty()) return "split and master leaves need units";
  }
  return "";
}

}  // namespace explainee::verify
