// explainee/view/sentences/phrases/bits_text.h: information as it is said.
#pragma once

#include <string>

#include "explainee/explain/explanation.h"

namespace explainee::view {

/// "1 bit", "0.9 bits".
[[nodiscard]] std::string bits_text(double nats);
/// The same, or "infinitely many bits".
[[nodiscard]] std::string information_text(double nats, bool infinite);
/// "0.9 of 1.4 explainable bits", or "0.9 bits" where there is no ceiling.
[[nodiscard]] std::string bits_of_text(const explain::Information& information);

}  // namespace explainee::view
