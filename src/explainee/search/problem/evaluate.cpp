#include "explainee/search/problem/evaluate.h"

#include "explainee/search/problem/assess.h"

namespace explainee::search {

Value evaluate(const Problem& problem, std::span<const int> set) { return assess(problem, set).value; }

}  // namespace explainee::search
