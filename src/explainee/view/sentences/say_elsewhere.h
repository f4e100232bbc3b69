// explainee/view/sentences/say_elsewhere.h: what the facts do on rows that were not used for choosing, and how many of
// them are more than chance, in sentences.
#pragma once

#include "explainee/view/sentences/draft.h"

namespace explainee::view {

/// That nothing is more than chance, and, muted, the best that was found.
void say_nothing_supported(Draft& s);
/// Error before and after, in the prediction's units; with elsewhere() only.
void say_errors_elsewhere(Draft& s);
/// The same for a class: how often it could be named correctly.
void say_chances_elsewhere(Draft& s);
/// Where fewer facts are told than were asked for, or they tell only together.
void say_support(Draft& s);
/// That the model was asked about rows like these, where it was.
void say_model_asked(Draft& s);

}  // namespace explainee::view
