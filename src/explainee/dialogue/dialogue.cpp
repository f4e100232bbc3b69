#include "explainee/dialogue/dialogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "explainee/base/given_option.h"
#include "explainee/base/option_check.h"
#include "explainee/data/memory_table.h"
#include "explainee/person/model/word_scores.h"
#include "explainee/request/grammar/values.h"
#include "explainee/request/records/records.h"

namespace explainee::dialogue {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// Her last answers changed nothing when after so many, and over the last so many, the facts stayed the same and the
/// expected loss fell by less than this factor.
constexpr int kUnmovedAfter = 10;
constexpr int kUnmovedOver = 5;
constexpr double kUnmovedFactor = 0.8;
/// Fewer answers settle nothing: one slip would decide, and what is best for most people need not be for her.
constexpr int kLeastAnswers = 3;
/// So many cases passed over in a row: she cannot or does not want to answer.
constexpr int kPassedOver = 10;

Result<void> check_settings(const request::Request& request, const DialogueSettings& settings) {
  for (const auto& record : dialogue_options()) EXPLAINEE_TRY(base::check_option(record, settings));
  std::set<std::string_view> shared;
  for (const auto& record : shared_records()) shared.insert(record.name);
  for (const base::GivenOption& given : request::given_options(request::explain_records(), request)) {
    if (shared.contains(given.name)) continue;
    return Error{ErrorCode::kBadOption, base::say("a dialogue does not take {}", base::option(given.name))};
  }
  return person::check_words(settings.answer_words);
}

/// What she has now, whatever was written at first.
void set_knows_of(request::Request& request, std::vector<std::string> columns) {
  request.who.knows = std::move(columns);
  request.written.erase("knows");
}

/// Her reply is one that these settings allow.
Result<void> check_turn(const Turn& turn, const DialogueSettings& settings) {
  if (turn.reply != Reply::kAnswered) return {};
  const auto count = static_cast<double>(settings.answer_words.size());
  const bool word = turn.number >= 0 && turn.number < count && turn.number == std::floor(turn.number);
  if (settings.answer_words.empty() ? std::isfinite(turn.number) : word) return {};
  return Error{ErrorCode::kBadOption,
               fmt::format("row {}: the answer is no {}", turn.row, count > 0 ? "word" : "number"), ""};
}

/// Her answers as explain() reads them.
void fill_answers(const DialogueState& state, const std::vector<std::string>& words, data::MemoryTable& table) {
  std::vector<double> rows;
  std::vector<double> numbers;
  std::vector<std::string> texts;
  for (const Turn& turn : state.turns) {
    if (turn.reply != Reply::kAnswered) continue;
    rows.push_back(static_cast<double>(turn.row));
    numbers.push_back(turn.number);
    if (!words.empty()) texts.push_back(words[static_cast<std::size_t>(turn.number)]);
  }
  table.add("row", std::move(rows));
  if (words.empty()) {
    table.add("answer", std::move(numbers));
  } else {
    table.add("answer", std::move(texts));
  }
}

}  // namespace

Dialogue::Dialogue(std::shared_ptr<const data::Dataset> table, request::Request request, DialogueSettings settings,
                   DialogueState state, base::Control control)
    : table_(std::move(table)),
      request_(std::move(request)),
      settings_(std::move(settings)),
      state_(std::move(state)),
      control_(std::move(control)) {
  policy_.settled = settings_.settled;
  policy_.seed = static_cast<std::uint64_t>(request_.how.seed);
  if (!settings_.answer_words.empty()) scores_ = person::word_scores(static_cast<int>(settings_.answer_words.size()));
  if (!state_.knows.empty()) set_knows_of(request_, state_.knows);
}

Result<std::unique_ptr<Dialogue>> Dialogue::open(std::shared_ptr<const data::Dataset> table,
                                                 const request::Request& request, const DialogueSettings& settings,
                                                 DialogueState state, const base::Control& control) {
  EXPLAINEE_TRY(check_settings(request, settings));
  for (const Turn& turn : state.turns) EXPLAINEE_TRY(check_turn(turn, settings));
  std::unique_ptr<Dialogue> dialogue(new Dialogue(std::move(table), request, settings, std::move(state), control));
  EXPLAINEE_TRY(dialogue->read());
  return dialogue;
}

Result<void> Dialogue::read() {
  explain::Input input;
  input.table = table_;
  input.people.answered = true;
  EXPLAINEE_ASSIGN(explain::Composition c, explain::compose(input, request_, control_));
  const explain::Gathered& gathered = c.gathered;
  if (gathered.columns[gathered.roles.predictions.front()].type == data::ColumnType::kText) {
    return Error{ErrorCode::kUnfitColumn,
                 "the prediction is a class, and answers are numbers or words in an order; ask about the chance of a "
                 "class instead",
                 table_->name()};
  }
  std::set<std::int64_t> rows;
  for (const Turn& turn : state_.turns) rows.insert(turn.row);
  FixedData fixed = make_fixed_data(c);
  EXPLAINEE_ASSIGN(pool_, read_cases(c, fixed, policy_, {rows.begin(), rows.end()}));
  fixed_ = std::move(fixed);
  nothing_ = c.answer.nothing_to_explain || fixed_.candidates.empty();
  control_.threads = c.control.threads;
  state_.knows.clear();
  for (const person::Holding& holding : gathered.roles.person.known) {
    if (holding.way == person::Way::kKnows) state_.knows.push_back(holding.column);
  }
  choices_.clear();
  for (const std::size_t index : fixed_.shown) choices_.push_back(gathered.columns[index].name);
  predictions_.clear();
  for (std::size_t i = 0; i < c.answer.predictions.size(); ++i) {
    const int at = fixed_.space.predictions[i];
    predictions_.push_back(
        {c.answer.predictions[i], fixed_.space.mean[at], std::sqrt(fixed_.space.covariance(at, at))});
  }
  anybody_.reset();
  now_.reset();
  steps_.clear();
  at_hand_.reset();
  return {};
}

Result<void> Dialogue::set_knows(std::vector<std::string> columns) {
  if (columns == state_.knows) return {};
  const request::Request before = request_;
  set_knows_of(request_, std::move(columns));
  Result<void> done = read();
  if (!done.ok()) request_ = before;
  return done;
}

const Case* Dialogue::find_case(std::int64_t row) const {
  const auto at = pool_.find(row);
  return at ? &pool_.cases[*at] : nullptr;
}

double Dialogue::score_of(const Turn& turn) const {
  return scores_.size() == 0 ? turn.number : scores_[static_cast<Eigen::Index>(turn.number)];
}

person::AnsweredRows Dialogue::answered(int count) const {
  person::AnsweredRows result{Eigen::MatrixXd(count, pool_.values.cols()), Eigen::VectorXd(count), {}};
  int at = 0;
  for (const Turn& turn : state_.turns) {
    if (turn.reply != Reply::kAnswered || at == count) continue;
    result.rows.row(at) = pool_.values.row(static_cast<Eigen::Index>(*pool_.find(turn.row)));
    result.answers[at++] = score_of(turn);
  }
  return result;
}

Result<explain::Persons> Dialogue::learn_from(int answers) {
  explain::PersonsOptions options;
  options.by_words = scores_.size() > 0;
  options.seed = policy_.seed;
  if (!anybody_) anybody_ = explain::draw_anybody(fixed_.space, fixed_.task, options);
  options.anybody = &*anybody_;
  options.control = control_;
  EXPLAINEE_ASSIGN(explain::Persons posterior, learn(fixed_, answered(answers), options));
  steps_[answers] = {posterior.verdict.set, posterior.verdict.expected_loss_share};
  return posterior;
}

Result<void> Dialogue::learn_now() {
  if (now_) return {};
  EXPLAINEE_ASSIGN(now_, learn_from(answers()));
  return {};
}

Result<bool> Dialogue::unmoved() {
  const int last = answers();
  if (last < kUnmovedAfter) return false;
  const int first = last - kUnmovedOver;
  for (int count = first; count <= last; ++count) {
    if (!steps_.contains(count)) EXPLAINEE_TRY(learn_from(count));
    if (steps_[count].set != steps_[first].set) return false;
  }
  return steps_[last].loss > kUnmovedFactor * steps_[first].loss;
}

/// Of each case of the pool: it is no ordinary one, or she was asked about it.
std::vector<bool> Dialogue::passed() const {
  std::vector<bool> result = pool_.ordinary;
  result.flip();
  for (const Turn& turn : state_.turns) result[*pool_.find(turn.row)] = true;
  return result;
}

Result<Ending> Dialogue::find_ending() {
  if (nothing_) return Ending::kNothingToTell;
  EXPLAINEE_TRY(learn_now());
  if (answers() >= kLeastAnswers && settled(now_->verdict, policy_)) return Ending::kSettled;
  if (answers() >= settings_.most) return Ending::kMost;
  EXPLAINEE_ASSIGN(const bool still, unmoved());
  if (still) return Ending::kUnmoved;
  const auto& turns = state_.turns;
  const auto answered =
      std::find_if(turns.rbegin(), turns.rend(), [](const Turn& s) { return s.reply == Reply::kAnswered; });
  if (answered - turns.rbegin() >= kPassedOver) return Ending::kPassedOver;
  const std::vector<bool> over = passed();
  const bool all = std::find(over.begin(), over.end(), false) == over.end();
  return all ? Ending::kAllAsked : Ending::kNone;
}

Result<std::optional<Case>> Dialogue::next_question() {
  if (at_hand_) return std::optional(*find_case(*at_hand_));
  EXPLAINEE_ASSIGN(const Ending ending, find_ending());
  if (ending != Ending::kNone) return std::optional<Case>();
  const Eigen::Index best = next_row(worth_of_rows(pool_.values, now_->from_answers, now_->verdict), passed());
  const Case& chosen = pool_.cases[static_cast<std::size_t>(best)];
  at_hand_ = chosen.row;
  return std::optional(chosen);
}

Result<void> Dialogue::say(Turn turn) {
  EXPLAINEE_TRY(check_turn(turn, settings_));
  const bool asked = at_hand_ == turn.row || std::any_of(state_.turns.begin(), state_.turns.end(),
                                                         [&](const Turn& before) { return before.row == turn.row; });
  if (!asked || find_case(turn.row) == nullptr)
    return Error{ErrorCode::kBadOption, fmt::format("nothing was asked about row {}", turn.row), ""};
  state_.turns.push_back(turn);
  at_hand_.reset();
  if (turn.reply == Reply::kAnswered) now_.reset();
  return {};
}

Result<void> Dialogue::answer(std::int64_t row, double number) {
  if (!settings_.answer_words.empty())
    return Error{ErrorCode::kBadOption, fmt::format("row {}: this dialogue is answered by words", row), ""};
  return say({row, Reply::kAnswered, number});
}

Result<void> Dialogue::answer_word(std::int64_t row, int word) {
  if (settings_.answer_words.empty())
    return Error{ErrorCode::kBadOption, fmt::format("row {}: this dialogue is answered by numbers", row), ""};
  return say({row, Reply::kAnswered, static_cast<double>(word)});
}

Result<void> Dialogue::pass_over(Reply reply) {
  EXPLAINEE_ASSIGN(const std::optional<Case> asked, next_question());
  if (!asked) return Error{ErrorCode::kBadOption, "there is no question to pass over", ""};
  return say({asked->row, reply, 0});
}

std::optional<Turn> Dialogue::undo() {
  if (state_.turns.empty()) return std::nullopt;
  const Turn last = state_.turns.back();
  if (last.reply == Reply::kAnswered) {
    steps_.erase(answers());
    now_.reset();
  }
  state_.turns.pop_back();
  at_hand_.reset();
  return last;
}

Result<Standing> Dialogue::verdict() {
  Standing standing;
  standing.answers = answers();
  EXPLAINEE_ASSIGN(standing.ending, find_ending());
  if (nothing_) return standing;
  const explain::Verdict& verdict = now_->verdict;
  standing.probability_best = verdict.probability_best;
  standing.expected_bits = verdict.expected_bits;
  standing.expected_loss_bits = verdict.expected_loss_bits;
  standing.expected_loss_share = verdict.expected_loss_share;
  for (const int fact : verdict.set) standing.facts.push_back(fixed_.candidates[static_cast<std::size_t>(fact)]);
  standing.reading = now_->reading;
  standing.oddity = now_->oddity;
  return standing;
}

Result<std::optional<double>> Dialogue::average_where_she_says(double number) {
  if (nothing_ || answers() == 0) return std::optional<double>();
  EXPLAINEE_TRY(learn_now());
  return std::optional(average_given(fixed_, now_->from_answers, score_of({0, Reply::kAnswered, number})));
}

Result<explain::Explanation> Dialogue::explanation() {
  request::Request request = request_;
  set_knows_of(request, state_.knows);
  explain::Input input;
  input.table = table_;
  data::MemoryTable table;
  if (answers() > 0) {
    fill_answers(state_, settings_.answer_words, table);
    request.who.answers_as = request::AnswersAs::kPerson;
    request.who.answer_words = settings_.answer_words;
    input.answers = &table;
  }
  return explain::explain(input, request, control_);
}

}  // namespace explainee::dialogue
