// explainee/data/derived_table.h: a table with further columns computed from its own by expressions.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/data/expression.h"
#include "explainee/data/table_source.h"

namespace explainee::data {

/// Reads another source (which must outlive it) and appends one number column per expression, named by its text.
class DerivedTable final : public TableSource {
 public:
  /// Takes a pass over the source when an expression standardises columns with z(): mean and sd are weighted by the
  /// number column `weight` where there is one.
  [[nodiscard]] static base::Result<std::unique_ptr<DerivedTable>> make(TableSource& source,
                                                                        std::vector<Expression> expressions,
                                                                        std::optional<std::size_t> weight,
                                                                        const base::Control& control);

  [[nodiscard]] const std::vector<Column>& columns() const override { return columns_; }
  [[nodiscard]] base::Result<void> start(std::span<const std::size_t> wanted) override;
  [[nodiscard]] base::Result<bool> next(Batch& batch) override;
  [[nodiscard]] std::string where(std::int64_t row) const override { return source_.where(row); }
  [[nodiscard]] std::string name() const override { return source_.name(); }
  [[nodiscard]] std::int64_t rows_hint() const override { return source_.rows_hint(); }

 private:
  DerivedTable(TableSource& source, std::vector<Expression> expressions);
  [[nodiscard]] base::Result<void> measure_scales(std::optional<std::size_t> weight, const base::Control& control);

  TableSource& source_;
  std::vector<Expression> expressions_;
  std::vector<Column> columns_;
  std::vector<std::size_t> wanted_;
  std::vector<std::size_t> source_columns_;  // what the running pass reads from the source
  std::vector<std::vector<double>> derived_;
  Batch source_batch_;
};

}  // namespace explainee::data
