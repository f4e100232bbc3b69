#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "bind_options.h"
#include "commands.h"
#include "data_input.h"
#include "explainee/base/bits.h"
#include "explainee/base/thread_pool.h"
#include "explainee/data/name_pattern.h"
#include "explainee/explain/check.h"
#include "explainee/explain/explain_rows.h"
#include "explainee/explain/explainer_file.h"
#include "explainee/files/text_file.h"
#include "explainee/report/number_text.h"
#include "explainee/report/words.h"
#include "kept_files.h"
#include "output_options.h"
#include "terminal.h"

namespace explainee::cli {
namespace {

using base::Result;
using Json = nlohmann::ordered_json;

/// What the command line holds for apply and check.
struct ApplyOptions {
  std::string all_rows;
  std::string missing;
  std::string id;
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
       .help = "the column that names rows, where --candidates has it too",
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
    records.push_back({.name = "all-rows",
                       .group = "out",
                       .argument = "FILE",
                       .help = "write every row's explanation to a .csv, .parquet or .arrow file",
                       .field = &ApplyOptions::all_rows});
  }
  return records;
}

struct Opened {
  explain::Explainer explainer;
  std::unique_ptr<data::TableSource> table;
  base::Control control;
};

Result<Opened> open(const ApplyRequest& request) {
  Opened opened;
  EXPLAINEE_TRY(
      check_outputs({request.options.all_rows}, {request.explainer, request.data, request.reading.candidates}));
  EXPLAINEE_ASSIGN(const std::string text, files::read_text(request.explainer));
  EXPLAINEE_ASSIGN(opened.explainer, explain::read_explainer(text, request.explainer));
  if (!request.options.missing.empty()) opened.explainer.drop_missing = request.options.missing == "drop";
  opened.control = make_control(false);
  opened.control.threads = base::resolve_threads(request.options.threads);
  EXPLAINEE_ASSIGN(opened.table, open_rows(request.data, request.reading, request.options.id, opened.control.threads));
  if (!request.options.id.empty()) EXPLAINEE_TRY(data::resolve_name(opened.table->columns(), request.options.id));
  return opened;
}

Json list(const Eigen::VectorXd& values) {
  Json json = Json::array();
  for (const double value : values) json.push_back(value);
  return values.size() == 1 ? json.front() : json;
}

Json rows_json(const explain::RowsSummary& rows) {
  return {{"rows", rows.rows},           {"rows_dropped", rows.dropped}, {"unseen", rows.unseen},
          {"outside", rows.outside},     {"before", list(rows.before)},  {"after", list(rows.after)},
          {"helped", list(rows.helped)}, {"drift", list(rows.drift)}};
}

std::string rows_text(const explain::Explainer& explainer, const explain::RowsSummary& rows) {
  std::string text = fmt::format("{} rows", rows.rows);
  if (rows.dropped > 0) text += fmt::format(", {} more left out for missing cells", rows.dropped);
  if (rows.unseen > 0)
    text += fmt::format("; {} hold a text that did not occur when the facts were chosen", rows.unseen);
  if (rows.outside > 0) text += fmt::format("; {} hold a number beyond the range of that time", rows.outside);
  text += ".\n";
  for (Eigen::Index k = 0; k < rows.before.size(); ++k) {
    text += fmt::format("Typical error about {}: {} before the facts, {} with them; {} of the rows come closer.\n",
                        explainer.predictions[static_cast<std::size_t>(k)], report::number_text(rows.before[k]),
                        report::number_text(rows.after[k]), report::percent_text(rows.helped[k]));
  }
  return text;
}

int run_apply(const ApplyRequest& request) {
  auto opened = open(request);
  if (!opened.ok()) return report_error(opened.error());
  const explain::Explainer& explainer = opened.value().explainer;
  const auto summary =
      write_all_rows(explainer, *opened.value().table, request.options.all_rows, opened.value().control);
  if (!summary.ok()) return report_error(summary.error());
  if (request.options.json) {
    Json json = {{"schema", "explainee.apply.v1"}};
    json.update(rows_json(summary.value()));
    return print_output(json.dump(2) + "\n");
  }
  return print_output(rows_text(explainer, summary.value()) + report::kNotCauses + "\n");
}

Json information_json(const explain::KeptInformation& info) {
  const auto bits = [&](double nats) { return info.infinite ? Json(nullptr) : Json(base::to_bits(nats)); };
  return {{"rows", info.rows},
          {"infinite", info.infinite},
          {"bits", bits(info.nats)},
          {"corrected_bits", bits(info.corrected_nats)},
          {"honest_bits", info.honest_nats ? bits(*info.honest_nats) : Json(nullptr)},
          {"log_error", info.log_error ? Json(*info.log_error) : Json(nullptr)}};
}

Json check_json(const explain::CheckReport& report) {
  return {{"schema", "explainee.check.v1"},
          {"changed", report.changed},
          {"then", information_json(report.then)},
          {"now", information_json(report.now)},
          {"log_change", report.log_change ? Json(*report.log_change) : Json(nullptr)},
          {"allowed", report.allowed ? Json(*report.allowed) : Json(nullptr)},
          {"rows", rows_json(report.rows)}};
}

std::string check_text(const explain::Explainer& explainer, const explain::CheckReport& report) {
  const auto told = [](bool infinite, double nats) {
    return infinite ? std::string("everything") : report::number_text(base::to_bits(nats)) + " bits";
  };
  std::vector<std::string> names;
  for (const family::Candidate& fact : explainer.facts) names.push_back(fact.name);
  std::string text = fmt::format(
      "{{{}}} told {} on {} rows then and {} on {} rows now: {}.\n", fmt::join(names, ", "),
      told(report.then.infinite, report.compared_nats), report.then.rows,
      told(report.now.infinite, report.now.corrected_nats), report.now.rows,
      report.changed ? "more of a change than chance explains" : "no more of a change than chance explains");
  for (Eigen::Index k = 0; k < report.rows.drift.size(); ++k) {
    text += fmt::format("What she expects of {} is off by {} on average now (0 then; typical error {}).\n",
                        explainer.predictions[static_cast<std::size_t>(k)], report::number_text(report.rows.drift[k]),
                        report::number_text(report.rows.before[k]));
  }
  return text + rows_text(explainer, report.rows) + report::kNotCauses + "\n";
}

int run_check(const ApplyRequest& request) {
  auto opened = open(request);
  if (!opened.ok()) return report_error(opened.error());
  const auto report = explain::check(opened.value().explainer, *opened.value().table, opened.value().control);
  if (!report.ok()) return report_error(report.error());
  const int status = print_output(request.options.json ? check_json(report.value()).dump(2) + "\n"
                                                       : check_text(opened.value().explainer, report.value()));
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
  return {command, [request, run] { return run(*request); }};
}

}  // namespace

Command add_apply(CLI::App& program) { return add(program, "apply", "a kept explainer on new rows", false, run_apply); }

Command add_check(CLI::App& program) {
  return add(program, "check", "whether kept facts still tell on new rows what they told (exit status 4 if not)", true,
             run_check);
}

}  // namespace explainee::cli
