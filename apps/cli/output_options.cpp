#include "output_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "explainee/base/errors/error.h"
#include "explainee/base/errors/speech.h"
#include "explainee/base/output/output_file.h"
#include "explainee/files/open_table.h"
#include "explainee/report/json/explanation_json.h"
#include "explainee/report/text/terminal_text.h"
#include "explainee/view/make_view.h"
#include "explainee/view/sentences/sentences.h"
#include "terminal.h"
#include "write_moments.h"

namespace explainee::cli {

const std::vector<base::Option<OutputOptions>>& output_options() {
  static const std::vector<base::Option<OutputOptions>> kRecords = {
      {.name = "json",
       .group = "out",
       .argument = "",
       .help = "print the whole answer as JSON",
       .field = &OutputOptions::json},
      {.name = "names",
       .group = "out",
       .argument = "FILE",
       .help = "plain names, units and display transforms: a table with the columns column, name, unit, show",
       .field = &OutputOptions::names},
      {.name = "certificate",
       .group = "out",
       .argument = "FILE",
       .help = "write the proof to FILE, for 'explainee verify', and the moments it is about to FILE.moments",
       .field = &OutputOptions::certificate},
      {.name = "output",
       .group = "out",
       .argument = "FILE",
       .help = "keep the explainer in FILE (.explainee), for 'explainee apply' and 'explainee check'",
       .field = &OutputOptions::output,
       .short_name = 'o'},
      {.name = "all-rows",
       .group = "out",
       .argument = "FILE",
       .help = "write every row's explanation to a .csv, .parquet or .arrow file",
       .field = &OutputOptions::all_rows},
      {.name = "raw", .group = "out", .argument = "", .help = kRawHelp, .field = &OutputOptions::raw},
      {.name = "quiet",
       .group = "out",
       .argument = "",
       .help = "no progress bar; the first sentence and the caution only",
       .field = &OutputOptions::quiet},
      {.name = "timings",
       .group = "out",
       .argument = "",
       .help = "seconds of each stage on stderr",
       .field = &OutputOptions::timings},
  };
  return kRecords;
}

base::Result<view::PlainNames> read_names(const std::string& path) {
  if (path.empty()) return view::PlainNames();
  files::ReadOptions options;
  options.categories = {"column", "name", "unit", "show"};
  options.pass_over_unknown = true;
  EXPLAINEE_ASSIGN(const auto table, files::open_table(path, options));
  return view::PlainNames::read(*table);
}

base::Result<void> check_picture(const std::string& path) {
  if (path.empty() || path.ends_with(".svg")) return {};
  return base::Error{base::ErrorCode::kBadOption, "--picture writes an SVG image; end its name in .svg", path};
}

base::Result<void> check_outputs(const std::vector<std::string>& outputs, const std::vector<std::string>& inputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (!outputs[i].empty() && std::find(outputs.begin(), outputs.begin() + static_cast<std::ptrdiff_t>(i),
                                         outputs[i]) != outputs.begin() + static_cast<std::ptrdiff_t>(i)) {
      return base::Error{base::ErrorCode::kBadOption, "two outputs have this name; give each its own", outputs[i]};
    }
  }
  for (const std::string& output : outputs) {
    for (const std::string& input : inputs) {
      std::error_code failure;
      if (!output.empty() && !input.empty() && std::filesystem::equivalent(output, input, failure) && !failure) {
        return base::Error{base::ErrorCode::kBadOption, "this output would overwrite an input; give another name",
                           output};
      }
    }
  }
  return {};
}

namespace {

/// Says that there is no certificate; an error where an older file would be taken for it.
base::Result<void> lack_proof(const explain::Explanation& explanation, const std::string& path) {
  const auto warning = std::find_if(explanation.warnings.begin(), explanation.warnings.end(),
                                    [](const explain::Warning& own) { return own.code == "no_certificate"; });
  const std::string why = warning == explanation.warnings.end() ? "no certificate was written"
                                                                : base::text(warning->message, base::command_line());
  std::error_code failure;
  if (std::filesystem::exists(path, failure)) {
    return base::Error{base::ErrorCode::kDamagedCertificate,
                       fmt::format("{}; the file that is there is of another answer: move "
                                   "it away, or leave --certificate out",
                                   why),
                       path};
  }
  print_notice(fmt::format("explainee: {}", why));
  return {};
}

}  // namespace

base::Result<void> write_proof(const explain::Explanation& explanation, const std::string& path) {
  if (path.empty()) return {};
  if (explanation.proof == nullptr) return lack_proof(explanation, path);
  EXPLAINEE_ASSIGN(const auto moments, begin_moments(*explanation.proof->moments, path + ".moments"));
  EXPLAINEE_ASSIGN(const auto certificate, base::OutputFile::create(path));
  const std::string text = verify::write_certificate(explanation.proof->certificate);
  EXPLAINEE_TRY(certificate->write(text));
  return base::OutputFile::finish_both(*moments, *certificate);
}

base::Result<void> check_names(const explain::Explanation& explanation, const view::PlainNames& names,
                               const std::string& path) {
  for (const std::string& column : explanation.predictions) {
    if (names.slope(column)) continue;
    return base::Error{
        base::ErrorCode::kBadExpression,
        fmt::format("show of the prediction '{}' must be like a + b*x, since errors are differences", column), path};
  }
  return {};
}

int print_explanation(const explain::Explanation& explanation, const view::PlainNames& names,
                      const OutputOptions& options) {
  const view::View view = view::make_view(explanation, names);
  std::string text;
  if (options.json) {
    text = report::to_json_text(explanation, view.sentences);
  } else if (options.quiet) {
    text = view.sentences.front().text + "\n" + view::kNotCauses + "\n";
  } else {
    text = report::terminal_text(view, {.colour = use_colour(), .width = page_width()});
  }
  const int status = print_output(text);
  if (options.timings) {
    for (const auto& timing : explanation.timings)
      print_notice(fmt::format("{:<24} {:9.3f} ms", timing.stage, 1e3 * timing.seconds));
  }
  if (status != 0) return status;
  return interrupt_flag() ? base::error_info(base::ErrorCode::kInterrupted).exit_status : 0;
}

}  // namespace explainee::cli
