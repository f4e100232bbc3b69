#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <set>

#include "bind_options.h"
#include "commands.h"
#include "data_input.h"
#include "explainee/explain/explain.h"
#include "explainee/report/json.h"
#include "explainee/report/terminal_text.h"
#include "explainee/report/words.h"
#include "kept_files.h"
#include "output_options.h"
#include "relevance_map.h"
#include "terminal.h"

namespace explainee::cli {
namespace {

using base::Result;
using Run =
    std::function<Result<explain::Explanation>(const explain::Input&, const explain::Options&, const base::Control&)>;

/// What the command line holds for explain and score.
struct ExplainRequest {
  std::string data;
  explain::Options options;
  ReadingOptions reading;
  OutputOptions output;
};

/// A name for a column that is not there is most often a slip.
void note_strangers(const report::PlainNames& names, const explain::Input& input, const std::string& path) {
  std::set<std::string> columns;
  if (input.table != nullptr) {
    for (const data::Column& column : input.table->columns()) columns.insert(column.name);
  } else {
    for (const moments::MomentColumn& column : input.moments->columns) columns.insert(column.source);
  }
  for (const std::string& stranger : names.strangers(columns))
    print_notice(fmt::format("explainee: {} names a column '{}' that the data lack\n", path, stranger));
}

int run_request(const ExplainRequest& request, const Run& run) {
  const auto safe =
      check_outputs({request.output.certificate, request.output.certificate + ".moments", request.output.output,
                     request.output.all_rows},
                    {request.data, request.options.answers, request.output.names, request.reading.candidates});
  if (!safe.ok()) return report_error(safe.error());
  auto names = read_names(request.output.names);
  if (!names.ok()) return report_error(names.error());
  auto opened = open_data(request.data, request.reading, request.options);
  if (!opened.ok()) return report_error(opened.error());
  if (!request.output.quiet) note_strangers(names.value(), opened.value().input, request.output.names);
  if (const auto fits = check_kept(request.output, opened.value().table.get(), request.options); !fits.ok())
    return report_error(fits.error());
  const base::Control control = make_control(request.output.quiet);
  explain::Options options = request.options;
  options.certificate = !request.output.certificate.empty();
  options.keep = !request.output.output.empty() || !request.output.all_rows.empty();
  auto result = run(opened.value().input, options, control);
  if (!result.ok()) {
    base::Error error = result.error();
    if (error.where.empty() && request.data != "-") error.where = request.data;
    return report_error(error);
  }
  explain::Explanation& explanation = result.value();
  if (const auto fit = check_names(explanation, names.value(), request.output.names); !fit.ok())
    return report_error(fit.error());
  if (opened.value().table != nullptr) append_given(explanation, reading_options(), request.reading);
  if (!request.reading.candidates.empty()) explanation.given_options.push_back({"candidates", true});
  if (options.keep) {
    const auto kept = write_kept(explanation, opened.value().table.get(), request.output, control);
    if (!kept.ok()) return report_error(kept.error());
  }
  if (const auto written = write_proof(explanation, request.output.certificate); !written.ok()) {
    const int status = report_error(written.error());
    if (written.error().code != base::ErrorCode::kInterrupted) return status;  // else the answer is there
  }
  return print_explanation(explanation, names.value(), request.output);
}

Command add_request(CLI::App& program, const std::string& name, const std::string& help,
                    const std::vector<base::Option<explain::Options>>& records, Run run) {
  CLI::App* command = program.add_subcommand(name, help);
  auto request = std::make_shared<ExplainRequest>();
  command
      ->add_option(
          "DATA", request->data,
          "a .csv, .csv.gz, .parquet, .arrow or .moments file, a folder or glob of them, or - for standard input")
      ->required()
      ->type_name("");
  bind_options(*command, records, request->options);
  bind_options(*command, candidates_options(), request->reading);
  bind_options(*command, reading_options(), request->reading);
  bind_options(*command, output_options(), request->output);
  return {command, [request, run = std::move(run)] { return run_request(*request, run); }};
}

}  // namespace

Command add_explain(CLI::App& program) {
  return add_request(program, "explain", "the few facts that tell this person most about the predictions, with a proof",
                     explain::explain_options(), explain::explain);
}

Command add_score(CLI::App& program) {
  auto map = std::make_shared<MapOptions>();
  const Run run = [map](const explain::Input& input, const explain::Options& options,
                        const base::Control& control) -> Result<explain::Explanation> {
    if (!map->map.empty()) return score_map(*map, input, options, control);
    EXPLAINEE_TRY(check_no_map(*map));
    return explain::score(input, options, control);
  };
  Command command =
      add_request(program, "score", "how much a given explanation tells this person, beside the best possible",
                  explain::score_options(), run);
  bind_options(*command.app, map_options(), *map);
  return command;
}

}  // namespace explainee::cli
