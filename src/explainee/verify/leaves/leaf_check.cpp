#include "explainee/verify/leaves/leaf_check.h"

#include "explainee/verify/leaves/enumerate_leaf.h"
#include "explainee/verify/leaves/master_leaf.h"
#include "explainee/verify/leaves/monotone_leaf.h"
#include "explainee/verify/leaves/split_leaf.h"

namespace explainee::verify {

std::string check_leaf(const Workbench& bench, const Leaf& leaf, const Limit& limit, Judge& judge) {
  if (!bench.may_hold(leaf.in)) return "";  // no allowed set
  if (leaf.kind == Leaf::Kind::kEnumerate) return check_enumerate(bench, leaf, limit, judge);
  if (!bench.problem().plain()) return "such a leaf needs one prediction and candidates of one column";
  if (leaf.kind == Leaf::Kind::kMonotone) return check_monotone(bench, leaf, limit);
  if (leaf.kind == Leaf::Kind::kMaster) return check_master(bench, leaf, limit);
  return check_split(bench, leaf, limit, judge);
}

}  // namespace explainee::verify
