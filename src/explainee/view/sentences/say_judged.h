// explainee/view/sentences/say_judged.h: what a given explanation tells, beside the best, in sentences.
#pragma once

#include "explainee/view/sentences/draft.h"

namespace explainee::view {

/// On rows that were not used for fitting, where there are such figures.
void say_judged(Draft& s);
/// What the best set tells on the rows it was chosen from, where say_judged() compares on others.
void say_best_here(Draft& s);

}  // namespace explainee::view
