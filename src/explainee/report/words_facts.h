// explainee/report/words_facts.h: what is told and what it does to the error, in sentences.
#pragma once

#include "explainee/report/sentences.h"

namespace explainee::report {

void say_nothing_to_explain(Sentences& s);
void say_no_facts(Sentences& s);
/// Error before and after, in the prediction's units.
void say_errors(Sentences& s);
/// The same for a class: how much is open, and how often the likeliest class is the predicted one.
void say_chances(Sentences& s);
void say_facts(Sentences& s);

}  // namespace explainee::report
