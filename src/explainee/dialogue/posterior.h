// explainee/dialogue/posterior.h: what some answers say about the person and about what to tell her.
#pragma once

#include "explainee/base/control.h"
#include "explainee/base/result.h"
#include "explainee/dialogue/ground.h"
#include "explainee/user/person_draws.h"

namespace explainee::dialogue {

/// `by_words`: her answers are scores of words, not on the scale of the prediction. kInterrupted when stopped.
[[nodiscard]] base::Result<explain::Persons> learn(const Ground& ground, const user::AnsweredRows& answered,
                                                   bool by_words, std::uint64_t seed, const base::Control& control);

/// The average of the first prediction over cases that she would answer so, E[ŷ|u], expected over who she may be.
[[nodiscard]] double average_given(const Ground& ground, const user::PersonDraws& draws, double answer);

}  // namespace explainee::dialogue
