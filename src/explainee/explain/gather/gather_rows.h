// explainee/explain/gather/gather_rows.h: gathering where there are rows: what is read, in how many passes.
#pragma once

#include "explainee/explain/gather/gathered.h"

namespace explainee::explain {

/// As gather(), for Input::table.
/// `proposals`: the candidates where they are given; else what the families make.
[[nodiscard]] base::Result<Gathered> gather_rows(const Input& input, const request::Request& request, bool judging,
                                                 const base::Control& control,
                                                 std::optional<std::vector<family::Proposal>> proposals = {});

}  // namespace explainee::explain
