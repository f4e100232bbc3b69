#include "explainee/files/arrow/arrow_table.h"

#include <utility>

namespace explainee::files {
namespace {

constexpr std::size_t kBatchesAhead = 3;

}  // namespace

base::Result<void> ArrowTable::start(std::span<const std::size_t> wanted) {
  batches_.reset();
  next_row_ = 0;
  EXPLAINEE_TRY(file_->schema().check_wanted(wanted, name()));
  EXPLAINEE_ASSIGN(std::shared_ptr<ArrowPass> pass, file_->begin(wanted));
  batches_ = std::make_unique<base::OrderedPipeline<ArrowBatch>>(
      read_ahead_ ? 1 : 0, kBatchesAhead, [pass](ArrowBatch& batch) { return pass->next(batch); }, [](ArrowBatch&) {});
  return {};
}

base::Result<bool> ArrowTable::next(data::Batch& batch) {
  if (batches_ == nullptr) {
    return base::Error{base::ErrorCode::kInternal, "next() was called before start()", name()};
  }
  EXPLAINEE_ASSIGN(const ArrowBatch* decoded, batches_->next());
  if (decoded == nullptr) return false;
  batch.first_row = next_row_;
  batch.rows = decoded->rows;
  next_row_ += static_cast<std::int64_t>(decoded->rows);
  batch.columns.clear();
  for (const ArrowColumn& column : decoded->columns) batch.columns.push_back(column.view());
  return true;
}

}  // namespace explainee::files
