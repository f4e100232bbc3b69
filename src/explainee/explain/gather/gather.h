// explainee/explain/gather/gather.h: from rows or a moments file to the moments and roles that an explanation is made
// from.
#pragma once

#include "explainee/explain/gather/gathered.h"

namespace explainee::explain {

/// The columns that a request may name: of the table, or of the table behind the moments.
[[nodiscard]] std::vector<data::Column> columns_of(const Input& input);

/// Gives columns their roles and takes one pass over the rows (two when text columns take part). `judging` as in
/// resolve_roles().
[[nodiscard]] base::Result<Gathered> gather(const Input& input, const request::Request& request, bool judging,
                                            const base::Control& control);

/// The same rows again with these candidates, whatever the families.
[[nodiscard]] base::Result<Gathered> gather_again(const Input& input, const request::Request& request, bool judging,
                                                  std::vector<family::Proposal> proposals,
                                                  const base::Control& control);

}  // namespace explainee::explain
