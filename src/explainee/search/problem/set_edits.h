// explainee/search/problem/set_edits.h: sets with one candidate more or less.
#pragma once

#include <algorithm>
#include <iterator>

#include "explainee/search/problem/problem.h"

namespace explainee::search {

inline Set with(Set set, int column) {
  set.insert(std::upper_bound(set.begin(), set.end(), column), column);
  return set;
}

inline Set without(const Set& set, int column) {
  Set rest;
  std::copy_if(set.begin(), set.end(), std::back_inserter(rest), [&](int j) { return j != column; });
  return rest;
}

inline Set joined(const Set& a, const Set& b) {
  Set all;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all));
  return all;
}

inline bool holds(const Set& set, int column) { return std::binary_search(set.begin(), set.end(), column); }

}  // namespace explainee::search
