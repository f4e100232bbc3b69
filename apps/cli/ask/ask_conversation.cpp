#include "ask/ask_conversation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "explainee/base/printable/printable.h"
#include "explainee/report/text/dialogue_text.h"
#include "explainee/report/text/wrap.h"
#include "explainee/view/people/dialogue_words.h"
#include "terminal.h"

namespace explainee::cli {
namespace {

using base::Result;
using dialogue::Reply;

constexpr int kPageWidth = 100;

constexpr const char* kHelp =
    "  undo   take the last answer back\n"
    "  skip   pass this case over\n"
    "  ?      I don't know\n"
    "  done   ask no more, explain now\n"
    "  quit   leave (with --save, the same command goes on later)\n";

void print(const std::string& text) { (void)print_output(text); }  // a closed pipe ends the input soon enough

bool is_unknown(const std::string& line) {
  return line == "?" || line == "i don't know" || line == "i dont know" || line == "don't know" ||
         line == "dont know" || line == "i do not know" || line == "do not know";
}

}  // namespace

bool is_command(const std::string& line) {
  return line == "quit" || line == "done" || line == "undo" || line == "help" || line == "skip" || is_unknown(line);
}

Conversation::Conversation(dialogue::Dialogue& dialogue, const view::PlainNames& names,
                           std::function<Result<void>()> keep, bool ask_choices)
    : dialogue_(dialogue), names_(names), keep_(std::move(keep)), ask_choices_(ask_choices) {}

std::string Conversation::quietly(const std::string& text) const {
  return use_colour() ? "\033[2m" + text + "\033[0m" : text;
}

std::optional<std::string> Conversation::listen() {
  print("> ");
  std::optional<std::string> line = lines_.next();
  if (::isatty(STDIN_FILENO) == 0)
    print(base::printable(line.value_or("")) + "\n");  // what a terminal would have shown
  if (!line && ::isatty(STDIN_FILENO) != 0) print("\n");
  return line;
}

Result<Parting> Conversation::lead() {
  Next next = ask_choices_ ? Next::kChoices : Next::kAsk;
  while (next != Next::kExplain && next != Next::kQuit) {
    const bool choices = next == Next::kChoices;
    EXPLAINEE_ASSIGN(next, choices ? choose() : ask());
  }
  if (interrupt_flag()) return Parting::kInterrupted;
  return next == Next::kExplain ? Parting::kExplain : Parting::kQuit;
}

/// Which of these she has in front of her.
Result<Conversation::Next> Conversation::choose() {
  const std::vector<std::string>& choices = dialogue_.choices();
  std::vector<std::vector<std::string>> called;
  std::vector<std::string> plain;
  for (const std::string& choice : choices) {
    plain.push_back(names_.name(choice));
    called.push_back({plain.back(), choice});
  }
  print("Which of these do you have in front of you when you judge a case?\n" +
        report::choices_text(plain, kPageWidth) + "Give their numbers, as in 1 3 5-7; Enter for none.\n");
  while (true) {
    const std::optional<std::string> line = listen();
    if (!line || lower_case(*line) == "quit") return Next::kQuit;
    std::string wrong;
    const auto chosen = read_choices(*line, called, wrong);
    if (!chosen) {
      print(
          fmt::format("'{}' is none of them. Give numbers from 1 to {}, as in 1 3 5-7, names with commas between them, "
                      "all, or Enter for none; quit leaves.\n",
                      base::printable(wrong), choices.size()));
      continue;
    }
    std::vector<std::string> knows;
    for (const std::size_t i : *chosen) knows.push_back(choices[i]);
    EXPLAINEE_TRY(dialogue_.set_knows(std::move(knows)));
    return Next::kAsk;
  }
}

void Conversation::show(const dialogue::Case& shown, const dialogue::Standing& standing) {
  std::string text = "\n";
  const bool own_question = dialogue_.settings().question != dialogue::kQuestion;
  if (!introduced_) {
    if (!own_question) text += report::wrap("About " + view::subject_text(dialogue_, names_) + ".", kPageWidth, "", "");
    text += report::wrap(fmt::format("Answer {}; or ? (I don't know), skip, undo, done, quit, help.", expected()),
                         kPageWidth, "", "");
    text += "\n";
  }
  introduced_ = true;
  std::string title = fmt::format("Case {}", dialogue_.state().turns.size() + 1);
  if (!shown.id.empty()) title += ": " + base::printable(shown.id);
  if (standing.answers > 0) title += quietly(fmt::format("  ({})", view::sureness_text(standing)));
  print(text + title + "\n" + report::case_text(view::case_view(shown, names_), kPageWidth) +
        base::printable(dialogue_.settings().question) + "\n");
}

/// One question, until there is a reply to it.
Result<Conversation::Next> Conversation::ask() {
  EXPLAINEE_ASSIGN(const dialogue::Standing standing, dialogue_.verdict());
  EXPLAINEE_ASSIGN(const std::optional<dialogue::Case> shown, dialogue_.next_question());
  if (!shown) return Next::kExplain;
  show(*shown, standing);
  while (true) {
    const std::optional<std::string> line = listen();
    if (!line) return Next::kQuit;
    EXPLAINEE_ASSIGN(const Next next, obey(*line, *shown));
    if (next != Next::kListen) return next;
  }
}

Result<Conversation::Next> Conversation::obey(const std::string& line, const dialogue::Case& shown) {
  const std::string reply = lower_case(line);
  const auto& words = dialogue_.settings().answer_words;
  const int word = read_word(line, words);
  if (word >= 0 && lower_case(words[static_cast<std::size_t>(word)]) == reply) return take_answer(line, shown.row);
  if (reply == "quit") return Next::kQuit;
  if (reply == "done") return Next::kExplain;
  if (reply == "undo") return undo();
  if (reply == "help") {
    print(fmt::format("Answer {}.\n{}", expected(), kHelp));
    return Next::kListen;
  }
  if (reply == "skip" || is_unknown(reply)) {
    EXPLAINEE_TRY(reply == "skip" ? dialogue_.skip() : dialogue_.do_not_know());
    EXPLAINEE_TRY(keep_());
    return Next::kAsk;
  }
  return take_answer(line, shown.row);
}

Result<Conversation::Next> Conversation::undo() {
  const std::optional<dialogue::Turn> taken = dialogue_.undo();
  if (!taken && ask_choices_) return Next::kChoices;
  if (!taken) {
    print("There is no answer to take back.\n");
    return Next::kListen;
  }
  EXPLAINEE_TRY(keep_());
  const std::string what = taken->reply == Reply::kAnswered
                               ? "Your answer " + view::answer_text(dialogue_, taken->number, names_) + " is"
                               : "The last case passed over is";
  print(what + " taken back.\n");
  return Next::kAsk;
}

Result<Conversation::Next> Conversation::take_answer(const std::string& line, std::int64_t row) {
  const auto& words = dialogue_.settings().answer_words;
  const std::string& predicted = dialogue_.predictions().front().name;
  const int word = read_word(line, words);
  const auto number = words.empty() ? read_answer_number(line, names_.unit(predicted)) : std::nullopt;
  if (word < 0 && !number) {
    const std::string what = word == -2     ? fmt::format("'{}' could be several words", base::printable(line))
                             : line.empty() ? std::string("Nothing was typed")
                                            : fmt::format("'{}' is no answer", base::printable(line));
    print(fmt::format("{}. Answer {}; help lists what else there is.\n", what, expected()));
    return Next::kListen;
  }
  EXPLAINEE_TRY(number ? dialogue_.answer(row, names_.stored(predicted, *number).value_or(*number))
                       : dialogue_.answer_word(row, word));
  EXPLAINEE_TRY(keep_());
  return Next::kAsk;
}

std::string Conversation::expected() const {
  const auto& words = dialogue_.settings().answer_words;
  if (!words.empty())
    return base::printable(fmt::format("by one of {} (the beginning is enough)", fmt::join(words, ", ")));
  const std::string unit = names_.unit(dialogue_.predictions().front().name);
  return unit.empty() ? "by a number, as in 12.5" : fmt::format("by a number ({}), as in 12.5", unit);
}

}  // namespace explainee::cli
