// explainee/report/words_certainty.h: how sure the choice is, and what else could be told, in sentences.
#pragma once

#include "explainee/report/sentences.h"

namespace explainee::report {

void say_proof(Sentences& s);
void say_lasso(Sentences& s);
/// Bits, their interval, and what holds on other rows.
void say_certainty(Sentences& s);
/// The explanation for everybody, sets that are nearly as good, facts that are no news to her.
void say_others(Sentences& s);

}  // namespace explainee::report
