// explainee/data/dataset/dataset.h: a table that many may read at once: columns, rows, and what was computed from them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <typeinfo>
#include <vector>

#include "explainee/data/dataset/column_store.h"
#include "explainee/data/dataset/kept_results.h"
#include "explainee/data/dataset/memory_budget.h"
#include "explainee/data/memory_table.h"
#include "explainee/data/table_source.h"

namespace explainee::data {

/// A table that never changes for its users; any number of threads may read it and compute from it at once. Columns
/// that are read are held in memory while they fit, a text file as a whole, so that it is taken apart only once; what
/// does not fit is read again by each pass.
class Dataset : public std::enable_shared_from_this<Dataset> {
 public:
  /// Takes the table over. `memory`: bytes of columns and results that may be held; 0 holds nothing.
  [[nodiscard]] static std::shared_ptr<const Dataset> make(std::unique_ptr<TableSource> table, std::size_t memory);
  /// The same with as much memory as base::memory_to_hold() says.
  [[nodiscard]] static std::shared_ptr<const Dataset> make(std::unique_ptr<TableSource> table);
  /// Over a table in memory that is somebody else's and outlives the dataset; it is read where it lies.
  [[nodiscard]] static std::shared_ptr<const Dataset> borrow(const MemoryTable& table);

  [[nodiscard]] const std::vector<Column>& columns() const { return table().columns(); }
  /// The table's name for messages.
  [[nodiscard]] std::string name() const { return table().name(); }
  /// How to find a row again, for messages.
  [[nodiscard]] base::Subject where(std::int64_t row) const { return store_.readers().where(row); }
  /// Rows, −1 while nobody knows without a pass.
  [[nodiscard]] std::int64_t rows() const { return store_.rows(); }
  /// How often the table was read, wholly or in part; what is held is not read again.
  [[nodiscard]] std::int64_t passes() const { return store_.readers().passes(); }
  /// Bytes that are held now.
  [[nodiscard]] std::size_t held_bytes() const { return budget_.used(); }

  /// A reader of its own, for one thread; it keeps the dataset alive.
  [[nodiscard]] std::unique_ptr<TableSource> cursor() const;

  /// A result that was kept under this key, which says all that it depends on; null when there is none.
  template <class T>
  [[nodiscard]] std::shared_ptr<const T> find_result(const std::string& key) const {
    return std::static_pointer_cast<const T>(results_.find(typed<T>(key)));
  }
  /// Keeps a result of about so many bytes while there is room for it.
  template <class T>
  void keep_result(const std::string& key, std::shared_ptr<const T> result, std::size_t bytes) const {
    results_.keep(typed<T>(key), std::move(result), bytes);
  }

 private:
  Dataset(std::unique_ptr<TableSource> table, std::size_t memory);
  [[nodiscard]] const TableSource& table() const { return store_.readers().table(); }
  template <class T>
  [[nodiscard]] static std::string typed(const std::string& key) {
    return std::string(typeid(T).name()) + ' ' + key;
  }

  // They change, but not for the users.
  mutable MemoryBudget budget_;
  mutable KeptResults results_;
  mutable ColumnStore store_;
};

}  // namespace explainee::data
