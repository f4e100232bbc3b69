#include "explainee/search/evaluate.h"

#include "explainee/search/assess.h"

namespace explainee::search {

Value evaluate(const Problem& problem, std::span<const int> set) { return assess(problem, set).value; }

}  // namespace explainee::search
