#include "kept_files.h"

#include <memory>

#include "explainee/files/table_file_writer.h"

namespace explainee::cli {

base::Result<explain::RowsSummary> write_all_rows(const explain::Explainer& explainer, data::TableSource& table,
                                                  const std::string& path, const base::Control& control) {
  std::unique_ptr<data::TableSink> sink;
  if (!path.empty()) {
    EXPLAINEE_ASSIGN(sink, files::create_table(path, explain::row_columns(explainer)));
  }
  EXPLAINEE_ASSIGN(explain::RowsSummary summary, explain::explain_rows(explainer, table, sink.get(), control));
  if (sink != nullptr) EXPLAINEE_TRY(sink->finish());
  return summary;
}

}  // namespace explainee::cli
