// explainee/search/star_alone.h: for tests only: the star on problems that other routes would take from it.
#pragma once

#include "explainee/search/exact.h"

namespace explainee::search::brute_force {

/// Never scans at once, never gives up, never leaves for the tree.
inline RoutePolicy star_alone() {
  RoutePolicy policy;
  policy.just_scan = 0;
  policy.star.most_nodes = 1000000;
  policy.star.void_nodes = 1000000;
  policy.star.small = 0;
  policy.star.void_nodes_if_few = 1000000;
  policy.star.scan_if_void = 0;
  policy.star.tree_columns = 0;
  return policy;
}

}  // namespace explainee::search::brute_force
