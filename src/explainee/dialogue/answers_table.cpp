#include "explainee/dialogue/answers_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "explainee/data/name_pattern.h"

namespace explainee::dialogue {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr std::array<std::string_view, 3> kReplies = {"answered", "skipped", "unknown"};
constexpr double kLargestRow = 9e15;

/// The columns of one pass by name.
class AnswersReader {
 public:
  AnswersReader(data::TableSource& table, std::span<const std::string> words) : table_(table), words_(words) {}

  Result<DialogueState> read() {
    EXPLAINEE_TRY(find_columns());
    EXPLAINEE_TRY(table_.start(wanted_));
    data::Batch batch;
    while (true) {
      EXPLAINEE_ASSIGN(const bool more, table_.next(batch));
      if (!more) return std::move(state_);
      for (std::size_t i = 0; i < batch.rows; ++i) EXPLAINEE_TRY(take(batch, i));
    }
  }

 private:
  Result<void> find_columns() {
    const auto& columns = table_.columns();
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const std::string& name = columns[i].name;
      if (name != "row" && name != "answer" && name != "said" && name != "knows") {
        return Error{
            ErrorCode::kMalformedTable,
            fmt::format("the column '{}' is not part of a dialogue and would be lost; choose another file", name),
            table_.name()};
      }
      place_.emplace(name, wanted_.size());
      wanted_.push_back(i);
    }
    for (const char* needed : {"row", "answer"}) {
      if (place_.contains(needed)) continue;
      return Error{ErrorCode::kMalformedTable,
                   fmt::format("there is no column '{}'; a dialogue is kept in the columns row and answer", needed),
                   table_.name()};
    }
    return {};
  }

  [[nodiscard]] std::string text(const data::Batch& batch, const std::string& column, std::size_t row) const {
    const auto found = place_.find(column);
    if (found == place_.end()) return "";
    const data::ColumnView& view = batch.columns[found->second];
    if (!view.texts.empty()) return std::string(view.texts[row]);
    return view.numbers.empty() || std::isnan(view.numbers[row]) ? "" : fmt::format("{}", view.numbers[row]);
  }

  Result<void> take(const data::Batch& batch, std::size_t i) {
    const base::Subject where = table_.where(batch.first_row + static_cast<std::int64_t>(i));
    const auto bad = [&](base::Message why) { return Error{ErrorCode::kMalformedTable, std::move(why), where}; };
    const data::ColumnView& rows = batch.columns[place_.at("row")];
    const double row = rows.numbers.empty() ? -1 : rows.numbers[i];
    if (!(row >= 0) || row != std::floor(row) || row > kLargestRow)
      return bad(fmt::format("'{}' is no row number; rows count from 0", text(batch, "row", i)));
    Turn turn{static_cast<std::int64_t>(row), Reply::kAnswered, 0};
    if (const std::string reply = text(batch, "said", i); !reply.empty()) {
      const auto* const at = std::find(kReplies.begin(), kReplies.end(), reply);
      if (at == kReplies.end()) return bad(fmt::format("'{}' is none of {}", reply, fmt::join(kReplies, ", ")));
      turn.reply = static_cast<Reply>(at - kReplies.begin());
    }
    if (turn.reply == Reply::kAnswered) {
      const std::optional<double> answer = number(batch, i);
      if (!answer) return bad(expected(text(batch, "answer", i)));
      turn.number = *answer;
    }
    const std::string knows = text(batch, "knows", i);
    if (state_.turns.empty()) state_.knows = data::split_list(knows, ';');
    state_.turns.push_back(turn);
    return {};
  }

  /// Her answer; none when it is missing or no word.
  [[nodiscard]] std::optional<double> number(const data::Batch& batch, std::size_t i) const {
    if (!words_.empty()) {
      const auto at = std::find(words_.begin(), words_.end(), text(batch, "answer", i));
      return at == words_.end() ? std::nullopt : std::optional<double>(at - words_.begin());
    }
    const data::ColumnView& view = batch.columns[place_.at("answer")];
    if (view.numbers.empty() || !std::isfinite(view.numbers[i])) return std::nullopt;
    return view.numbers[i];
  }

  [[nodiscard]] base::Message expected(const std::string& found) const {
    if (found.empty()) return "the answer is missing; leave the row out, or write skipped in a column 'said'";
    if (words_.empty()) {
      return base::say("the answer '{}' is no number; name the words with {}", found, base::option("answer-words"));
    }
    return fmt::format("the answer '{}' is none of the words {}", found, fmt::join(words_, ", "));
  }

  data::TableSource& table_;
  std::span<const std::string> words_;
  std::vector<std::size_t> wanted_;
  std::map<std::string, std::size_t> place_;  ///< of each column in a batch
  DialogueState state_;
};

}  // namespace

int count_replies(const DialogueState& state, Reply reply) {
  return static_cast<int>(
      std::count_if(state.turns.begin(), state.turns.end(), [&](const Turn& turn) { return turn.reply == reply; }));
}

std::vector<data::Column> answers_columns(bool words) {
  return {{.name = "row", .whole = true},
          {"answer", words ? data::ColumnType::kText : data::ColumnType::kNumber},
          {"said", data::ColumnType::kText},
          {"knows", data::ColumnType::kText}};
}

Result<void> write_answers(const DialogueState& state, std::span<const std::string> words, data::TableSink& sink) {
  const std::string joined = data::join_list(state.knows, ';');
  std::vector<double> rows;
  std::vector<double> numbers;
  std::vector<std::string_view> answers;
  std::vector<std::string_view> said;
  const std::vector<std::string_view> knows(state.turns.size(), joined);
  for (const Turn& one : state.turns) {
    const bool answered = one.reply == Reply::kAnswered;
    rows.push_back(static_cast<double>(one.row));
    numbers.push_back(answered ? one.number : std::numeric_limits<double>::quiet_NaN());
    answers.emplace_back();
    if (answered && !words.empty()) answers.back() = words[static_cast<std::size_t>(one.number)];
    said.push_back(kReplies[static_cast<std::size_t>(one.reply)]);
  }
  const data::ColumnView answer = words.empty() ? data::ColumnView{numbers, {}} : data::ColumnView{{}, answers};
  EXPLAINEE_TRY(sink.write(std::array<data::ColumnView, 4>{{{rows, {}}, answer, {{}, said}, {{}, knows}}}));
  return sink.finish();
}

Result<DialogueState> read_dialogue(data::TableSource& table, std::span<const std::string> words) {
  return AnswersReader(table, words).read();
}

}  // namespace explainee::dialogue
