#include "explainee/verify/leaves/leaf_check.h"

#include "explainee/verify/leaves/enumerate_leaf.h"
#include "explainee/verify/leaves/master_leaf.h"
#include "explainee/verify/leaves/monotone_leaf.h"
#include "explainee/verify/leaves/split_leaf.h"

namespace explainee::verify {

std::string check_leaf(const Workbench& bench, const Leaf& leaf, const Limit& limit) {
  if (leaf.kind == Leaf::Kind::kEnumerate) return check_enumerate(bench, leaf, limit);
  if (!plain_facts(bench.problem())) return "such a leaf needs one prediction and facts of one column";
  if (leaf.kind == Leaf::Kind::kMonotone) return check_monotone(bench, leaf, limit);
  if (leaf.kind == Leaf::Kind::kMaster) return check_master(bench, leaf, limit);
  return check_split(bench, leaf, limit);
}

}  // namespace explainee::verify
