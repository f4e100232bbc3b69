#include <utility>

#include "explainee/data/dataset/dataset.h"
#include "explainee/dataset.h"
#include "explainee/files/open_table.h"

namespace explainee {
inline namespace v0 {

Result<Dataset> Dataset::open(const std::string& path) {
  EXPLAINEE_ASSIGN(std::unique_ptr<data::TableSource> table, files::open_table(path));
  return Dataset(data::Dataset::make(std::move(table)));
}

}  // namespace v0
}  // namespace explainee
