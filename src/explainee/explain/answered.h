// explainee/explain/answered.h: a person who answered a few questions: who she may be, and what is best to tell her.
#pragma once

#include "explainee/explain/composer.h"

namespace explainee::explain {

/// True when so many answers are too few to be taken for what she understands of all rows: then a model of the person
/// is learnt from them (person.md). `columns`: of the table.
[[nodiscard]] bool too_few_to_stand_alone(std::size_t answers, std::size_t columns);

/// Learns who she may be from Gathered::asked and which of the open candidates are best to tell her then, and adds what
/// the typical one of those for whom they are understands as a column of u. Nothing without answers.
[[nodiscard]] base::Result<void> learn_from_answers(Composition& composition);

/// The set with the most bits expected over the persons she may be takes the place of the one that was searched.
/// Nothing without answers.
void tell_the_verdict(Composition& composition);

}  // namespace explainee::explain
