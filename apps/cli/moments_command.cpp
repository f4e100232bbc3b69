#include <fmt/format.h>

#include <memory>

#include "bind_options.h"
#include "commands.h"
#include "data_input.h"
#include "explainee/base/thread_pool.h"
#include "explainee/data/name_pattern.h"
#include "explainee/files/open_table.h"
#include "explainee/moments/accumulate.h"
#include "explainee/moments/levels.h"
#include "output_options.h"
#include "terminal.h"
#include "write_moments.h"

namespace explainee::cli {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

struct MomentsOptions {
  std::vector<std::string> features;
  std::vector<std::string> exclude;
  std::vector<std::string> products;
  std::string weight;
  std::string block;
  std::string missing = "error";
  std::optional<int> folds;
  std::int64_t seed = 0;
  std::int64_t first_row = 0;
  int threads = 0;
  std::string output;
};

const std::vector<base::Option<MomentsOptions>>& moments_options() {
  using O = MomentsOptions;
  static const std::vector<base::Option<O>> kRecords = {
      {.name = "features",
       .group = "what",
       .argument = "A,B",
       .help = "only these columns (name the prediction too); all by default",
       .field = &O::features},
      {.name = "exclude", .group = "what", .argument = "A,B", .help = "all but these columns", .field = &O::exclude},
      {.name = "products",
       .group = "what",
       .argument = "A,B",
       .help = "also squares and products of these columns: what quadratic knowing of them needs",
       .field = &O::products},
      {.name = "weight",
       .group = "how",
       .argument = "COL",
       .help = "weight of each row, not negative",
       .field = &O::weight},
      {.name = "block",
       .group = "how",
       .argument = "COL",
       .help = "rows with the same value hang together and go to one fold",
       .field = &O::block},
      {.name = "missing",
       .group = "how",
       .argument = "RULE",
       .help = "what to do with a row that has a missing or infinite cell",
       .field = &O::missing,
       .choices = "error|drop"},
      {.name = "folds",
       .group = "how",
       .argument = "F",
       .help = "20; 5 above 500 columns, 1 above 1000",
       .field = &O::folds,
       .low = 1,
       .high = 1000},
      {.name = "first-row",
       .group = "how",
       .argument = "N",
       .help = "number of the first row in the pooled table, so that folds agree with it",
       .field = &O::first_row,
       .low = 0},
      {.name = "seed",
       .group = "how",
       .argument = "N",
       .help = "of the deal of rows to folds",
       .field = &O::seed,
       .low = 0},
      {.name = "threads",
       .group = "how",
       .argument = "N",
       .help = "0: as many as the machine has; digits do not depend on it",
       .field = &O::threads,
       .low = 0,
       .high = 4096},
      {.name = "output",
       .group = "out",
       .argument = "FILE",
       .help = "the moments file to write",
       .field = &O::output,
       .short_name = 'o'},
  };
  return kRecords;
}

/// Resolves names; a failure says which option and which file.
Result<std::vector<std::size_t>> resolve(const data::TableSource& table, const std::vector<std::string>& names,
                                         std::string_view option) {
  auto found = data::resolve_names(table.columns(), names);
  if (!found.ok())
    found = Error{found.error().code, fmt::format("--{}: {}", option, found.error().message), table.name()};
  return found;
}

Result<std::optional<std::size_t>> find_column(const data::TableSource& table, const std::string& name,
                                               std::string_view option) {
  if (name.empty()) return std::optional<std::size_t>();
  EXPLAINEE_ASSIGN(const auto found, resolve(table, {name}, option));
  if (found.size() > 1) {
    return Error{ErrorCode::kBadOption, fmt::format("--{} takes one column, {} names {}", option, name, found.size()),
                 table.name()};
  }
  if (option == "weight" && table.columns()[found.front()].type == data::ColumnType::kText) {
    return Error{ErrorCode::kUnfitColumn, fmt::format("the weight column '{}' holds text", name), table.name()};
  }
  return std::optional(found.front());
}

/// Columns that are kept: those named, else all; text columns with more levels than are kept are left out.
Result<void> plan_columns(data::TableSource& table, const MomentsOptions& options, const base::Control& control,
                          moments::Plan& plan) {
  EXPLAINEE_ASSIGN(const auto named, resolve(table, options.features, "features"));
  EXPLAINEE_ASSIGN(const auto excluded, resolve(table, options.exclude, "exclude"));
  std::vector<std::size_t> texts;
  const auto contains = [](const auto& list, std::size_t i) {
    return std::find(list.begin(), list.end(), i) != list.end();
  };
  for (std::size_t i = 0; i < table.columns().size(); ++i) {
    if (contains(excluded, i) || (!named.empty() && !contains(named, i)) || plan.weight == i || plan.block == i)
      continue;
    if (!table.columns()[i].unreadable.empty() && !contains(named, i)) continue;
    (table.columns()[i].type == data::ColumnType::kNumber ? plan.numbers : texts).push_back(i);
  }
  if (texts.empty()) return {};
  EXPLAINEE_ASSIGN(moments::LevelScan scan, moments::scan_levels(table, texts, control));
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (!scan.columns[i].too_many) {
      if (scan.columns[i].all_distinct) {
        fmt::print(stderr,
                   "explainee: every row has its own text in '{0}', and all of them are written to the file; "
                   "--exclude {0} leaves them out\n",
                   table.columns()[texts[i]].name);
      }
      plan.texts.push_back({texts[i], std::move(scan.columns[i].levels)});
    } else {
      fmt::print(stderr, "explainee: left out the text column '{}': it has more than {} different texts\n",
                 table.columns()[texts[i]].name, moments::kMostLevels);
    }
  }
  return {};
}

Result<void> plan_products(const data::TableSource& table, const MomentsOptions& options, moments::Plan& plan) {
  EXPLAINEE_ASSIGN(const auto wanted, resolve(table, options.products, "products"));
  std::vector<int> positions;
  for (const std::size_t column : wanted) {
    const auto at = std::find(plan.numbers.begin(), plan.numbers.end(), column);
    if (at == plan.numbers.end()) {
      return Error{
          ErrorCode::kBadOption,
          fmt::format("--products: '{}' is not among the number columns that are kept", table.columns()[column].name),
          ""};
    }
    positions.push_back(static_cast<int>(at - plan.numbers.begin()));
  }
  for (std::size_t i = 0; i < positions.size(); ++i) {
    for (std::size_t j = i; j < positions.size(); ++j) plan.products.emplace_back(positions[i], positions[j]);
  }
  return {};
}

Result<moments::Moments> compute(const std::string& data, const MomentsOptions& options,
                                 const ReadingOptions& reading) {
  base::Control control = make_control(false);
  control.threads = base::resolve_threads(options.threads);
  EXPLAINEE_ASSIGN(const files::ReadOptions read, read_options(reading, control.threads));
  EXPLAINEE_ASSIGN(const auto table, files::open_table(data, read));
  moments::Plan plan;
  EXPLAINEE_ASSIGN(plan.weight, find_column(*table, options.weight, "weight"));
  EXPLAINEE_ASSIGN(plan.block, find_column(*table, options.block, "block"));
  EXPLAINEE_TRY(plan_columns(*table, options, control, plan));
  EXPLAINEE_TRY(plan_products(*table, options, plan));
  plan.missing = options.missing == "drop" ? moments::MissingRule::kDrop : moments::MissingRule::kError;
  plan.folds = options.folds.value_or(moments::default_folds(plan.size()));
  plan.seed = static_cast<std::uint64_t>(options.seed);
  plan.first_row = options.first_row;
  return moments::accumulate(*table, plan, control);
}

int save(const Result<moments::Moments>& result, const std::string& path) {
  if (!result.ok()) return report_error(result.error());
  const moments::Moments& moments = result.value();
  const auto written = write_moments(moments, path);
  if (!written.ok()) return report_error(written.error());
  return print_output(fmt::format("{} rows and {} columns in {} folds → {}\n", moments.rows(), moments.columns.size(),
                                  moments.folds.size(), path));
}

}  // namespace

Command add_moments(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("moments", "means and covariances of a table, for data that cannot travel");
  struct Request {
    std::string data;
    MomentsOptions options;
    ReadingOptions reading;
  };
  auto request = std::make_shared<Request>();
  command->add_option("DATA", request->data, "the table")->required()->type_name("");
  bind_options(*command, moments_options(), request->options);
  bind_options(*command, reading_options(), request->reading);
  return {command, [request] {
            if (request->options.output.empty())
              return report_error({ErrorCode::kBadOption, "say where to write: -o FILE.moments", ""});
            const auto safe = check_outputs({request->options.output}, {request->data});
            if (!safe.ok()) return report_error(safe.error());
            if (request->data.ends_with(".moments")) {
              return report_error({ErrorCode::kBadOption,
                                   "this is a moments file already; 'explainee merge' joins them", request->data});
            }
            return save(compute(request->data, request->options, request->reading), request->options.output);
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
