// explainee/view/sentences/phrases/claim_text.h: what was proven, as a sentence.
#pragma once

#include <string>

#include "explainee/explain/explanation.h"
#include "explainee/information/claim.h"

namespace explainee::view {

/// "no other set of at most 3 facts has more bits on these rows under this estimator"; without a full stop.
[[nodiscard]] std::string statement(const information::Claim& claim);
/// The same of an answer, "given these shapes and this reader" where these were fitted to the rows.
[[nodiscard]] std::string statement(const explain::Explanation& explanation);
/// The same with as many digits as people read; that bits of a class are others, beyond_statement() says.
[[nodiscard]] std::string statement_in_words(const explain::Explanation& explanation);

/// What people have to know beside it, as a sentence with its full stop; mostly empty.
[[nodiscard]] std::string beyond_statement(const information::Claim& claim);

/// "settles 1 of 2 independent directions".
[[nodiscard]] std::string settled_text(const information::Claim& claim);

}  // namespace explainee::view
