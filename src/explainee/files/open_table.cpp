#include "explainee/files/open_table.h"

#include <utility>
#include <vector>

#include "explainee/files/arrow/ipc_table.h"
#include "explainee/files/arrow/parquet_table.h"
#include "explainee/files/bytes/file_format.h"
#include "explainee/files/bytes/file_list.h"
#include "explainee/files/bytes/input_file.h"
#include "explainee/files/csv/csv_table.h"
#include "explainee/files/joined_table.h"

namespace explainee::files {
namespace {

using base::Error;
using base::ErrorCode;
using Source = std::unique_ptr<data::TableSource>;

base::Result<Source> open_as(FileFormat format, std::shared_ptr<const InputFile> file, const ReadOptions& options,
                             const std::vector<data::Column>* like) {
  switch (format) {
    case FileFormat::kParquet:
      return open_parquet(std::move(file), options, like);
    case FileFormat::kArrowFile:
    case FileFormat::kArrowStream:
      return open_ipc(std::move(file), format == FileFormat::kArrowStream, options, like);
    case FileFormat::kCsv:
    case FileFormat::kGzippedCsv:
      break;
  }
  return CsvTable::open(std::move(file), format == FileFormat::kGzippedCsv, options, like);
}

base::Result<Source> open_file(const std::string& path, const ReadOptions& options,
                               const std::vector<data::Column>* like = nullptr) {
  EXPLAINEE_ASSIGN(auto file, InputFile::open(path, options.cancel));
  EXPLAINEE_ASSIGN(const FileFormat format, detect_format(*file));
  return open_as(format, std::move(file), options, like);
}

Error no_rows(const std::string& path) {
  return {ErrorCode::kMalformedTable, "has a header but no rows; a table needs at least one row", path};
}

base::Result<void> check_same_family(const std::vector<std::string>& paths) {
  std::string_view first;
  for (const std::string& path : paths) {
    EXPLAINEE_ASSIGN(const auto file, InputFile::open(path));
    EXPLAINEE_ASSIGN(const FileFormat format, detect_format(*file));
    if (first.empty()) first = family(format);
    if (family(format) != first) {
      return Error{ErrorCode::kMalformedTable,
                   "holds " + std::string(family(format)) + ", but " + paths.front() + " holds " + std::string(first) +
                       "; name files of one kind, for instance with a glob",
                   path};
    }
  }
  return {};
}

/// The columns of the first file that has rows.
base::Result<std::vector<data::Column>> decide_columns(const std::string& name, const std::vector<std::string>& paths,
                                                       const ReadOptions& options) {
  for (const std::string& path : paths) {
    EXPLAINEE_ASSIGN(const Source file, open_file(path, options));
    if (file->rows_hint() != 0) return file->columns();
  }
  return no_rows(name);
}

}  // namespace

base::Result<Source> open_table(const std::string& path, const ReadOptions& options) {
  EXPLAINEE_ASSIGN(std::vector<std::string> paths, list_files(path));
  if (paths.size() == 1) {
    EXPLAINEE_ASSIGN(Source table, open_file(paths.front(), options));
    if (table->rows_hint() == 0) return no_rows(table->name());
    return table;
  }
  EXPLAINEE_TRY(check_same_family(paths));
  EXPLAINEE_ASSIGN(auto columns, decide_columns(path, paths, options));
  auto open = [options](const std::string& one, const std::vector<data::Column>& like) {
    return open_file(one, options, &like);
  };
  return JoinedTable::join(path, std::move(paths), std::move(columns), std::move(open));
}

}  // namespace explainee::files
