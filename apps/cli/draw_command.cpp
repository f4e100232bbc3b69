#include <fmt/format.h>

#include <memory>

#include "bind_options.h"
#include "commands.h"
#include "data_input.h"
#include "explainee/base/printable/printable.h"
#include "explainee/base/threads/thread_pool.h"
#include "explainee/explain/asking/draw_rows.h"
#include "explainee/explain/asking/read_predicted.h"
#include "explainee/files/table_file_writer.h"
#include "output_options.h"
#include "terminal.h"

namespace explainee::cli {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// What is drawn, and where it goes.
struct DrawOptions {
  std::vector<std::string> prediction;
  std::vector<std::string> exclude;
  std::int64_t rows = 3000;
  std::int64_t seed = 0;
  int threads = 0;
  std::string output;
};

const std::vector<base::Option<DrawOptions>>& draw_options() {
  constexpr double kMostRows = 1e7;
  constexpr double kLargestSeed = 9007199254740992.0;  // 2⁵³, as in requests
  static const std::vector<base::Option<DrawOptions>> kRecords = {
      {.name = "prediction",
       .group = "what",
       .argument = "COL",
       .help = "the predictions: not drawn, but texts stand in the order of their mean prediction",
       .field = &DrawOptions::prediction},
      {.name = "exclude",
       .group = "what",
       .argument = "A,B",
       .help = "columns that are not drawn: those that the model does not read",
       .field = &DrawOptions::exclude},
      {.name = "rows",
       .group = "how",
       .argument = "N",
       .help = "how many rows to draw (3000)",
       .field = &DrawOptions::rows,
       .low = 1,
       .high = kMostRows,
       .short_name = 'n'},
      {.name = "seed",
       .group = "how",
       .argument = "N",
       .help = "another seed draws other rows (0)",
       .field = &DrawOptions::seed,
       .low = 0,
       .high = kLargestSeed},
      {.name = "threads",
       .group = "how",
       .argument = "N",
       .help = "how many threads may work, 0: as many as the machine has; digits do not depend on it",
       .field = &DrawOptions::threads,
       .low = 0,
       .high = 1024},
      {.name = "output",
       .group = "out",
       .argument = "FILE",
       .help = "where the rows go: .csv, .csv.gz, .parquet, .arrow",
       .field = &DrawOptions::output,
       .short_name = 'o'},
  };
  return kRecords;
}

struct DrawRequest {
  std::string data;
  DrawOptions options;
  ReadingOptions reading;
};

Result<std::string> draw(const DrawRequest& request) {
  const DrawOptions& options = request.options;
  if (options.output.empty()) return Error{ErrorCode::kBadOption, "say where the rows go: -o FILE.csv", ""};
  if (options.prediction.empty())
    return Error{ErrorCode::kBadOption, "name the column with the predictions: --prediction COL", ""};
  if (request.data.ends_with(".moments"))
    return Error{ErrorCode::kNeedsRows, "rows are drawn like other rows, and moments have none; give the table",
                 request.data};
  EXPLAINEE_TRY(check_outputs({options.output}, {request.data}));
  base::Control control = make_control(false);
  control.threads = base::resolve_threads(options.threads);
  EXPLAINEE_ASSIGN(const auto table, open_rows(request.data, request.reading, "", control.threads));
  EXPLAINEE_ASSIGN(const explain::ReadPredicted real,
                   explain::read_predicted(*table, {options.prediction, options.exclude}, control));
  EXPLAINEE_ASSIGN(
      const explain::RowColumns rows,
      explain::draw_rows(real.rows, {static_cast<std::size_t>(options.rows), static_cast<std::uint64_t>(options.seed)},
                         control));
  // As they are, whatever a spreadsheet makes of them: they are for the model.
  EXPLAINEE_ASSIGN(const auto sink, files::create_table(options.output, explain::description_of(rows), true));
  EXPLAINEE_TRY(explain::write_rows(rows, *sink));
  EXPLAINEE_TRY(sink->finish());
  clear_progress();
  if (real.left_out > 0)
    print_notice(fmt::format("explainee: {} of {} rows have a missing or infinite cell and were left out\n",
                             real.left_out, real.left_out + real.rows.predictions.size()));
  return fmt::format("{} rows of {} columns, like {} rows → {}\n", options.rows, rows.size(),
                     real.rows.predictions.size(), base::printable(options.output));
}

int run(const DrawRequest& request) {
  const Result<std::string> text = draw(request);
  if (text.ok()) return print_output(text.value());
  Error error = text.error();
  if (error.subject.nowhere() && request.data != "-" && error.code != ErrorCode::kInterrupted)
    error.subject.file = request.data;
  return report_error(error);
}

}  // namespace

Command add_draw(CLI::App& program) {
  CLI::App* command = program.add_subcommand("draw", "rows like those of a table, for the model to predict");
  auto request = std::make_shared<DrawRequest>();
  command->add_option("DATA", request->data, "the table")->required()->type_name("");
  bind_options(*command, draw_options(), request->options);
  bind_options(*command, reading_options(), request->reading);
  return {command, [request] { return run(*request); }};
}

}  // namespace explainee::cli
