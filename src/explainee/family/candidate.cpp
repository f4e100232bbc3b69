#include "explainee/family/candidate.h"

namespace explainee::family {

Candidate plain_column(const std::string& name, int index, bool text) { return {name, {name}, index, text}; }

}  // namespace explainee::family
