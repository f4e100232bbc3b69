#include <fmt/format.h>

#include <memory>
#include <optional>

#include "bind_options.h"
#include "commands.h"
#include "data_input.h"
#include "explainee/base/number_of_text.h"
#include "explainee/base/threads/thread_pool.h"
#include "explainee/data/name_pattern.h"
#include "explainee/explain/kept/check.h"
#include "explainee/explain/kept/explainer_file.h"
#include "explainee/explain/kept/kept_table.h"
#include "explainee/explain/rows/explain_rows.h"
#include "explainee/explain/rows/kept_row.h"
#include "explainee/explain/rows/row_of_id.h"
#include "explainee/files/bytes/text_file.h"
#include "explainee/report/json/check_json.h"
#include "explainee/report/text/lines.h"
#include "explainee/report/text/row_text.h"
#include "explainee/request/records/record.h"
#include "explainee/view/row/kept_row_view.h"
#include "explainee/view/sentences/say_check.h"
#include "kept_files.h"
#include "output_options.h"
#include "terminal.h"

namespace explainee::cli {
namespace {

using base::Result;

/// What the command line holds for apply and check.
struct ApplyOptions {
  std::string all_rows;
  bool raw = false;
  std::string missing;
  std::string id;
  std::string row;
  bool json = false;
  int threads = 0;
};

struct ApplyRequest {
  std::string explainer;
  std::string data;
  ApplyOptions options;
  ReadingOptions reading;
};

std::vector<base::Option<ApplyOptions>> apply_options(bool checking) {
  std::vector<base::Option<ApplyOptions>> records = {
      {.name = "id",
       .group = "what",
       .argument = "COL",
       .help = "the column that names rows (as when the facts were chosen, where the new table has it)",
       .field = &ApplyOptions::id},
      {.name = "missing",
       .group = "how",
       .argument = "RULE",
       .help = "what to do with a row that has a missing or infinite cell; as when the facts were chosen",
       .field = &ApplyOptions::missing,
       .choices = "error|drop"},
      {.name = "threads",
       .group = "how",
       .argument = "N",
       .help = "0: as many as the machine has; digits do not depend on it",
       .field = &ApplyOptions::threads,
       .low = 0,
       .high = 4096},
      {.name = "json",
       .group = "out",
       .argument = "",
       .help = "print the figures as JSON",
       .field = &ApplyOptions::json},
  };
  if (!checking) {
    records.push_back({.name = "row",
                       .group = "what",
                       .argument = "N|id:ID",
                       .help = "explain this row as well: its number, counting from 0, or id: and its text in the "
                               "column of --id",
                       .field = &ApplyOptions::row});
    records.push_back({.name = "all-rows",
                       .group = "out",
                       .argument = "FILE",
                       .help = "write every row's explanation to a .csv, .parquet or .arrow file",
                       .field = &ApplyOptions::all_rows});
    records.push_back({.name = "raw", .group = "out", .argument = "", .help = kRawHelp, .field = &ApplyOptions::raw});
  }
  return records;
}

struct Opened {
  explain::Explainer explainer;
  std::shared_ptr<const data::Dataset> table;
  std::string id;  ///< the column that names rows; empty: none
  base::Control control;
};

/// `once`: the rows are needed once only, so that nothing is held.
Result<Opened> open(const ApplyRequest& request, bool once) {
  Opened opened;
  EXPLAINEE_TRY(
      check_outputs({request.options.all_rows}, {request.explainer, request.data, request.reading.candidates}));
  EXPLAINEE_ASSIGN(const std::string text, files::read_text(request.explainer));
  EXPLAINEE_ASSIGN(opened.explainer, explain::read_explainer(text, request.explainer));
  if (!request.options.missing.empty()) opened.explainer.drop_missing = request.options.missing == "drop";
  opened.control = make_control(false);
  opened.control.threads = base::resolve_threads(request.options.threads);
  ReadingOptions reading = request.reading;
  EXPLAINEE_TRY(memory_of(reading));
  if (once) reading.memory = "0";
  const std::string& id = request.options.id.empty() ? opened.explainer.id : request.options.id;
  EXPLAINEE_ASSIGN(opened.table, open_dataset(request.data, reading, id, opened.control.threads));
  const std::vector<data::Column>& columns = opened.table->columns();
  if (!request.options.id.empty()) EXPLAINEE_TRY(data::find_column(columns, request.options.id));
  opened.id = explain::id_column(opened.explainer, columns, request.options.id);
  return opened;
}

/// The row that was asked for; none when none was.
Result<std::optional<explain::RowExplanation>> asked_row(const std::string& written, const Opened& opened) {
  std::optional<explain::RowExplanation> row;
  if (written.empty()) return row;
  request::Request asked;
  asked.what.id = opened.id;
  if (written.starts_with(request::kIdPrefix)) {
    asked.rows.row_id = written.substr(request::kIdPrefix.size());
    EXPLAINEE_TRY(explain::find_asked_row({.table = opened.table}, asked, opened.control));
  } else {
    asked.rows.row = base::number_of_text<std::int64_t>(written);
  }
  if (!asked.rows.row || *asked.rows.row < 0)
    return base::Error{
        base::ErrorCode::kBadOption,
        fmt::format("'{}' is no row; give its number, counting from 0, or its id as in id:00000003", written),
        base::option("row")};
  EXPLAINEE_ASSIGN(row, explain::explain_kept_row(opened.explainer, *opened.table->cursor(), *asked.rows.row, opened.id,
                                                  opened.control));
  return row;
}

std::string row_lines(const Opened& opened, const explain::RowExplanation& row, const explain::RowsSummary& rows) {
  std::string text;
  for (const view::RowView& view : view::kept_row_view(opened.explainer, row, opened.id, rows))
    text += report::row_text(view, {.colour = use_colour()});
  return text;
}

int run_apply(const ApplyRequest& request) {
  auto opened = open(request, true);
  if (!opened.ok()) return report_error(opened.error());
  const explain::Explainer& explainer = opened.value().explainer;
  const auto summary = write_all_rows(explainer, *opened.value().table->cursor(), request.options.all_rows,
                                      request.options.raw, opened.value().control, opened.value().id);
  if (!summary.ok()) return report_error(summary.error());
  const auto row = asked_row(request.options.row, opened.value());
  if (!row.ok()) return report_error(row.error());
  if (request.reading.timings) print_passes(opened.value().table.get());
  if (request.options.json) {
    return print_output(report::rows_json_text(summary.value(), row.value()));
  }
  const std::string words = report::lines(view::rows_sentences(explainer, summary.value()));
  return print_output(row.value() ? words + row_lines(opened.value(), *row.value(), summary.value()) : words);
}

int run_check(const ApplyRequest& request) {
  auto opened = open(request, false);
  if (!opened.ok()) return report_error(opened.error());
  const auto report = explain::check(opened.value().explainer, *opened.value().table->cursor(), opened.value().control);
  if (!report.ok()) return report_error(report.error());
  if (request.reading.timings) print_passes(opened.value().table.get());
  const int status = print_output(request.options.json
                                      ? report::check_json_text(report.value())
                                      : report::lines(view::check_sentences(opened.value().explainer, report.value())));
  if (status != 0 || !report.value().changed) return status;
  return base::error_info(base::ErrorCode::kCheckFailed).exit_status;
}

Command add(CLI::App& program, const std::string& name, const std::string& help, bool checking,
            int (*run)(const ApplyRequest&)) {
  CLI::App* command = program.add_subcommand(name, help);
  auto request = std::make_shared<ApplyRequest>();
  command->add_option("FILE", request->explainer, "an explainer that 'explain -o' wrote")->required()->type_name("");
  command->add_option("DATA", request->data, "the new rows")->required()->type_name("");
  static const std::vector<base::Option<ApplyOptions>> kApply = apply_options(false);
  static const std::vector<base::Option<ApplyOptions>> kCheck = apply_options(true);
  bind_options(*command, checking ? kCheck : kApply, request->options);
  bind_options(*command, candidates_options(), request->reading);
  bind_options(*command, reading_options(), request->reading);
  bind_options(*command, passes_options(), request->reading);
  return {command, [request, run] { return run(*request); }};
}

}  // namespace

Command add_apply(CLI::App& program) { return add(program, "apply", "a kept explainer on new rows", false, run_apply); }

Command add_check(CLI::App& program) {
  return add(program, "check", "whether kept facts still tell on new rows what they told (exit status 4 if not)", true,
             run_check);
}

}  // namespace explainee::cli
