// explainee/person/model/odd_answers.h: answers that say little about who gave them.
#pragma once

#include <string_view>

#include "explainee/person/model/person_draws.h"

namespace explainee::person {

/// Why answers say little.
enum class Oddity {
  kNone,
  kConstant,       ///< three or more, all the same
  kContradictory,  ///< the same rows were answered differently, by more than half of all that varies
  kFollowsNone,    ///< five or more that most likely no linear map accounts for by half
};

/// The names in the JSON; empty for kNone.
[[nodiscard]] constexpr std::string_view oddity_name(Oddity oddity) {
  constexpr std::string_view kNames[] = {"", "constant", "contradictory", "follows_none"};
  return kNames[static_cast<int>(oddity)];
}

/// What is odd about answers that are read so.
[[nodiscard]] Oddity find_oddity(const AnsweredRows& answered, const LinearReading& reading);

}  // namespace explainee::person
