#include <fmt/format.h>

#include <memory>

#include "bind_options.h"
#include "commands.h"
#include "data_input.h"
#include "explainee/base/output/output_file.h"
#include "explainee/explain/proposals/compare_families.h"
#include "explainee/report/json/families_json.h"
#include "explainee/report/svg/families_svg.h"
#include "explainee/report/text/families_text.h"
#include "explainee/view/families/families_view.h"
#include "output_options.h"
#include "terminal.h"

namespace explainee::cli {
namespace {

using base::Result;

struct PageOptions {
  bool json = false;
  std::string names;
  std::string picture;
};

struct FamiliesRequest {
  std::string data;
  request::Written written;
  ReadingOptions reading;
  PageOptions page;
};

const std::vector<base::Option<PageOptions>>& page_options() {
  static const std::vector<base::Option<PageOptions>> kRecords = {
      {.name = "json",
       .group = "out",
       .argument = "",
       .help = "print the figures as JSON",
       .field = &PageOptions::json},
      {.name = "names",
       .group = "out",
       .argument = "FILE",
       .help = "plain names, units and display transforms: a table with the columns column, name, unit, show",
       .field = &PageOptions::names},
      {.name = "picture",
       .group = "out",
       .argument = "FILE.svg",
       .help = "draw bits against the number of facts, one line per family",
       .field = &PageOptions::picture},
  };
  return kRecords;
}

struct Page {
  std::string text;
  bool interrupted = false;
};

Result<Page> compare(const FamiliesRequest& request) {
  EXPLAINEE_TRY(check_picture(request.page.picture));
  EXPLAINEE_TRY(check_outputs({request.page.picture}, {request.data, request.written.text("answers"),
                                                       request.page.names, request.reading.candidates}));
  EXPLAINEE_ASSIGN(const view::PlainNames names, read_names(request.page.names));
  EXPLAINEE_ASSIGN(const OpenedData opened, open_data(request.data, request.reading, request.written));
  request::Request all_families;
  all_families.facts.family.clear();  // all that apply
  const auto resolved = request::resolve(request.written, explain::families_records(),
                                         explain::columns_of(opened.input), std::move(all_families));
  auto compared = resolved.ok() ? explain::compare_families(opened.input, resolved.value(), make_control(false))
                                : Result<explain::FamilyComparison>(resolved.error());
  if (!compared.ok()) {
    base::Error error = compared.error();
    if (error.subject.nowhere() && request.data != "-") error.subject.file = request.data;
    return error;
  }
  explain::FamilyComparison& comparison = compared.value();
  if (opened.table != nullptr) append_given(comparison.about, reading_options(), request.reading);
  if (!request.reading.candidates.empty()) comparison.about.given_options.push_back({"candidates", true});
  if (!request.page.picture.empty()) {
    const std::string picture = report::families_svg(view::families_view(comparison, names));
    EXPLAINEE_TRY(base::write_file(request.page.picture, std::span(picture.data(), picture.size())));
  }
  if (request.reading.timings) print_passes(opened.table.get());
  return Page{request.page.json ? report::families_json_text(comparison)
                                : report::families_text(view::families_view(comparison, names)),
              comparison.interrupted};
}

int run(const FamiliesRequest& request) {
  const Result<Page> page = compare(request);
  if (!page.ok()) return report_error(page.error());
  const int status = print_output(page.value().text);
  if (status != 0 || !page.value().interrupted) return status;
  return base::error_info(base::ErrorCode::kInterrupted).exit_status;
}

}  // namespace

Command add_families(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "families", "what each family of facts tells this person with 1, 2, … facts, to choose from");
  auto request = std::make_shared<FamiliesRequest>();
  command->add_option("DATA", request->data, "as for explain")->required()->type_name("");
  bind_options(*command, explain::families_records(), request->written);
  bind_options(*command, candidates_options(), request->reading);
  bind_options(*command, reading_options(), request->reading);
  bind_options(*command, passes_options(), request->reading);
  bind_options(*command, page_options(), request->page);
  return {command, [request] { return run(*request); }};
}

}  // namespace explainee::cli
