// explainee/explain/proposals.h: the candidates of the families that the options name.
#pragma once

#include <memory>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/result.h"
#include "explainee/explain/gather.h"
#include "explainee/family/family.h"

namespace explainee::explain {

/// Makes the members of all families asked for out of the eligible columns; takes a pass over the rows when a family
/// looks at values. `file_columns`: the first so many columns have a place in the file.
[[nodiscard]] base::Result<std::vector<family::Member>> make_members(data::TableSource& table, const Roles& roles,
                                                                     const Options& options, int file_columns,
                                                                     const base::Control& control);

/// Turns members into proposals. The result holds the columns they made, or is null when they made none.
[[nodiscard]] base::Result<std::unique_ptr<data::ExtendedTable>> add_members(Gathered& gathered,
                                                                             std::vector<family::Member> members);

/// Whether every fact to judge is among the proposals; else kUnknownColumn, naming the one that comes nearest.
[[nodiscard]] base::Result<void> check_judged(const Gathered& gathered);

/// The same from moments, for families whose candidates are columns that the moments have.
[[nodiscard]] base::Result<void> propose_from_moments(Gathered& gathered, const Options& options);

}  // namespace explainee::explain
