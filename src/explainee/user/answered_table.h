// explainee/user/answered_table.h: the rows that a person was asked about, with her answers as one more column.
#pragma once

#include <memory>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/data/memory_table.h"
#include "explainee/data/table_source.h"

namespace explainee::user {

/// One answer to one row; the same row again is a repeat.
struct Answer {
  std::int64_t row = 0;
  double value = 0;
  std::int64_t line = 0;  ///< which row of the answers it was
};

/// The name of the column that holds the answers.
inline constexpr const char* kAnswerColumn = "answer";

/// Reads row, answer (and, when there are several people, user) from a table. Fails naming file, column and row.
[[nodiscard]] base::Result<std::vector<Answer>> read_answers(data::TableSource& table);

/// The answered rows of `table`, in the order of rows, with the column `answer` last; `asked` is where the answers came
/// from. In memory: people answer few.
[[nodiscard]] base::Result<std::unique_ptr<data::MemoryTable>> answered_rows(data::TableSource& table,
                                                                             const std::vector<Answer>& answers,
                                                                             const data::TableSource& asked,
                                                                             const base::Control& control);

}  // namespace explainee::user
