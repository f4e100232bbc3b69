#include <utility>

#include "explainee/data/dataset/dataset.h"
#include "explainee/dataset.h"
#include "explainee/files/open_table.h"

namespace explainee {
inline namespace v0 {

Result<Dataset> Dataset::open(const std::string& path, const std::string& id) {
  files::ReadOptions options;
  options.id = id;
  EXPLAINEE_ASSIGN(std::unique_ptr<data::TableSource> table, files::open_table(path, options));
  return Dataset(data::Dataset::make(std::move(table)));
}

}  // namespace v0
}  // namespace explainee
