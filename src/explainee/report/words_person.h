// explainee/report/words_person.h: who she is and what that rests on, in sentences.
#pragma once

#include "explainee/report/sentences.h"

namespace explainee::report {

/// Whose rows the explanation is of, where it is local.
void say_neighbourhood(Sentences& s);
/// How noisy what she understands is.
void say_noise(Sentences& s);
/// What a few answers leave open about her.
void say_answers(Sentences& s);
/// What varies from draw to draw.
void say_draws(Sentences& s);

}  // namespace explainee::report
