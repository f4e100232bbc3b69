#include "explainee/explain/measured/material.h"

#include <utility>

namespace explainee::explain {

base::Result<void> GatheredRows::visit(const base::Control& control, const information::RowVisitor& visitor) {
  return visit_rows(gathered_, control, visitor);
}

information::Material material_of(const Composition& c, std::optional<information::Classes> classes,
                                  GatheredRows& rows) {
  information::Material material;
  material.situation = c.setting;
  material.total = &c.total();
  material.classes = std::move(classes);
  material.blocks = c.gathered.roles.block.has_value();
  if (c.gathered.table != nullptr) material.rows = &rows;
  return material;
}

}  // namespace explainee::explain
