#include "kept_files.h"

#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "explainee/base/output/output_file.h"
#include "explainee/explain/kept/explainer_file.h"
#include "explainee/explain/kept/kept_table.h"
#include "explainee/explain/local/local_rows.h"
#include "explainee/files/table_file_writer.h"
#include "terminal.h"

namespace explainee::cli {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

Result<std::unique_ptr<data::TableSink>> open_sink(const explain::Explainer& explainer, const std::string& path,
                                                   bool raw, const std::string& id) {
  if (path.empty()) return std::unique_ptr<data::TableSink>();
  return files::create_table(path, explain::row_columns(explainer, !id.empty()), raw);
}

Result<void> write_local_rows(const explain::Explanation& explanation, const data::Dataset& table,
                              const OutputOptions& output, const base::Control& control) {
  const explain::LocalRows& rows = *explanation.local_rows;
  const std::string& id = explanation.request.what.id;
  const auto cursor = table.cursor();
  EXPLAINEE_ASSIGN(const auto sink,
                   files::create_table(output.all_rows, explain::local_row_columns(rows, !id.empty()), output.raw));
  const explain::IdSource ids{id.empty() ? nullptr : cursor.get(), id};
  EXPLAINEE_TRY(explain::explain_rows_locally(rows, *sink, control, ids));
  return sink->finish();
}

}  // namespace

Result<void> check_kept(const OutputOptions& output, bool has_rows, const request::Request& request) {
  if (output.output.empty() && output.all_rows.empty()) return {};
  if (!has_rows && !output.all_rows.empty())
    return Error{ErrorCode::kNeedsRows, "--all-rows needs the rows, and a moments file has none; give the table", ""};
  if (request.rows.local && !output.output.empty()) {
    return Error{ErrorCode::kBadOption,
                 "-o keeps one explanation for all rows, and --local chooses the facts for each; leave out one of them",
                 ""};
  }
  return {};
}

Result<void> write_kept(const explain::Explanation& explanation, const data::Dataset* table,
                        const OutputOptions& output, const base::Control& control) {
  if (explanation.local_rows != nullptr) return write_local_rows(explanation, *table, output, control);
  if (explanation.explainer == nullptr) {  // interrupted before the rows were looked at
    for (const std::string& path : {output.output, output.all_rows}) {
      if (!path.empty())
        print_notice(fmt::format("explainee: {} was not written: there was no time for the rows", path));
    }
    return {};
  }
  const explain::Explainer& explainer = *explanation.explainer;
  const std::string id = table == nullptr ? "" : explain::id_column(explainer, table->columns());
  EXPLAINEE_ASSIGN(const auto sink, open_sink(explainer, output.all_rows, output.raw, id));
  if (sink != nullptr) EXPLAINEE_TRY(explain::explain_rows(explainer, *table->cursor(), sink.get(), control, id));
  std::unique_ptr<base::OutputFile> kept;
  if (!output.output.empty()) {
    EXPLAINEE_ASSIGN(kept, base::OutputFile::create(output.output));
    EXPLAINEE_TRY(kept->write(explain::write_explainer(explainer)));
  }
  if (sink != nullptr) EXPLAINEE_TRY(sink->finish());
  Result<void> finished = kept == nullptr ? Result<void>() : kept->finish();
  if (!finished.ok() && sink != nullptr) std::remove(output.all_rows.c_str());
  return finished;
}

Result<explain::RowsSummary> write_all_rows(const explain::Explainer& explainer, data::TableSource& table,
                                            const std::string& path, bool raw, const base::Control& control,
                                            const std::string& id) {
  EXPLAINEE_ASSIGN(const auto sink, open_sink(explainer, path, raw, id));
  EXPLAINEE_ASSIGN(explain::RowsSummary summary, explain::explain_rows(explainer, table, sink.get(), control, id));
  if (sink != nullptr) EXPLAINEE_TRY(sink->finish());
  return summary;
}

}  // namespace explainee::cli
