// explainee/view/sentences/phrases/person_text.h: the person, as a sentence speaks of her.
#pragma once

#include <string>

#include "explainee/explain/explanation.h"
#include "explainee/view/names/plain_names.h"

namespace explainee::view {

/// "somebody who knows age and sex".
[[nodiscard]] std::string person_text(const explain::Explanation& explanation, const PlainNames& names);

}  // namespace explainee::view
