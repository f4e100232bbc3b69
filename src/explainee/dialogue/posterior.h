// explainee/dialogue/posterior.h: what some answers say about the person and about what to tell her.
#pragma once

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/dialogue/fixed_data.h"
#include "explainee/person/model/person_draws.h"

namespace explainee::dialogue {

/// kInterrupted when stopped.
[[nodiscard]] base::Result<explain::Persons> learn(const FixedData& fixed, const person::AnsweredRows& answered,
                                                   const explain::PersonsOptions& options);

/// The average of the first prediction over cases that she would answer so, E[ŷ|u], expected over who she may be.
[[nodiscard]] double average_given(const FixedData& fixed, const person::PersonDraws& draws, double answer);

}  // namespace explainee::dialogue
