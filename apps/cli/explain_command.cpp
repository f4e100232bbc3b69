#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <set>

#include "bind_options.h"
#include "commands.h"
#include "data_input.h"
#include "explainee/explain/explain.h"
#include "explainee/files/bytes/text_file.h"
#include "explainee/request/grammar/grammar.h"
#include "explainee/request/json/json.h"
#include "explainee/request/records/records.h"
#include "image/relevance_map.h"
#include "kept_files.h"
#include "output_options.h"
#include "terminal.h"

namespace explainee::cli {
namespace {

using base::Result;
using Run =
    std::function<Result<explain::Explanation>(const explain::Input&, const request::Request&, const base::Control&)>;

/// Where a request may come from beside the command line.
struct RequestFile {
  std::string request;
};

const std::vector<base::Option<RequestFile>>& request_file_options() {
  static const std::vector<base::Option<RequestFile>> kRecords = {
      {.name = "request",
       .group = "how",
       .argument = "FILE.json",
       .help = "all of this as a JSON document (explainee.request.v1); options that are given beside it take the place "
               "of its fields",
       .field = &RequestFile::request,
       .in_provenance = false},
  };
  return kRecords;
}

/// What the command line holds for explain and score.
struct ExplainRequest {
  std::string data;
  request::Written written;
  RequestFile file;
  ReadingOptions reading;
  OutputOptions output;
};

/// A name for a column that is not there is most often a slip.
void note_strangers(const view::PlainNames& names, const explain::Input& input, const std::string& path) {
  std::set<std::string> columns;
  if (input.table != nullptr) {
    for (const data::Column& column : input.table->columns()) columns.insert(column.name);
  } else {
    for (const moments::MomentColumn& column : input.moments->columns) columns.insert(column.source);
  }
  for (const std::string& stranger : names.strangers(columns))
    print_notice(fmt::format("explainee: {} names a column '{}' that the data lack", path, stranger));
}

/// What the file says, with what was written beside it in its place.
Result<request::Written> whole_request(const ExplainRequest& request, const std::vector<request::Record>& records) {
  if (request.file.request.empty()) return request.written;
  EXPLAINEE_ASSIGN(const std::string text, files::read_text(request.file.request));
  EXPLAINEE_ASSIGN(request::Written whole, request::read_request(text, records, request.file.request));
  if (whole.find("ask-model") != nullptr)
    return base::Error{base::ErrorCode::kBadOption,
                       "a request that comes as a file names no command to run; give it beside: --ask-model 'COMMAND'",
                       request.file.request};
  for (const auto& [name, value] : request.written.values()) whole.set(name, value);
  return whole;
}

/// Says what went wrong with DATA where the error does not say where.
int report_about(base::Error error, const std::string& data) {
  if (error.subject.nowhere() && data != "-") error.subject.file = data;
  return report_error(error);
}

int run_request(ExplainRequest request, const std::vector<request::Record>& records, const Run& run) {
  auto whole = whole_request(request, records);
  if (!whole.ok()) return report_error(whole.error());
  request.written = std::move(whole.value());
  const auto safe = check_outputs({request.output.certificate, request.output.certificate + ".moments",
                                   request.output.output, request.output.all_rows},
                                  {request.data, request.file.request, request.written.text("answers"),
                                   request.written.text("asked"), request.output.names, request.reading.candidates});
  if (!safe.ok()) return report_error(safe.error());
  auto names = read_names(request.output.names);
  if (!names.ok()) return report_error(names.error());
  auto opened = open_data(request.data, request.reading, request.written);
  if (!opened.ok()) return report_error(opened.error());
  if (!request.output.quiet) note_strangers(names.value(), opened.value().input, request.output.names);
  const explain::Input& input = opened.value().input;
  auto resolved = request::resolve(request.written, records, explain::columns_of(input));
  if (!resolved.ok()) return report_about(resolved.error(), request.data);
  request::Request& asked = resolved.value();
  if (const auto fits = check_kept(request.output, input.table != nullptr, asked); !fits.ok())
    return report_error(fits.error());
  const base::Control control = make_control(request.output.quiet);
  asked.how.certificate = !request.output.certificate.empty();
  asked.how.keep = !request.output.output.empty() || !request.output.all_rows.empty();
  auto result = run(input, asked, control);
  if (!result.ok()) return report_about(result.error(), request.data);
  explain::Explanation& explanation = result.value();
  if (const auto fit = check_names(explanation, names.value(), request.output.names); !fit.ok())
    return report_error(fit.error());
  if (opened.value().table != nullptr) append_given(explanation, reading_options(), request.reading);
  if (!request.reading.candidates.empty()) explanation.given_options.push_back({"candidates", true});
  if (asked.how.keep) {
    const auto kept = write_kept(explanation, opened.value().table.get(), request.output, control);
    if (!kept.ok()) return report_error(kept.error());
  }
  if (const auto written = write_proof(explanation, request.output.certificate); !written.ok()) {
    const int status = report_error(written.error());
    if (written.error().code != base::ErrorCode::kInterrupted) return status;  // else the answer is there
  }
  const int status = print_explanation(explanation, names.value(), request.output);
  if (request.output.timings) print_passes(opened.value().table.get());
  return status;
}

Command add_request(CLI::App& program, const std::string& name, const std::string& help,
                    const std::vector<request::Record>& records, Run run) {
  CLI::App* command = program.add_subcommand(name, help);
  auto request = std::make_shared<ExplainRequest>();
  command
      ->add_option(
          "DATA", request->data,
          "a .csv, .csv.gz, .parquet, .arrow or .moments file, a folder or glob of them, or - for standard input")
      ->required()
      ->type_name("");
  bind_options(*command, records, request->written);
  bind_options(*command, request_file_options(), request->file);
  bind_options(*command, candidates_options(), request->reading);
  bind_options(*command, reading_options(), request->reading);
  bind_options(*command, output_options(), request->output);
  return {command, [request, &records, run = std::move(run)] { return run_request(*request, records, run); }};
}

}  // namespace

Command add_explain(CLI::App& program) {
  return add_request(program, "explain", "the few facts that tell this person most about the predictions, with a proof",
                     request::explain_records(), explain::explain);
}

Command add_score(CLI::App& program) {
  auto map = std::make_shared<MapOptions>();
  const Run run = [map](const explain::Input& input, const request::Request& asked,
                        const base::Control& control) -> Result<explain::Explanation> {
    if (!map->map.empty()) return score_map(*map, input, asked, control);
    EXPLAINEE_TRY(check_no_map(*map));
    return explain::score(input, asked, control);
  };
  Command command =
      add_request(program, "score", "how much a given explanation tells this person, beside the best possible",
                  request::score_records(), run);
  bind_options(*command.app, map_options(), *map);
  return command;
}

}  // namespace explainee::cli
