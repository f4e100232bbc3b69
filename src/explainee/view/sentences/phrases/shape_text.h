// explainee/view/sentences/phrases/shape_text.h: which way a fact with a shape goes, in words.
#pragma once

#include <string>

#include "explainee/view/sentences/draft.h"

namespace explainee::view {

/// " (lowest near 0.02, higher on both sides)", " (if so, higher)", " (higher x4 then goes with higher)"; of a class
/// about its chance. Nothing for several predictions. Only for facts that told_in_shape().
[[nodiscard]] std::string shape_text(const Draft& s, const explain::Fact& fact);

/// Whether the fact is bent, cut or a product with something known.
[[nodiscard]] bool told_in_shape(const explain::Fact& fact);

}  // namespace explainee::view
