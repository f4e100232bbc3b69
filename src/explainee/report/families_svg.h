// explainee/report/families_svg.h: bits against the number of facts, one line per family, as a picture that needs no
// script.
#pragma once

#include <string>

#include "explainee/explain/family_curves.h"
#include "explainee/report/plain_names.h"

namespace explainee::report {

/// A self-contained SVG. Full dots are proven best, hollow ones the best found; a line that ends in ∞ settles the
/// prediction.
[[nodiscard]] std::string families_svg(const explain::FamilyComparison& comparison, const PlainNames& names);

}  // namespace explainee::report
