#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "bind_options.h"
#include "commands.h"
#include "data_input.h"
#include "explainee/base/printable/printable.h"
#include "explainee/base/threads/thread_pool.h"
#include "explainee/files/open_table.h"
#include "explainee/moments/accumulate/accumulate.h"
#include "explainee/moments/levels.h"
#include "explainee/moments/plan_table.h"
#include "output_options.h"
#include "terminal.h"
#include "write_moments.h"

namespace explainee::cli {
namespace {

using base::ErrorCode;
using base::Result;

/// Where the moments go.
struct MomentsOutput {
  std::string output;
};

const std::vector<base::Option<MomentsOutput>>& moments_output() {
  static const std::vector<base::Option<MomentsOutput>> kRecords = {
      {.name = "output",
       .group = "out",
       .argument = "FILE",
       .help = "the moments file to write",
       .field = &MomentsOutput::output,
       .short_name = 'o'},
  };
  return kRecords;
}

void tell(const moments::PlannedTable& planned) {
  for (const std::string& name : planned.all_different) {
    print_notice(
        fmt::format("explainee: every row has its own text in '{0}', and all of them are written to the file; "
                    "--exclude {0} leaves them out",
                    name));
  }
  for (const std::string& name : planned.left_out) {
    print_notice(fmt::format("explainee: left out the text column '{}': it has more than {} different texts", name,
                             moments::kMostLevels));
  }
}

Result<moments::Moments> compute(const std::string& data, const moments::PlanOptions& options,
                                 const ReadingOptions& reading) {
  base::Control control = make_control(false);
  control.threads = base::resolve_threads(options.threads);
  EXPLAINEE_ASSIGN(auto rows, open_rows(data, reading, "", control.threads));
  EXPLAINEE_ASSIGN(const std::size_t memory, memory_of(reading));
  const bool texts = std::any_of(rows->columns().begin(), rows->columns().end(),
                                 [](const data::Column& column) { return column.type == data::ColumnType::kText; });
  // Numbers are needed once; the levels of texts come before.
  const auto dataset = data::Dataset::make(std::move(rows), texts ? memory : 0);
  const auto table = dataset->cursor();
  EXPLAINEE_ASSIGN(const moments::PlannedTable planned, moments::plan_table(*table, options, control));
  tell(planned);
  return moments::accumulate(*table, planned.plan, control);
}

int save(const Result<moments::Moments>& result, const std::string& path) {
  if (!result.ok()) return report_error(result.error());
  const moments::Moments& moments = result.value();
  const auto written = write_moments(moments, path);
  if (!written.ok()) return report_error(written.error());
  return print_output(fmt::format("{} rows and {} columns in {} folds → {}\n", moments.rows(), moments.columns.size(),
                                  moments.folds.size(), base::printable(path)));
}

}  // namespace

Command add_moments(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("moments", "means and covariances of a table, for data that cannot travel");
  struct Request {
    std::string data;
    moments::PlanOptions options;
    MomentsOutput files;
    ReadingOptions reading;
  };
  auto request = std::make_shared<Request>();
  command->add_option("DATA", request->data, "the table")->required()->type_name("");
  bind_options(*command, moments::plan_options(), request->options);
  bind_options(*command, moments_output(), request->files);
  bind_options(*command, reading_options(), request->reading);
  return {command, [request] {
            if (request->files.output.empty())
              return report_error({ErrorCode::kBadOption, "say where to write: -o FILE.moments", ""});
            const auto safe = check_outputs({request->files.output}, {request->data});
            if (!safe.ok()) return report_error(safe.error());
            if (request->data.ends_with(".moments")) {
              return report_error({ErrorCode::kBadOption,
                                   "this is a moments file already; 'explainee merge' joins them", request->data});
            }
            return save(compute(request->data, request->options, request->reading), request->files.output);
          }};
}

Command add_merge(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("merge", "moments of parts of a table, joined into the moments of the whole");
  struct Request {
    std::vector<std::string> parts;
    std::string output;
  };
  auto request = std::make_shared<Request>();
  command->add_option("PARTS", request->parts, "moments files")->required()->type_name("");
  command->add_option("-o,--output", request->output, "the moments file to write")->required()->type_name("FILE");
  return {command, [request] {
            const auto safe = check_outputs({request->output}, request->parts);
            if (!safe.ok()) return report_error(safe.error());
            return save(read_moments(request->parts), request->output);
          }};
}

}  // namespace explainee::cli
