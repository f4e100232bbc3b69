// apps/cli/data_input.h: DATA on the command line: a table of any format, or one or more moments files.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "explainee/base/option.h"
#include "explainee/base/result.h"
#include "explainee/explain/gather.h"
#include "explainee/files/read_options.h"
#include "explainee/moments/moments.h"

namespace explainee::cli {

/// How tables are read, for every command that reads one.
struct ReadingOptions {
  std::vector<std::string> categories;
  std::vector<std::string> numbers;
  std::string separator;
  std::string candidates;
};

[[nodiscard]] const std::vector<base::Option<ReadingOptions>>& reading_options();

/// Of the commands that take further columns from another file.
[[nodiscard]] const std::vector<base::Option<ReadingOptions>>& candidates_options();

/// The same in the terms of the files room; kBadOption for a separator of more than one character.
[[nodiscard]] base::Result<files::ReadOptions> read_options(const ReadingOptions& options, int threads);

/// What DATA turned out to be; `input` points into the other members.
struct OpenedData {
  std::unique_ptr<data::TableSource> table;
  std::unique_ptr<data::TableSource> answers;
  explain::Input input;
};

/// Opens a table, with the columns of --candidates beside its own where there are any; `id` names rows in both.
[[nodiscard]] base::Result<std::unique_ptr<data::TableSource>> open_rows(const std::string& path,
                                                                         const ReadingOptions& options,
                                                                         const std::string& id, int threads);

/// Opens a table of answers (--answers); with words, its answers are texts.
[[nodiscard]] base::Result<std::unique_ptr<data::TableSource>> open_answers(const std::string& path,
                                                                            const std::vector<std::string>& words);

/// Opens DATA and, when asked for, the answers.
[[nodiscard]] base::Result<OpenedData> open_data(const std::string& path, const ReadingOptions& reading,
                                                 const explain::Options& options);

/// Reads and merges moments files; kInterrupted when the person at the terminal stops it.
[[nodiscard]] base::Result<moments::Moments> read_moments(const std::vector<std::string>& paths);

}  // namespace explainee::cli
