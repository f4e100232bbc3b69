// explainee/view/sentences/say_certainty.h: how sure the choice is, and what else could be told, in sentences.
#pragma once

#include "explainee/view/sentences/draft.h"

namespace explainee::view {

void say_proof(Draft& s);
void say_lasso(Draft& s);
/// Bits, their interval, and what holds on other rows.
void say_certainty(Draft& s);
/// The explanation for everybody, sets that are nearly as good, facts that are no news to her.
void say_others(Draft& s);

}  // namespace explainee::view
