// explainee/view/sentences/say_facts.h: what is told and what it does to the error, in sentences.
#pragma once

#include "explainee/view/sentences/draft.h"

namespace explainee::view {

void say_nothing_to_explain(Draft& s);
void say_no_facts(Draft& s);
/// Error before and after, in the prediction's units.
void say_errors(Draft& s);
/// The same for a class: how much is open, and how often the likeliest class is the predicted one.
void say_chances(Draft& s);
void say_facts(Draft& s);

}  // namespace explainee::view
