// explainee/dialogue/answers_table.h: a dialogue as a table of answers (row, answer, said, knows), to keep and to
// resume.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "explainee/base/errors/result.h"
#include "explainee/data/table_sink.h"
#include "explainee/data/table_source.h"
#include "explainee/dialogue/turn.h"

namespace explainee::dialogue {

/// Columns of the table: row; answer, a number, or a text where she answers by words, empty where she did not answer;
/// said: answered, skipped or unknown; knows: names separated by `;`, the same in every row.
[[nodiscard]] std::vector<data::Column> answers_columns(bool words);

/// Writes the whole dialogue and finishes the sink.
[[nodiscard]] base::Result<void> write_answers(const DialogueState& state, std::span<const std::string> words,
                                               data::TableSink& sink);

/// The dialogue that a table holds; said and knows may be lacking. kMalformedTable, naming file and row, for a row that
/// is none, an answer that is missing or none of the words, or a column that would be lost by writing it again.
[[nodiscard]] base::Result<DialogueState> read_dialogue(data::TableSource& table, std::span<const std::string> words);

}  // namespace explainee::dialogue
