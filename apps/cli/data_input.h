// apps/cli/data_input.h: DATA on the command line: a table of any format, or one or more moments files.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "explainee/base/errors/result.h"
#include "explainee/base/option.h"
#include "explainee/explain/gather/gather.h"
#include "explainee/files/read_options.h"
#include "explainee/moments/moments.h"
#include "explainee/request/grammar/grammar.h"

namespace explainee::cli {

/// How tables are read, for every command that reads one.
struct ReadingOptions {
  std::vector<std::string> categories;
  std::vector<std::string> numbers;
  std::string separator;
  std::string candidates;
  std::string memory;
  bool timings = false;
};

[[nodiscard]] const std::vector<base::Option<ReadingOptions>>& reading_options();

/// Of the commands that say how often they read DATA and nothing else about time.
[[nodiscard]] const std::vector<base::Option<ReadingOptions>>& passes_options();

/// Of the commands that take further columns from another file.
[[nodiscard]] const std::vector<base::Option<ReadingOptions>>& candidates_options();

/// The same in the terms of the module files; kBadOption for a separator of more than one character.
[[nodiscard]] base::Result<files::ReadOptions> read_options(const ReadingOptions& options, int threads);

/// What DATA turned out to be; `input` points into the other members.
struct OpenedData {
  std::shared_ptr<const data::Dataset> table;
  std::unique_ptr<data::TableSource> answers;
  std::unique_ptr<data::TableSource> asked;
  explain::Input input;
};

/// Opens a table, with the columns of --candidates beside its own where there are any; `id` names rows in both,
/// and is read as text.
[[nodiscard]] base::Result<std::unique_ptr<data::TableSource>> open_rows(const std::string& path,
                                                                         const ReadingOptions& options,
                                                                         const std::string& id, int threads);

/// The bytes that --memory allows to be held; kBadOption for what is no size.
[[nodiscard]] base::Result<std::size_t> memory_of(const ReadingOptions& options);

/// The same as a dataset, which holds columns in memory as far as --memory allows.
[[nodiscard]] base::Result<std::shared_ptr<const data::Dataset>> open_dataset(const std::string& path,
                                                                              const ReadingOptions& options,
                                                                              const std::string& id, int threads);

/// Says on stderr how often DATA was read, for --timings; nothing where there are only moments.
void print_passes(const data::Dataset* table);

/// Opens a table of answers (--answers); with words, its answers are texts.
[[nodiscard]] base::Result<std::unique_ptr<data::TableSource>> open_answers(const std::string& path,
                                                                            const std::vector<std::string>& words);

/// Opens DATA and, where they were written, the answers and what stands for the model (--ask-model, --asked).
[[nodiscard]] base::Result<OpenedData> open_data(const std::string& path, const ReadingOptions& reading,
                                                 const request::Written& written);

/// Reads and merges moments files; kInterrupted when the person at the terminal stops it.
[[nodiscard]] base::Result<moments::Moments> read_moments(const std::vector<std::string>& paths);

}  // namespace explainee::cli
