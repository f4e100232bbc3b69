// explainee/dialogue/turn.h: what a person said in a dialogue, as plain data: all that has to be kept to go on later.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace explainee::dialogue {

/// What became of a question.
enum class Reply { kAnswered, kSkipped, kUnknown };

/// One question and what she said.
struct Turn {
  std::int64_t row = 0;  ///< of the table, from 0
  Reply reply = Reply::kAnswered;
  double number = 0;  ///< her answer; of a word its position among the words, lowest first

  friend bool operator==(const Turn&, const Turn&) = default;
};

/// Everything that she said. The rest of a dialogue follows from this, the table and the settings.
struct DialogueState {
  std::vector<std::string> knows;  ///< columns whose values she has in front of her
  std::vector<Turn> turns;         ///< in the order of the questions

  friend bool operator==(const DialogueState&, const DialogueState&) = default;
};

/// How many of these replies there are.
[[nodiscard]] int count_replies(const DialogueState& state, Reply reply);

}  // namespace explainee::dialogue
