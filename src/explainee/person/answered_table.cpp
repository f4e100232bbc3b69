#include "explainee/person/answered_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "explainee/person/model/word_scores.h"

namespace explainee::person {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

Result<std::size_t> find_column(const data::TableSource& table, const std::string& name, data::ColumnType type) {
  const auto& columns = table.columns();
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].name != name) continue;
    if (columns[i].type == type) return i;
    if (type == data::ColumnType::kText) {
      return Error{
          ErrorCode::kNotANumber,
          base::say("the column '{}' of the answers holds numbers, not {}", name, base::option("answer-words")),
          table.name()};
    }
    const base::Message words = base::say(", or words in the order that {} says", base::option("answer-words"));
    return Error{ErrorCode::kNotANumber,
                 base::say("the column '{}' of the answers must hold numbers{}", name,
                           name == "answer" ? words : base::Message()),
                 table.name()};
  }
  return Error{ErrorCode::kMalformedTable,
               fmt::format("the answers have no column '{}'; they need row and answer", name), table.name()};
}

/// Who gave each answer; empty without a column `user`.
Result<std::vector<std::string>> read_users(data::TableSource& table) {
  std::vector<std::string> users;
  const auto& columns = table.columns();
  const auto user = std::find_if(columns.begin(), columns.end(), [](const auto& c) { return c.name == "user"; });
  if (user == columns.end()) return users;
  const std::vector<std::size_t> wanted = {static_cast<std::size_t>(user - columns.begin())};
  EXPLAINEE_TRY(table.start(wanted));
  data::Batch batch;
  while (true) {
    EXPLAINEE_ASSIGN(const bool more, table.next(batch));
    if (!more) return users;
    for (std::size_t i = 0; i < batch.rows; ++i) users.push_back(name_at(batch.columns[0], i));
  }
}

/// With a column `user` all rows must belong to one person: this is one person's explanation.
Result<void> check_one_user(data::TableSource& table) {
  EXPLAINEE_ASSIGN(const std::vector<std::string> given, read_users(table));
  const std::set<std::string> users(given.begin(), given.end());
  if (users.size() <= 1) return {};
  return Error{ErrorCode::kMalformedTable,
               base::say("the answers come from {} users; keep the rows of one person, or give them to {}",
                         users.size(), base::command("cohort", {base::option("users")})),
               table.name()};
}

/// Copies chosen rows of a table, column by column, into memory.
class RowCollector {
 public:
  explicit RowCollector(const std::vector<data::Column>& columns) : columns_(columns), cells_(columns.size()) {}

  void take(const data::Batch& batch, std::size_t row) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (columns_[i].type == data::ColumnType::kNumber) {
        cells_[i].numbers.push_back(batch.columns[i].numbers[row]);
      } else {
        cells_[i].texts.emplace_back(batch.columns[i].texts[row]);
      }
    }
  }

  void move_to(data::MemoryTable& table) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (columns_[i].type == data::ColumnType::kNumber) {
        table.add(columns_[i].name, std::move(cells_[i].numbers));
      } else {
        table.add(columns_[i].name, std::move(cells_[i].texts));
      }
    }
  }

 private:
  struct Cells {
    std::vector<double> numbers;
    std::vector<std::string> texts;
  };
  const std::vector<data::Column>& columns_;
  std::vector<Cells> cells_;
};

/// Reads the table of answers, cell by cell checked.
class AnswersReader {
 public:
  AnswersReader(data::TableSource& table, const std::vector<std::string>& words)
      : table_(table), words_(words), scores_(word_scores(std::max(1, static_cast<int>(words.size())))) {}

  /// By row.
  Result<std::vector<Answer>> read() {
    EXPLAINEE_TRY(start());
    std::vector<Answer> answers;
    data::Batch batch;
    while (true) {
      EXPLAINEE_ASSIGN(const bool more, table_.next(batch));
      if (!more) break;
      for (std::size_t i = 0; i < batch.rows; ++i) {
        if (left_open(batch, i)) continue;
        auto answer = answer_at(batch, i);
        if (!answer.ok()) {
          answer.error().subject = table_.where(batch.first_row + static_cast<std::int64_t>(i));
          return answer.error();
        }
        answers.push_back(answer.value());
      }
    }
    std::stable_sort(answers.begin(), answers.end(), [](const Answer& a, const Answer& b) { return a.row < b.row; });
    return answers;
  }

 private:
  Result<void> start() {
    EXPLAINEE_ASSIGN(const std::size_t row_column, find_column(table_, "row", data::ColumnType::kNumber));
    EXPLAINEE_ASSIGN(
        const std::size_t answer_column,
        find_column(table_, "answer", words_.empty() ? data::ColumnType::kNumber : data::ColumnType::kText));
    std::vector<std::size_t> wanted = {row_column, answer_column};
    const auto& columns = table_.columns();
    noisy_ = std::any_of(columns.begin(), columns.end(), [](const auto& c) { return c.name == "noise"; });
    if (noisy_) {
      EXPLAINEE_ASSIGN(const std::size_t noise_column, find_column(table_, "noise", data::ColumnType::kNumber));
      wanted.push_back(noise_column);
    }
    const auto replies = std::find_if(columns.begin(), columns.end(), [](const auto& c) { return c.name == "said"; });
    kept_dialogue_ = replies != columns.end() && replies->type == data::ColumnType::kText;
    if (kept_dialogue_) wanted.push_back(static_cast<std::size_t>(replies - columns.begin()));
    return table_.start(wanted);
  }

  /// She was asked, and did not answer.
  [[nodiscard]] bool left_open(const data::Batch& batch, std::size_t i) const {
    if (!kept_dialogue_) return false;
    const std::string_view said = batch.columns.back().texts[i];
    return said == "skipped" || said == "unknown";
  }

  [[nodiscard]] Result<Answer> answer_at(const data::Batch& batch, std::size_t i) const {
    const double row = batch.columns[0].numbers[i];
    if (std::isnan(row)) return Error{ErrorCode::kMissingCell, "the row number is missing", ""};
    if (!(row >= 0) || row != std::floor(row) || row > 9e15)
      return Error{ErrorCode::kMalformedTable, fmt::format("'{}' is no row number; rows count from 0", row), ""};
    EXPLAINEE_ASSIGN(const double value, value_at(batch.columns[1], i));
    Answer answer{static_cast<std::int64_t>(row), value, batch.first_row + static_cast<std::int64_t>(i), {}};
    if (!noisy_) return answer;
    answer.noise = batch.columns[2].numbers[i];
    if (!(*answer.noise >= 0) || !std::isfinite(*answer.noise))
      return Error{ErrorCode::kMalformedTable,
                   "the noise is missing or no standard deviation; fill it in, or leave the column out", ""};
    return answer;
  }

  [[nodiscard]] Result<double> value_at(const data::ColumnView& cells, std::size_t i) const {
    if (!words_.empty()) {
      const std::string_view said = cells.texts[i];
      const auto word = std::find(words_.begin(), words_.end(), said);
      if (word != words_.end()) return scores_[word - words_.begin()];
      return Error{ErrorCode::kMalformedTable,
                   base::say("the answer '{}' is none of {}", said,
                             base::option("answer-words", fmt::format("{}", fmt::join(words_, ","))))};
    }
    const double value = cells.numbers[i];
    if (std::isfinite(value)) return value;
    return Error{ErrorCode::kMissingCell,
                 fmt::format("the answer is {}; leave the row out", std::isnan(value) ? "missing" : "infinite"), ""};
  }

  data::TableSource& table_;
  const std::vector<std::string>& words_;
  Eigen::VectorXd scores_;
  bool noisy_ = false;
  bool kept_dialogue_ = false;
};

}  // namespace

Result<std::string> read_knows(data::TableSource& table) {
  const auto& columns = table.columns();
  const auto knows = std::find_if(columns.begin(), columns.end(), [](const auto& c) { return c.name == "knows"; });
  if (knows == columns.end() || knows->type != data::ColumnType::kText) return std::string();
  const std::vector<std::size_t> wanted = {static_cast<std::size_t>(knows - columns.begin())};
  EXPLAINEE_TRY(table.start(wanted));
  data::Batch batch;
  EXPLAINEE_ASSIGN(const bool some, table.next(batch));
  return some && batch.rows > 0 ? std::string(batch.columns[0].texts[0]) : std::string();
}

std::string name_at(const data::ColumnView& column, std::size_t row) {
  if (column.numbers.empty()) return std::string(column.texts[row]);
  return std::isnan(column.numbers[row]) ? "" : fmt::format("{}", column.numbers[row]);
}

Result<std::vector<Answer>> read_answers(data::TableSource& table, const std::vector<std::string>& words) {
  EXPLAINEE_TRY(find_column(table, "row", data::ColumnType::kNumber));
  EXPLAINEE_TRY(check_one_user(table));
  return AnswersReader(table, words).read();
}

Result<std::vector<std::pair<std::string, std::vector<Answer>>>> read_answers_by_user(
    data::TableSource& table, const std::vector<std::string>& words) {
  EXPLAINEE_ASSIGN(const std::vector<std::string> users, read_users(table));
  EXPLAINEE_ASSIGN(const std::vector<Answer> answers, AnswersReader(table, words).read());
  std::vector<std::string> order;
  std::map<std::string, std::vector<Answer>> by_user;
  for (std::size_t i = 0; i < users.size(); ++i) {
    if (users[i].empty()) return Error{ErrorCode::kMissingCell, kNameless, table.where(static_cast<std::int64_t>(i))};
    if (by_user.try_emplace(users[i]).second) order.push_back(users[i]);
  }
  for (const Answer& answer : answers) by_user[users[static_cast<std::size_t>(answer.line)]].push_back(answer);
  std::vector<std::pair<std::string, std::vector<Answer>>> grouped;
  for (const std::string& user : order) grouped.emplace_back(user, std::move(by_user[user]));
  return grouped;
}

Result<std::unique_ptr<AnsweredTable>> AnsweredTable::make(data::TableSource& table, const std::vector<Answer>& answers,
                                                           const data::TableSource& asked,
                                                           const base::Control& control) {
  for (const data::Column& column : table.columns()) {
    if (column.name == kAnswerColumn) {
      return Error{ErrorCode::kBadOption,
                   base::say("the table has a column 'answer' already; rename it to use {}", base::option("answers")),
                   table.name()};
    }
  }
  std::unique_ptr<AnsweredTable> result(new AnsweredTable(table));
  EXPLAINEE_TRY(result->collect(answers, asked, control));
  return result;
}

Result<void> AnsweredTable::collect(const std::vector<Answer>& answers, const data::TableSource& asked,
                                    const base::Control& control) {
  std::vector<data::Column> kept_columns;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (!columns_[i].unreadable.empty()) continue;
    readable_.push_back(i);
    kept_columns.push_back(columns_[i]);
  }
  EXPLAINEE_TRY(table_.start(readable_));
  RowCollector collector(kept_columns);
  data::Batch batch;
  std::size_t next = 0;
  while (next < answers.size()) {
    if (control.cancelled()) return base::interrupted();
    EXPLAINEE_ASSIGN(const bool more, table_.next(batch));
    if (!more) break;
    const std::int64_t end = batch.first_row + static_cast<std::int64_t>(batch.rows);
    for (; next < answers.size() && answers[next].row < end; ++next) {
      collector.take(batch, static_cast<std::size_t>(answers[next].row - batch.first_row));
    }
  }
  if (next < answers.size()) {
    return Error{ErrorCode::kMalformedTable,
                 fmt::format("the answers name row {}, which {} does not have; rows count from 0", answers[next].row,
                             table_.name()),
                 asked.where(answers[next].line)};
  }
  collector.move_to(kept_);
  std::vector<double> values;
  for (const Answer& answer : answers) {
    values.push_back(answer.value);
    rows_.push_back(answer.row);
  }
  kept_.add(kAnswerColumn, std::move(values));
  readable_.push_back(columns_.size());
  columns_.push_back({kAnswerColumn, data::ColumnType::kNumber});
  return {};
}

Result<void> AnsweredTable::start(std::span<const std::size_t> wanted) {
  std::vector<std::size_t> kept;
  for (const std::size_t index : wanted) {
    const auto at = std::find(readable_.begin(), readable_.end(), index);
    if (at == readable_.end()) return table_.start(wanted);  // fails, saying what the column holds
    kept.push_back(static_cast<std::size_t>(at - readable_.begin()));
  }
  return kept_.start(kept);
}

std::optional<std::int64_t> AnsweredTable::position_of(std::int64_t row) const {
  const auto at = std::lower_bound(rows_.begin(), rows_.end(), row);
  if (at == rows_.end() || *at != row) return std::nullopt;
  return at - rows_.begin();
}

bool too_few_to_stand_alone(std::size_t answers, std::size_t columns) {
  constexpr std::size_t kAnswersPerColumn = 20;
  return answers < kAnswersPerColumn * columns;
}

}  // namespace explainee::person
