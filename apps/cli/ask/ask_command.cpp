#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <set>

#include "ask/ask_conversation.h"
#include "bind_options.h"
#include "commands.h"
#include "data_input.h"
#include "explainee/base/printable/printable.h"
#include "explainee/dialogue/answers_table.h"
#include "explainee/files/open_table.h"
#include "explainee/files/table_file_writer.h"
#include "explainee/report/text/terminal_text.h"
#include "explainee/report/text/wrap.h"
#include "explainee/view/make_view.h"
#include "explainee/view/numbers/number_text.h"
#include "explainee/view/people/dialogue_words.h"
#include "output_options.h"
#include "terminal.h"

namespace explainee::cli {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// What the program itself needs to know.
struct AskFiles {
  std::string save;
  std::string names;
  bool raw = false;
};

struct AskRequest {
  std::string data;
  request::Written written;
  dialogue::DialogueSettings settings;
  ReadingOptions reading;
  AskFiles files;
};

const std::vector<base::Option<AskFiles>>& ask_files_options() {
  static const std::vector<base::Option<AskFiles>> kRecords = {
      {.name = "save",
       .group = "out",
       .argument = "FILE",
       .help = "keep the answers in FILE (.csv), for 'explainee explain --answers'; where it is there already, go on "
               "from it",
       .field = &AskFiles::save},
      {.name = "names",
       .group = "out",
       .argument = "FILE",
       .help = "plain names, units and display transforms: a table with the columns column, name, unit, show",
       .field = &AskFiles::names},
      {.name = "raw", .group = "out", .argument = "", .help = kRawHelp, .field = &AskFiles::raw},
  };
  return kRecords;
}

/// What an earlier dialogue left; nothing when there was none.
Result<dialogue::DialogueState> resume(const AskRequest& request, const std::vector<std::string>& has) {
  const std::string& path = request.files.save;
  const std::vector<std::string>& words = request.settings.answer_words;
  std::error_code ignored;
  if (path.empty()) return dialogue::DialogueState();
  if (!std::filesystem::exists(path, ignored) || std::filesystem::file_size(path, ignored) == 0) {
    EXPLAINEE_TRY(files::create_table(path, dialogue::answers_columns(!words.empty())));  // fails now, not later
    return dialogue::DialogueState();
  }
  files::ReadOptions read;
  read.categories = {"said", "knows"};
  (words.empty() ? read.numbers : read.categories).emplace_back("answer");
  read.numbers.emplace_back("row");
  read.pass_over_unknown = true;
  read.formulas_marked = true;
  read.lists = {"knows"};
  EXPLAINEE_ASSIGN(const auto table, files::open_table(path, read));
  auto kept = dialogue::read_dialogue(*table, words);
  if (!kept.ok() && kept.error().code == ErrorCode::kNotANumber && words.empty())
    return Error{ErrorCode::kNotANumber, "an answer there is no number; name the words with --answer-words",
                 kept.error().subject};
  EXPLAINEE_ASSIGN(dialogue::DialogueState state, std::move(kept));
  const std::set<std::string> knows(has.begin(), has.end());
  const bool same = knows == std::set<std::string>(state.knows.begin(), state.knows.end());
  if (!state.turns.empty() && !knows.empty() && !same) {
    return Error{ErrorCode::kBadOption,
                 "something else was in front of her in the dialogue that is kept there; leave out --knows, or begin "
                 "another file",
                 path};
  }
  return state;
}

Result<void> keep(const dialogue::Dialogue& dialogue, const std::string& path, bool raw) {
  if (path.empty()) return {};
  if (dialogue.state().turns.empty()) {  // all taken back: a table without rows is none
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
    return {};
  }
  const auto& words = dialogue.settings().answer_words;
  EXPLAINEE_ASSIGN(const auto sink, files::create_table(path, dialogue::answers_columns(!words.empty()), raw));
  return dialogue::write_answers(dialogue.state(), words, *sink);
}

/// Says where a resumed dialogue stands.
void greet(const dialogue::Dialogue& dialogue, const view::PlainNames& names, const std::string& path) {
  std::vector<std::string> has;
  for (const std::string& column : dialogue.state().knows) has.push_back(names.name(column));
  const std::string what = has.empty() ? "nothing" : view::list_text(has);
  (void)print_output(report::wrap(fmt::format("Going on from {}: {}; you have {} in front of you.",
                                              base::printable(path), view::count_text(dialogue.state()), what),
                                  100, "", ""));
}

/// The end: why, what her answers mean, and the explanation.
Result<std::string> explain_to_her(dialogue::Dialogue& dialogue, const view::PlainNames& plain) {
  EXPLAINEE_ASSIGN(const dialogue::Standing standing, dialogue.verdict());
  std::optional<double> average;
  const auto& turns = dialogue.state().turns;
  for (const dialogue::Turn& one : turns) {
    if (one.reply != dialogue::Reply::kAnswered) continue;
    EXPLAINEE_ASSIGN(average, dialogue.average_where_she_says(one.number));
  }
  EXPLAINEE_ASSIGN(const explain::Explanation explanation, dialogue.explanation());
  const view::PlainNames names = plain.with_facts(explanation.derived);
  std::string text;
  for (const std::string& sentence : view::ending_sentences(standing)) text += sentence + " ";
  text = "\n" + report::wrap(text, 100, "", "");
  if (const auto lead = view::lead_sentence(dialogue, standing, average, names))
    text += "\n" + report::wrap(*lead, 100, "", "");
  return text + "\n" + report::terminal_text(view::make_view(explanation, names), {.colour = use_colour()});
}

Result<int> converse(dialogue::Dialogue& dialogue, const view::PlainNames& names, const AskRequest& request,
                     bool resumed) {
  const std::string& path = request.files.save;
  const bool ask_choices = !resumed && request.written.list("knows").empty();
  Conversation conversation(
      dialogue, names, [&] { return keep(dialogue, path, request.files.raw); }, ask_choices);
  if (resumed) greet(dialogue, names, path);
  EXPLAINEE_ASSIGN(const Parting parting, conversation.lead());
  if (parting == Parting::kExplain) {
    EXPLAINEE_ASSIGN(const std::string text, explain_to_her(dialogue, names));
    if (const int status = print_output(text); status != 0) return status;
  }
  const std::string count = view::count_text(dialogue.state());
  if (path.empty() && parting != Parting::kExplain && !dialogue.state().turns.empty()) {
    (void)print_output(count + " forgotten; --save FILE.csv keeps them.\n");
  } else if (!path.empty() && !dialogue.state().turns.empty()) {
    (void)print_output(
        fmt::format("{}{} kept in {}.\n", parting == Parting::kExplain ? "\n" : "", count, base::printable(path)));
  }
  return parting == Parting::kInterrupted ? base::error_info(ErrorCode::kInterrupted).exit_status : 0;
}

Result<int> serve(const AskRequest& request) {
  if (request.data == "-")
    return Error{ErrorCode::kBadOption, "answers come from standard input, so DATA cannot; give a file", ""};
  EXPLAINEE_TRY(check_outputs({request.files.save}, {request.data, request.files.names}));
  for (const std::string& word : request.settings.answer_words) {
    if (!is_command(lower_case(word))) continue;
    return Error{ErrorCode::kBadOption, fmt::format("--answer-words: '{}' is a command of the dialogue", word), ""};
  }
  EXPLAINEE_ASSIGN(const view::PlainNames names, read_names(request.files.names));
  EXPLAINEE_ASSIGN(const OpenedData opened, open_data(request.data, request.reading, request.written));
  if (opened.table == nullptr)
    return Error{ErrorCode::kNeedsRows, "she is shown rows, and a moments file has none; give the table instead", ""};
  EXPLAINEE_ASSIGN(const request::Request asked,
                   request::resolve(request.written, dialogue::shared_records(), opened.table->columns()));
  EXPLAINEE_ASSIGN(dialogue::DialogueState state, resume(request, asked.who.knows));
  const bool resumed = !state.turns.empty();
  EXPLAINEE_ASSIGN(const auto dialogue, dialogue::Dialogue::open(opened.table, asked, request.settings,
                                                                 std::move(state), make_control(false)));
  for (const dialogue::Dialogue::Predicted& predicted : dialogue->predictions()) {
    if (names.slope(predicted.name)) continue;
    return Error{
        ErrorCode::kBadExpression,
        fmt::format("show of the prediction '{}' must be like a + b*x, since answers are read in it", predicted.name),
        request.files.names};
  }
  Result<int> status = converse(*dialogue, names, request, resumed);
  if (request.reading.timings) print_passes(opened.table.get());
  return status;
}

int run(const AskRequest& request) {
  const Result<int> status = serve(request);
  if (status.ok()) return status.value();
  Error error = status.error();
  if (error.subject.nowhere() && error.code != ErrorCode::kInterrupted && error.code != ErrorCode::kBadOption)
    error.subject.file = request.data;
  return report_error(error);
}

}  // namespace

Command add_ask(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("ask", "find out by a few questions what a person knows, then explain the rest to her");
  auto request = std::make_shared<AskRequest>();
  command->add_option("DATA", request->data, "a table, as for explain")->required()->type_name("");
  bind_options(*command, dialogue::dialogue_options(), request->settings);
  bind_options(*command, dialogue::shared_records(), request->written);
  bind_options(*command, reading_options(), request->reading);
  bind_options(*command, passes_options(), request->reading);
  bind_options(*command, ask_files_options(), request->files);
  return {command, [request] { return run(*request); }};
}

}  // namespace explainee::cli
