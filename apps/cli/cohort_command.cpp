#include <memory>

#include "bind_options.h"
#include "commands.h"
#include "data_input.h"
#include "explainee/cohort/cohort.h"
#include "explainee/data/memory_table.h"
#include "explainee/data/name_pattern.h"
#include "explainee/files/open_table.h"
#include "explainee/files/table_file_writer.h"
#include "explainee/report/json/cohort_json.h"
#include "explainee/report/text/cohort_text.h"
#include "explainee/view/people/cohort_view.h"
#include "output_options.h"
#include "terminal.h"

namespace explainee::cli {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// What the program itself needs to know.
struct CohortFilesOptions {
  std::string users;
  std::vector<std::string> user_columns;
  std::string output;
  bool raw = false;
  bool json = false;
  bool quiet = false;
};

struct CohortRequest {
  std::string data;
  request::Written written;
  cohort::CohortOptions cohort;
  ReadingOptions reading;
  CohortFilesOptions files;
};

constexpr const char* kLanes =
    "For thousands to millions of people: --reader quadratic (or linear) --family features --tell all. All are then "
    "served "
    "at once, in microseconds each, and --catalogue can choose among their explanations. Any other reader, family or "
    "--tell supported explains one after the other as explain does, a fraction of a second to seconds each (--effort "
    "quick: "
    "fewer); people who understand the same are explained once.";

const std::vector<base::Option<CohortFilesOptions>>& cohort_files_options() {
  static const std::vector<base::Option<CohortFilesOptions>> kRecords = {
      {.name = "users",
       .group = "who",
       .argument = "FILE",
       .help = "a table with the column user and one of: knows (names separated by ;), summary (the same, columns that "
               "hold what they understand), w:NAME (weights; optional noise), row and answer (they were asked)",
       .field = &CohortFilesOptions::users},
      {.name = "user-columns",
       .group = "who",
       .argument = "A,B",
       .help = "every one of these columns of DATA is what one person understands",
       .field = &CohortFilesOptions::user_columns},
      {.name = "output",
       .group = "out",
       .argument = "FILE",
       .help = "one row per person, in the order of the people: a .parquet, .csv or .arrow file",
       .field = &CohortFilesOptions::output,
       .short_name = 'o'},
      {.name = "raw", .group = "out", .argument = "", .help = kRawHelp, .field = &CohortFilesOptions::raw},
      {.name = "json",
       .group = "out",
       .argument = "",
       .help = "print the figures as JSON",
       .field = &CohortFilesOptions::json},
      {.name = "quiet", .group = "out", .argument = "", .help = "no progress bar", .field = &CohortFilesOptions::quiet},
  };
  return kRecords;
}

/// The people: a file, or columns of the data.
Result<std::unique_ptr<data::TableSource>> open_users(const CohortRequest& request, const OpenedData& opened) {
  if (!request.files.users.empty()) {
    files::ReadOptions read;
    read.categories = {"user", "knows", "summary"};
    if (!request.written.list("answer-words").empty()) read.categories.emplace_back("answer");
    read.pass_over_unknown = true;
    read.formulas_marked = true;
    read.lists = {"knows"};
    read.threads = 1;
    read.cancel = &interrupt_flag();
    return files::open_table(request.files.users, read);
  }
  if (opened.table == nullptr) {
    return Error{ErrorCode::kNeedsRows, "--user-columns needs the rows; give the table instead of its moments", ""};
  }
  const auto& columns = opened.table->columns();
  const auto resolved = data::resolve_names(columns, request.files.user_columns);
  if (!resolved.ok())
    return Error{resolved.error().code, base::say("--user-columns: {}", resolved.error().message),
                 opened.table->name()};
  const std::vector<std::size_t>& found = resolved.value();
  std::vector<std::string> names;
  for (const std::size_t index : found) names.push_back(columns[index].name);
  auto table = std::make_unique<data::MemoryTable>();
  table->add("user", names);
  table->add("summary", names);
  return std::unique_ptr<data::TableSource>(std::move(table));
}

Result<std::string> serve(const CohortRequest& request) {
  const CohortFilesOptions& asked = request.files;
  if (!asked.users.empty() && !asked.user_columns.empty())
    return Error{ErrorCode::kBadOption, "give either --users or --user-columns, not both", ""};
  if (asked.users.empty() && asked.user_columns.empty())
    return Error{ErrorCode::kBadOption, "say who the people are: --users FILE or --user-columns A,B", ""};
  if (!asked.users.empty() && asked.users == request.data)
    return Error{ErrorCode::kBadOption, "DATA and --users cannot be the same table", ""};
  if (asked.output.empty())
    return Error{ErrorCode::kBadOption, "say where the answers go: -o FILE.parquet (or .csv, .arrow)", ""};
  EXPLAINEE_TRY(check_outputs({asked.output, asked.output + ".partial"},
                              {request.data, asked.users, request.reading.candidates}));
  // Now rather than after hours: a name with an ending that nobody writes, a folder that is not there.
  EXPLAINEE_TRY(files::create_table(asked.output, cohort::output_columns()));
  EXPLAINEE_ASSIGN(const OpenedData opened, open_data(request.data, request.reading, request.written));
  EXPLAINEE_ASSIGN(const auto users, open_users(request, opened));
  cohort::CohortFiles files;
  files.users = users.get();
  files.journal = asked.output + ".partial";
  files.output = [&](const std::vector<data::Column>& columns) {
    return files::create_table(asked.output, columns, asked.raw);
  };
  const auto resolved = request::resolve(request.written, cohort::shared_records(), explain::columns_of(opened.input));
  const auto report = resolved.ok() ? cohort::serve_cohort(opened.input, resolved.value(), request.cohort, files,
                                                           make_control(asked.quiet))
                                    : Result<cohort::CohortReport>(resolved.error());
  if (!report.ok()) {
    Error error = report.error();
    if (error.subject.nowhere() && request.data != "-" && error.code != ErrorCode::kInterrupted)
      error.subject.file = request.data;
    return error;
  }
  clear_progress();
  if (request.reading.timings) print_passes(opened.table.get());
  return asked.json ? report::cohort_json_text(report.value()) : report::cohort_text(view::cohort_view(report.value()));
}

int run(const CohortRequest& request) {
  const Result<std::string> text = serve(request);
  if (!text.ok()) return report_error(text.error());
  return print_output(text.value());
}

}  // namespace

Command add_cohort(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "cohort", "the best facts for each of many people, and a few explanations for all of them");
  auto request = std::make_shared<CohortRequest>();
  command->footer(kLanes);
  command->add_option("DATA", request->data, "as for explain")->required()->type_name("");
  bind_options(*command, cohort_files_options(), request->files);
  bind_options(*command, cohort::shared_records(), request->written);
  bind_options(*command, cohort::cohort_options(), request->cohort);
  bind_options(*command, candidates_options(), request->reading);
  bind_options(*command, reading_options(), request->reading);
  bind_options(*command, passes_options(), request->reading);
  return {command, [request] { return run(*request); }};
}

}  // namespace explainee::cli
