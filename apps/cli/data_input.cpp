#include "data_input.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>

#include "explainee/base/memory_limit.h"
#include "explainee/base/threads/thread_pool.h"
#include "explainee/data/name_pattern.h"
#include "explainee/data/side_by_side.h"
#include "explainee/explain/asking/command_model.h"
#include "explainee/files/bytes/file_format.h"
#include "explainee/files/bytes/file_list.h"
#include "explainee/files/bytes/input_file.h"
#include "explainee/files/bytes/mapped_file.h"
#include "explainee/files/open_table.h"
#include "explainee/moments/merge.h"
#include "explainee/moments/moments_file.h"
#include "terminal.h"

namespace explainee::cli {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr std::string_view kMomentsEnding = ".moments";

bool ends_in_moments(std::string_view path) {
  return path.size() > kMomentsEnding.size() && path.ends_with(kMomentsEnding);
}

/// The moments files that a path means: itself, those of a folder without tables, or those of a glob.
Result<std::vector<std::string>> moments_files(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(path, ignored)) {
    return ends_in_moments(path) ? files::list_files(path) : std::vector<std::string>();
  }
  EXPLAINEE_ASSIGN(const auto found, files::list_folder(path, ends_in_moments));
  EXPLAINEE_ASSIGN(const auto tables, files::list_folder(path, files::has_table_ending));
  if (found.empty() || tables.empty()) return found;
  return Error{
      ErrorCode::kUnreadableFile,
      fmt::format("the folder holds both moments ({}) and tables ({}); keep them apart", found.front(), tables.front()),
      path};
}

}  // namespace

const std::vector<base::Option<ReadingOptions>>& reading_options() {
  static const std::vector<base::Option<ReadingOptions>> kRecords = {
      {.name = "categories",
       .group = "how",
       .argument = "A,B",
       .help = "read these columns as text whatever they hold",
       .field = &ReadingOptions::categories},
      {.name = "numbers",
       .group = "how",
       .argument = "A,B",
       .help = "read these columns as numbers whatever the first rows hold",
       .field = &ReadingOptions::numbers},
      {.name = "separator",
       .group = "how",
       .argument = "C",
       .help = "between the cells of a CSV file (found from the header); 'tab' for a tabulator",
       .field = &ReadingOptions::separator,
       .in_provenance = false},
      {.name = "memory",
       .group = "how",
       .argument = "SIZE",
       .help = "hold columns in memory up to this size, such as 500M or 2G, so that DATA is read once; 0: hold nothing "
               "(a quarter of what this process may use, at most 4G)",
       .field = &ReadingOptions::memory,
       .in_provenance = false},
  };
  return kRecords;
}

const std::vector<base::Option<ReadingOptions>>& passes_options() {
  static const std::vector<base::Option<ReadingOptions>> kRecords = {
      {.name = "timings",
       .group = "out",
       .argument = "",
       .help = "how often DATA was read, on stderr",
       .field = &ReadingOptions::timings,
       .in_provenance = false},
  };
  return kRecords;
}

const std::vector<base::Option<ReadingOptions>>& candidates_options() {
  static const std::vector<base::Option<ReadingOptions>> kRecords = {
      {.name = "candidates",
       .group = "what",
       .argument = "FILE",
       .help = "further columns, row by row beside those of DATA: activations of a network, embeddings, topics; any "
               "table with the same rows in the same order (checked by --id where both have it)",
       .field = &ReadingOptions::candidates,
       .in_provenance = false},
  };
  return kRecords;
}

Result<files::ReadOptions> read_options(const ReadingOptions& options, int threads) {
  files::ReadOptions read;
  read.categories = options.categories;
  read.numbers = options.numbers;
  read.threads = threads;
  read.mapped = true;
  read.cancel = &interrupt_flag();
  if (options.separator == "tab" || options.separator == "\\t") {
    read.separator = '\t';
  } else if (options.separator.size() == 1) {
    read.separator = options.separator.front();
  } else if (!options.separator.empty()) {
    return Error{ErrorCode::kBadOption,
                 fmt::format("--separator '{}' must be one character, or 'tab'", options.separator), ""};
  }
  return read;
}

Result<moments::Moments> read_moments(const std::vector<std::string>& paths) {
  const base::Control control = make_control(true);
  std::optional<moments::Moments> sum;
  std::map<std::string, std::string> seen;  // checksum → file
  for (const std::string& path : paths) {
    EXPLAINEE_ASSIGN(auto file, files::InputFile::open(path, control.cancel));
    EXPLAINEE_ASSIGN(const auto mapped, files::MappedFile::map(std::move(file)));
    const std::string_view bytes(reinterpret_cast<const char*>(mapped->bytes().data()), mapped->bytes().size());
    EXPLAINEE_ASSIGN(moments::Moments part, moments::deserialize(bytes, path, control));
    const auto [twin, fresh] = seen.emplace(bytes.substr(bytes.size() - moments::kChecksumBytes), path);
    if (!fresh) {
      return Error{ErrorCode::kIncompatibleMoments,
                   fmt::format("it is the same as {}; its rows would count twice", twin->second), path};
    }
    if (!sum) {
      sum = std::move(part);
    } else {
      EXPLAINEE_TRY(moments::merge(*sum, part, path));
    }
  }
  if (!sum) return Error{ErrorCode::kBadOption, "no moments file was given", ""};
  return std::move(*sum);
}

Result<std::unique_ptr<data::TableSource>> open_rows(const std::string& path, const ReadingOptions& options,
                                                     const std::string& id, int threads) {
  EXPLAINEE_ASSIGN(files::ReadOptions read, read_options(options, threads));
  read.id = id;
  if (options.candidates.empty()) return files::open_table(path, read);
  if (path == "-" && options.candidates == "-")
    return Error{ErrorCode::kBadOption, "DATA and --candidates cannot both come from standard input", ""};
  read.pass_over_unknown = true;  // a name may be in either file
  EXPLAINEE_ASSIGN(auto table, files::open_table(path, read));
  EXPLAINEE_ASSIGN(auto further, files::open_table(options.candidates, read));
  EXPLAINEE_ASSIGN(auto both, data::SideBySide::join(std::move(table), std::move(further), id));
  for (const auto& [option, names] :
       {std::pair{"--categories", &options.categories}, {"--numbers", &options.numbers}}) {
    for (const std::string& name : *names) {
      const auto found = data::resolve_name(both->columns(), name);
      if (!found.ok())
        return Error{found.error().code, base::say("{}: {}", option, found.error().message), both->name()};
    }
  }
  return both;
}

Result<std::size_t> memory_of(const ReadingOptions& options) {
  if (options.memory.empty()) return static_cast<std::size_t>(base::memory_to_hold());
  const auto bytes = base::size_of_text(options.memory);
  if (bytes) return static_cast<std::size_t>(*bytes);
  return Error{ErrorCode::kBadOption,
               fmt::format("--memory '{}' is no size; write for instance 500M, 2G or 0", options.memory), ""};
}

Result<std::shared_ptr<const data::Dataset>> open_dataset(const std::string& path, const ReadingOptions& options,
                                                          const std::string& id, int threads) {
  EXPLAINEE_ASSIGN(const std::size_t memory, memory_of(options));
  EXPLAINEE_ASSIGN(auto table, open_rows(path, options, id, threads));
  return data::Dataset::make(std::move(table), memory);
}

void print_passes(const data::Dataset* table) {
  if (table == nullptr) return;
  const std::int64_t passes = table->passes();
  const std::string times = passes == 1 ? "once" : fmt::format("{} times", passes);
  print_notice(fmt::format("{} was read {}", table->name(), times));
}

Result<std::unique_ptr<data::TableSource>> open_answers(const std::string& path,
                                                        const std::vector<std::string>& words) {
  files::ReadOptions read;
  read.categories = {"user"};  // a name, also where it is a number
  if (!words.empty()) read.categories.emplace_back("answer");
  read.pass_over_unknown = true;
  read.formulas_marked = true;
  read.lists = {"knows"};
  return files::open_table(path, read);
}

namespace {

/// A command as a model; what goes wrong with it is said of its option.
explain::Model model_of(const std::string& command, const request::Written& written) {
  const request::Value* given = written.find("ask-seconds");
  const double seconds = given == nullptr ? request::How().ask_seconds : std::get<double>(*given);
  return [asked = explain::command_model(command, seconds, make_control(true))](const explain::RowColumns& rows) {
    Result<std::vector<double>> answers = asked(rows);
    if (answers.ok() || answers.error().code == ErrorCode::kInterrupted || !answers.error().subject.nowhere())
      return answers;
    Error error = answers.error();
    error.subject = base::option("ask-model");
    return Result<std::vector<double>>(std::move(error));
  };
}

/// The rows of --asked, in which columns have the types that they have in DATA.
Result<std::unique_ptr<data::TableSource>> open_asked(const std::string& path,
                                                      const std::vector<data::Column>& columns) {
  files::ReadOptions read;
  read.cancel = &interrupt_flag();
  read.pass_over_unknown = true;
  for (const data::Column& column : columns) {
    if (column.unreadable.empty())
      (column.type == data::ColumnType::kText ? read.categories : read.numbers).push_back(column.name);
  }
  return files::open_table(path, read);
}

Result<void> open_asking(const request::Written& written, OpenedData& opened) {
  const std::string command = written.text("ask-model");
  const std::string rows = written.text("asked");
  if (written.find("ask-model") != nullptr && command.empty())
    return Error{ErrorCode::kBadOption, "--ask-model is empty; give a command", ""};
  if (command.empty() && rows.empty()) return {};
  if (opened.table == nullptr)
    return Error{ErrorCode::kNeedsRows, "--ask-model and --asked need rows, and moments have none; give the table", ""};
  if (!command.empty()) opened.input.asking.model = model_of(command, written);
  if (rows.empty()) return {};
  EXPLAINEE_ASSIGN(opened.asked, open_asked(rows, opened.table->columns()));
  opened.input.asking.table = opened.asked.get();
  return {};
}

}  // namespace

Result<OpenedData> open_data(const std::string& path, const ReadingOptions& reading, const request::Written& written) {
  OpenedData opened;
  EXPLAINEE_TRY(read_options(reading, 1));
  EXPLAINEE_TRY(memory_of(reading));
  EXPLAINEE_ASSIGN(const std::vector<std::string> found, moments_files(path));
  if (!found.empty()) {
    if (!reading.categories.empty() || !reading.numbers.empty() || !reading.separator.empty()) {
      return Error{ErrorCode::kNeedsRows,
                   "--categories, --numbers and --separator say how rows are read; a moments file has none", path};
    }
    if (!reading.candidates.empty()) {
      return Error{ErrorCode::kNeedsRows,
                   "--candidates joins columns row by row, and a moments file has no rows; give the table instead",
                   path};
    }
    EXPLAINEE_ASSIGN(moments::Moments merged, read_moments(found));
    opened.input.moments = std::make_shared<const moments::Moments>(std::move(merged));
  } else {
    const request::Value* threads = written.find("threads");
    const int wanted = threads == nullptr ? 0 : static_cast<int>(std::get<std::int64_t>(*threads));
    EXPLAINEE_ASSIGN(opened.table, open_dataset(path, reading, written.text("id"), base::resolve_threads(wanted)));
    opened.input.table = opened.table;
  }
  if (const std::string answers = written.text("answers"); !answers.empty()) {
    EXPLAINEE_ASSIGN(opened.answers, open_answers(answers, written.list("answer-words")));
    opened.input.answers = opened.answers.get();
  }
  EXPLAINEE_TRY(open_asking(written, opened));
  return opened;
}

}  // namespace explainee::cli
