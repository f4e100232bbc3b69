// explainee/explain/shapes/shaped_proposals.h: candidates in their fitted shapes, and the reader's own terms, as
// columns of the table.
#pragma once

#include <vector>

#include "explainee/explain/shapes/held_rows.h"
#include "explainee/explain/shapes/reading.h"
#include "explainee/family/family.h"

namespace explainee::explain {

struct Composition;

/// The proposals of a composition with what a reading made of them: shapes in place of columns, products beside them,
/// and terms of known columns, which are not offered but known.
[[nodiscard]] std::vector<family::Proposal> shaped_proposals(const Composition& composition, const HeldRows& held,
                                                             const TermLibrary& library, const Reading& reading);

}  // namespace explainee::explain
