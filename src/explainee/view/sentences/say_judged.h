// explainee/view/sentences/say_judged.h: what a given explanation tells, beside the best, in sentences.
#pragma once

#include "explainee/view/sentences/draft.h"

namespace explainee::view {

void say_judged(Draft& s);

}  // namespace explainee::view
