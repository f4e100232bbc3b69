#include "explainee/cohort/people/user_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "explainee/data/name_pattern.h"

namespace explainee::cohort {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr std::string_view kWeightPrefix = "w:";

/// Where column `name` is; −1 where there is none.
int place_of(const std::vector<data::Column>& columns, std::string_view name) {
  const auto at = std::find_if(columns.begin(), columns.end(), [&](const data::Column& c) { return c.name == name; });
  return at == columns.end() ? -1 : static_cast<int>(at - columns.begin());
}

Result<void> check_numbers(const data::TableSource& table, std::size_t column, const char* what) {
  const data::Column& found = table.columns()[column];
  if (found.type == data::ColumnType::kNumber) return {};
  return Error{ErrorCode::kNotANumber, fmt::format("column '{}' must hold numbers, {}", found.name, what),
               table.name()};
}

}  // namespace

Result<std::vector<std::size_t>> listed_columns(std::span<const data::Column> columns, const std::string& names,
                                                const base::Subject& where) {
  const std::vector<std::string> parts = data::split_list(names, ';');
  Result<std::vector<std::size_t>> found = data::resolve_names(columns, parts);
  if (found.ok()) return found;
  return Error{found.error().code, base::say("what she has: {}", found.error().message), where};
}

Result<UserList> UserList::open(data::TableSource& table, const std::vector<std::string>& answer_words) {
  UserList list(table);
  const std::vector<data::Column>& columns = table.columns();
  const int user = place_of(columns, "user");
  const int knows = place_of(columns, "knows");
  const int summary = place_of(columns, "summary");
  const int noise = place_of(columns, "noise");
  const int answer = place_of(columns, "answer");
  std::vector<std::size_t> weights;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (!columns[i].name.starts_with(kWeightPrefix)) continue;
    EXPLAINEE_TRY(check_numbers(table, i, "her weights"));
    weights.push_back(i);
    list.weighted_.push_back(columns[i].name.substr(kWeightPrefix.size()));
  }
  const auto unfit = [&](const char* why) { return Error{ErrorCode::kMalformedTable, why, table.name()}; };
  if (user < 0) return unfit("a table of people needs a column 'user' that names them");
  const int ways = (knows >= 0 ? 1 : 0) + (summary >= 0 ? 1 : 0) + (weights.empty() ? 0 : 1) + (answer >= 0 ? 1 : 0);
  if (ways != 1) {
    return unfit(
        "a table of people needs, beside 'user', exactly one of: a column 'knows' or 'summary' (names separated by ;), "
        "columns 'w:NAME' with weights, or 'row' and 'answer'");
  }
  list.wanted_ = {static_cast<std::size_t>(user)};
  if (answer < 0 && !answer_words.empty()) {
    base::Subject subject(table.name());
    subject.option = base::option("answer-words");
    return Error{ErrorCode::kBadOption, "these people answered no questions", std::move(subject)};
  }
  if (answer >= 0) {
    list.kind_ = UserKind::kAnswers;
    EXPLAINEE_TRY(list.read_all_answers(answer_words));
    return list;
  }
  if (knows >= 0 || summary >= 0) {
    const auto names = static_cast<std::size_t>(std::max(knows, summary));
    if (columns[names].type != data::ColumnType::kText)
      return unfit("columns 'knows' and 'summary' must hold text: names of columns, separated by ;");
    if (summary >= 0) list.kind_ = UserKind::kSummary;
    list.wanted_.push_back(names);
    return list;
  }
  list.kind_ = UserKind::kWeights;
  list.wanted_.insert(list.wanted_.end(), weights.begin(), weights.end());
  list.noisy_ = noise >= 0;
  if (list.noisy_) {
    EXPLAINEE_TRY(check_numbers(table, static_cast<std::size_t>(noise), "standard deviations"));
    list.wanted_.push_back(static_cast<std::size_t>(noise));
  }
  return list;
}

Result<void> UserList::start() {
  rows_ = {};
  used_ = 0;
  given_ = 0;
  return kind_ == UserKind::kAnswers ? Result<void>() : table_->start(wanted_);
}

/// People answer few questions: all of them are held at once.
Result<void> UserList::read_all_answers(const std::vector<std::string>& words) {
  EXPLAINEE_ASSIGN(const auto by_user, person::read_answers_by_user(*table_, words));
  for (const auto& [name, answers] : by_user) {
    answering_.push_back(name);
    answers_.push_back(answers);
  }
  return {};
}

std::vector<person::Answer> UserList::all_answers() const {
  std::vector<person::Answer> all;
  for (const std::vector<person::Answer>& answers : answers_) all.insert(all.end(), answers.begin(), answers.end());
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.row < b.row; });
  return all;
}

Result<UserBatch> UserList::next(std::size_t most) {
  UserBatch batch;
  batch.first = given_;
  if (kind_ == UserKind::kAnswers) {
    for (auto i = static_cast<std::size_t>(given_); i < answering_.size() && batch.size() < most; ++i) {
      batch.names.push_back(answering_[i]);
      batch.answers.push_back(answers_[i]);
    }
    given_ += static_cast<std::int64_t>(batch.size());
    return batch;
  }
  if (kind_ == UserKind::kWeights)
    batch.weights.resize(static_cast<Eigen::Index>(weighted_.size()), static_cast<Eigen::Index>(most));
  while (batch.size() < most) {
    if (used_ == rows_.rows) {
      EXPLAINEE_ASSIGN(const bool more, table_->next(rows_));
      used_ = 0;
      if (!more) {
        rows_ = {};
        break;
      }
    }
    EXPLAINEE_TRY(append(batch, std::min(most - batch.size(), rows_.rows - used_)));
  }
  if (kind_ == UserKind::kWeights)
    batch.weights.conservativeResize(Eigen::NoChange, static_cast<Eigen::Index>(batch.size()));
  given_ += static_cast<std::int64_t>(batch.size());
  return batch;
}

Result<void> UserList::append(UserBatch& batch, std::size_t count) {
  const auto unfit = [&](std::size_t row, ErrorCode code, std::string why) {
    return Error{code, std::move(why), table_->where(rows_.first_row + static_cast<std::int64_t>(row))};
  };
  const std::size_t from = batch.size();
  for (std::size_t row = used_; row < used_ + count; ++row) {
    batch.names.push_back(person::name_at(rows_.columns[0], row));
    if (batch.names.back().empty()) return unfit(row, ErrorCode::kMissingCell, person::kNameless);
    if (kind_ != UserKind::kWeights) batch.has.emplace_back(rows_.columns[1].texts[row]);
  }
  if (kind_ == UserKind::kWeights) {
    for (std::size_t k = 0; k < weighted_.size(); ++k) {
      const std::span<const double> cells = rows_.columns[k + 1].numbers.subspan(used_, count);
      for (std::size_t i = 0; i < count; ++i) {
        if (!std::isfinite(cells[i]))
          return unfit(
              used_ + i, ErrorCode::kMissingCell,
              fmt::format("the cell of column 'w:{}' is missing or infinite; write 0 for no weight", weighted_[k]));
        batch.weights(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(from + i)) = cells[i];
      }
    }
    for (std::size_t i = 0; i < count; ++i) {
      const double noise = noisy_ ? rows_.columns.back().numbers[used_ + i] : 0;
      if (!std::isfinite(noise) || noise < 0)
        return unfit(used_ + i, ErrorCode::kMissingCell,
                     "the cell of column 'noise' must be a standard deviation, 0 or more");
      batch.noise.push_back(noise);
    }
  }
  used_ += count;
  return {};
}

}  // namespace explainee::cohort
