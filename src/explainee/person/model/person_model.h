// explainee/person/model/person_model.h: what a few answers say about a person (docs/decisions/0008).
#pragma once

#include "explainee/person/model/person_posterior.h"

namespace explainee::person {

/// The posterior from any number of answers, none included; constant or contradictory ones leave it wide.
[[nodiscard]] PersonPosterior learn_person(const PersonSpace& space, const AnsweredRows& answered,
                                           const PersonPrior& prior = {}, const PersonEffort& effort = {});

}  // namespace explainee::person
