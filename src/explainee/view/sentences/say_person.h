// explainee/view/sentences/say_person.h: who she is and what that rests on, in sentences.
#pragma once

#include "explainee/view/sentences/draft.h"

namespace explainee::view {

/// Whose rows the explanation is of, where it is local.
void say_neighbourhood(Draft& s);
/// How noisy what she understands is.
void say_noise(Draft& s);
/// What a few answers leave open about her.
void say_answers(Draft& s);
/// What varies from draw to draw.
void say_draws(Draft& s);

}  // namespace explainee::view
