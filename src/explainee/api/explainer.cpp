#include "explainee/explainer.h"

#include "explainee/api/collected_columns.h"
#include "explainee/api/held.h"
#include "explainee/data/dataset/dataset.h"
#include "explainee/explain/kept/explainer_file.h"
#include "explainee/explain/kept/kept_table.h"
#include "explainee/explain/rows/explain_rows.h"

namespace explainee {
inline namespace v0 {

Result<Explainer> Explainer::read(std::string_view text, const std::string& name) {
  EXPLAINEE_ASSIGN(explain::Explainer kept, explain::read_explainer(text, name));
  return Explainer(std::make_shared<const api::HeldExplainer>(api::HeldExplainer{std::move(kept)}));
}

std::string Explainer::write() const { return explain::write_explainer(*kept_); }

Result<std::vector<Column>> Explainer::apply(const Dataset& dataset, const Control& control) const {
  const std::string id = explain::id_column(*kept_, dataset.table()->columns());
  api::CollectedColumns rows(explain::row_columns(*kept_, !id.empty()));
  const std::unique_ptr<data::TableSource> cursor = dataset.table()->cursor();
  EXPLAINEE_TRY(explain::explain_rows(*kept_, *cursor, &rows, control, id));
  return rows.take();
}

}  // namespace v0
}  // namespace explainee
