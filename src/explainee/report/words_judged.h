// explainee/report/words_judged.h: what a given explanation tells, beside the best, in sentences.
#pragma once

#include "explainee/report/sentences.h"

namespace explainee::report {

void say_judged(Sentences& s);

}  // namespace explainee::report
