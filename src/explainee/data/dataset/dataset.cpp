#include "explainee/data/dataset/dataset.h"

#include <utility>

#include "explainee/base/memory_limit.h"
#include "explainee/data/dataset/dataset_cursor.h"

namespace explainee::data {
namespace {

/// Results may take this part of the memory.
constexpr std::size_t kResultsPart = 4;

}  // namespace

Dataset::Dataset(std::unique_ptr<TableSource> table, std::size_t memory)
    : budget_(memory),
      results_(budget_, memory / kResultsPart),
      store_(std::move(table), budget_, [this](std::size_t bytes) { return results_.make_room(bytes); }) {}

std::shared_ptr<const Dataset> Dataset::make(std::unique_ptr<TableSource> table, std::size_t memory) {
  return std::shared_ptr<const Dataset>(new Dataset(std::move(table), memory));
}

std::shared_ptr<const Dataset> Dataset::make(std::unique_ptr<TableSource> table) {
  return make(std::move(table), base::memory_to_hold());
}

std::shared_ptr<const Dataset> Dataset::borrow(const MemoryTable& table) {
  return make(std::move(table.reader()).value());  // a table in memory always has another reader
}

std::unique_ptr<TableSource> Dataset::cursor() const {
  return std::make_unique<DatasetCursor>(std::shared_ptr<ColumnStore>(shared_from_this(), &store_));
}

}  // namespace explainee::data
