// explainee/report/words_row.h: one row taken apart, in sentences.
#pragma once

#include "explainee/report/sentences.h"

namespace explainee::report {

void say_row(Sentences& s);

}  // namespace explainee::report
