// explainee/search/testing/incumbent_search_alone.h: for tests only: the incumbent search on problems that other routes
// would take from it.
#pragma once

#include "explainee/search/exact.h"

namespace explainee::search::brute_force {

/// Never scans at once, never gives up, never leaves for the tree.
inline RoutePolicy incumbent_search_alone() {
  RoutePolicy policy;
  policy.just_scan = 0;
  policy.incumbent.most_nodes = 1000000;
  policy.incumbent.void_nodes = 1000000;
  policy.incumbent.small = 0;
  policy.incumbent.void_nodes_if_few = 1000000;
  policy.incumbent.scan_if_void = 0;
  policy.incumbent.tree_columns = 0;
  return policy;
}

}  // namespace explainee::search::brute_force
