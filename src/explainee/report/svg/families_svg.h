// explainee/report/svg/families_svg.h: bits against the number of facts, one line per family, as a picture that needs
// no script.
#pragma once

#include <string>

#include "explainee/view/families/families_view.h"

namespace explainee::report {

/// A self-contained SVG. Full dots are proven best, hollow ones the best found; a line that ends in ∞ settles the
/// prediction.
[[nodiscard]] std::string families_svg(const view::FamiliesView& view);

}  // namespace explainee::report
