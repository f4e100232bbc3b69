// explainee/explain/answered.h: a person who answered a few questions: who she may be, and what is best to tell her.
#pragma once

#include "explainee/explain/composer.h"

namespace explainee::explain {

/// True when so many answers are too few to be taken for what she understands of all rows: then a model of the person
/// is learnt from them (person.md). `columns`: of the table.
[[nodiscard]] bool too_few_to_stand_alone(std::size_t answers, std::size_t columns);

/// Learns who she may be from Gathered::asked, and adds the person to be expected as a column of u. Nothing without
/// answers.
[[nodiscard]] base::Result<void> learn_from_answers(Composition& composition);

/// Takes the set with the most bits expected over the persons she may be, and says how sure that is. Nothing without
/// answers.
void weigh_persons(Composition& composition);

}  // namespace explainee::explain
