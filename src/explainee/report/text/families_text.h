// explainee/report/text/families_text.h: the comparison of families as a table for people.
#pragma once

#include <string>

#include "explainee/view/families/families_view.h"

namespace explainee::report {

/// One line per family; bits, typical error and seconds for every number of facts, four numbers beside each other.
[[nodiscard]] std::string families_text(const view::FamiliesView& view);

}  // namespace explainee::report
