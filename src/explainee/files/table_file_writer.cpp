#include "explainee/files/table_file_writer.h"

#include <string_view>
#include <utility>

#include "explainee/base/output/output_file.h"
#include "explainee/files/arrow/arrow_sink.h"
#include "explainee/files/column_names.h"
#include "explainee/files/csv/csv_sink.h"

namespace explainee::files {
namespace {

bool ends_with_any(std::string_view path, std::initializer_list<std::string_view> endings) {
  for (const std::string_view ending : endings) {
    if (path.ends_with(ending)) return true;
  }
  return false;
}

}  // namespace

base::Result<std::unique_ptr<data::TableSink>> create_table(const std::string& path,
                                                            const std::vector<data::Column>& columns, bool raw) {
  const bool text = ends_with_any(path, {".csv", ".tsv", ".csv.gz", ".tsv.gz"});
  const bool parquet = ends_with_any(path, {".parquet", ".pq"});
  if (!text && !parquet && !ends_with_any(path, {".arrow", ".feather", ".ipc"})) {
    return base::Error{base::ErrorCode::kBadOption,
                       "cannot tell the format of a table from this name; end it in .csv, .csv.gz, .parquet or .arrow",
                       path};
  }
  std::vector<std::string> names;
  for (const data::Column& column : columns) names.push_back(column.name);
  EXPLAINEE_TRY(check_names(names, path));
  EXPLAINEE_ASSIGN(auto file, base::OutputFile::create(path));
  if (!text) return create_arrow_sink(std::move(file), columns, parquet);
  const char separator = ends_with_any(path, {".tsv", ".tsv.gz"}) ? '\t' : ',';
  return create_csv_sink(std::move(file), columns, {separator, path.ends_with(".gz"), raw});
}

}  // namespace explainee::files
