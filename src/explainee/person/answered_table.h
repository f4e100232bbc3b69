// explainee/person/answered_table.h: the rows that a person was asked about, with her answers as one more column.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/data/memory_table.h"
#include "explainee/data/table_source.h"

namespace explainee::person {

/// One answer to one row; the same row again is a repeat.
struct Answer {
  std::int64_t row = 0;
  double value = 0;
  std::int64_t line = 0;        ///< which row of the answers it was
  std::optional<double> noise;  ///< its standard deviation, where the answers have a column of that name
};

/// What a cell of the column `user` says: a text as it is, a number that is whole without a point; empty when missing.
[[nodiscard]] std::string name_at(const data::ColumnView& column, std::size_t row);
/// What is said of a missing one.
inline constexpr const char* kNameless = "the cell of column 'user' is empty; every person needs a name";

/// The name of the column that holds the answers.
inline constexpr const char* kAnswerColumn = "answer";

/// Reads row, answer (and, when there are several people, user) from a table. Where a column `said` holds skipped or
/// unknown, as dialogues are kept, she did not answer. Fails naming file, column and row. With `words`, lowest first,
/// an answer is one of them and counts as its score (word_scores.h).
[[nodiscard]] base::Result<std::vector<Answer>> read_answers(data::TableSource& table,
                                                             const std::vector<std::string>& words = {});

/// What a kept dialogue says she had in front of her, as it is written there; empty where the table does not say.
[[nodiscard]] base::Result<std::string> read_knows(data::TableSource& table);

/// The same of several people by their column `user`, in the order of their first answers.
[[nodiscard]] base::Result<std::vector<std::pair<std::string, std::vector<Answer>>>> read_answers_by_user(
    data::TableSource& table, const std::vector<std::string>& words = {});

/// The answered rows of a table, in the order of rows, with the column `answer` last. In memory: people answer few.
class AnsweredTable final : public data::TableSource {
 public:
  /// `asked` is where the answers came from. The table outlives the result.
  [[nodiscard]] static base::Result<std::unique_ptr<AnsweredTable>> make(data::TableSource& table,
                                                                         const std::vector<Answer>& answers,
                                                                         const data::TableSource& asked,
                                                                         const base::Control& control);

  /// Where a row of the whole table stands among the answered ones (the first of repeats).
  [[nodiscard]] std::optional<std::int64_t> position_of(std::int64_t row) const;
  [[nodiscard]] const data::MemoryTable& kept() const { return kept_; }

  [[nodiscard]] const std::vector<data::Column>& columns() const override { return columns_; }
  [[nodiscard]] base::Result<void> start(std::span<const std::size_t> wanted) override;
  [[nodiscard]] base::Result<bool> next(data::Batch& batch) override { return kept_.next(batch); }
  [[nodiscard]] base::Subject where(std::int64_t row) const override {
    return table_.where(rows_[static_cast<std::size_t>(row)]);
  }
  [[nodiscard]] std::string name() const override { return table_.name(); }
  [[nodiscard]] std::int64_t rows_hint() const override { return kept_.rows(); }

 private:
  explicit AnsweredTable(data::TableSource& table) : table_(table), columns_(table.columns()) {}
  [[nodiscard]] base::Result<void> collect(const std::vector<Answer>& answers, const data::TableSource& asked,
                                           const base::Control& control);

  data::TableSource& table_;
  std::vector<data::Column> columns_;
  std::vector<std::size_t> readable_;  ///< which column of the table each kept one is; the answers come last
  std::vector<std::int64_t> rows_;     ///< which row of the table each kept one is
  data::MemoryTable kept_;
};

/// True when so many answers are too few to be taken for what she understands of all rows: then a model of the person
/// is learnt from them (docs/decisions/0008). `columns`: of the table.
[[nodiscard]] bool too_few_to_stand_alone(std::size_t answers, std::size_t columns);

}  // namespace explainee::person
