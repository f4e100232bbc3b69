// explainee/view/sentences/say_row.h: one row taken apart, in sentences.
#pragma once

#include "explainee/view/sentences/draft.h"

namespace explainee::view {

void say_row(Draft& s);

}  // namespace explainee::view
