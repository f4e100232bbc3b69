// explainee/view/make_view.h: an explanation as people are shown it.
#pragma once

#include <string>
#include <vector>

#include "explainee/base/errors/speech.h"
#include "explainee/explain/explanation.h"
#include "explainee/view/names/plain_names.h"
#include "explainee/view/view.h"

namespace explainee::view {

/// The whole answer; `of_columns` names the columns, names of derived facts are made from them. Notes name options in
/// the manner of `speech`.
[[nodiscard]] View make_view(const explain::Explanation& e, const PlainNames& of_columns,
                             const base::Speech& speech = base::command_line());

/// What is explained: "risk", "risk and price".
[[nodiscard]] std::string subject_name(const explain::Explanation& explanation, const PlainNames& names);

/// A set of facts with what it tells; `names` know derived facts too.
[[nodiscard]] SetView set_view(const explain::FactSet& set, const PlainNames& names);

}  // namespace explainee::view
