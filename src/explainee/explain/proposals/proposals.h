// explainee/explain/proposals/proposals.h: the candidates of the families that the options name.
#pragma once

#include <memory>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/explain/gather/gathered.h"
#include "explainee/family/family.h"

namespace explainee::explain {

/// Makes the proposals of all families asked for out of the eligible columns; takes a pass over the rows when a family
/// looks at values. `file_columns`: the first so many columns have a place in the file.
[[nodiscard]] base::Result<std::vector<family::Proposal>> make_proposals(data::TableSource& table, const Roles& roles,
                                                                         const request::Request& request,
                                                                         int file_columns,
                                                                         const base::Control& control);

/// Gives the proposals their columns in the table. The result holds the columns they made, or is null when they made
/// none.
[[nodiscard]] base::Result<std::unique_ptr<data::ExtendedTable>> add_proposals(Gathered& gathered,
                                                                               std::vector<family::Proposal> proposals);

/// Whether every fact to judge is among the proposals; else kUnknownColumn, naming the one that comes nearest.
[[nodiscard]] base::Result<void> check_judged(const Gathered& gathered);

/// The same from moments, for families whose candidates are columns that the moments have.
[[nodiscard]] base::Result<void> propose_from_moments(Gathered& gathered, const request::Request& request);

}  // namespace explainee::explain
