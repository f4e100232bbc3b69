// explainee/explain/measured/material.h: what an estimator is chosen by and works on.
#pragma once

#include <optional>

#include "explainee/explain/compose/composer.h"
#include "explainee/information/measure.h"

namespace explainee::explain {

/// The rows of the table behind the moments.
class GatheredRows final : public information::Rows {
 public:
  explicit GatheredRows(Gathered& gathered) : gathered_(gathered) {}
  [[nodiscard]] base::Result<void> visit(const base::Control& control, const information::RowVisitor& visitor) override;
  [[nodiscard]] base::Result<std::vector<int>> blocks(const base::Control& control) override;

 private:
  Gathered& gathered_;
};

/// All but the row whose surprise is asked for; `rows` take part where there is a table. Borrows both.
[[nodiscard]] information::Material material_of(const Composition& composition,
                                                std::optional<information::Classes> classes, GatheredRows& rows);

}  // namespace explainee::explain
