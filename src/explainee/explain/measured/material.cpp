#include "explainee/explain/measured/material.h"

#include <bit>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "explainee/moments/accumulate/column_filler.h"

namespace explainee::explain {
namespace {

/// Numbers the values of a block column as they come.
class BlockNumbers {
 public:
  int of(const data::ColumnView& column, std::uint32_t row) {
    if (column.numbers.empty()) return texts_.emplace(column.texts[row], next(texts_)).first->second;
    const double value = column.numbers[row] + 0.0;  // −0 is 0
    return numbers_.emplace(std::bit_cast<std::uint64_t>(value), next(numbers_)).first->second;
  }

 private:
  template <class Map>
  static int next(const Map& map) {
    return static_cast<int>(map.size());
  }

  std::map<std::string, int, std::less<>> texts_;
  std::map<std::uint64_t, int> numbers_;
};

}  // namespace

base::Result<void> GatheredRows::visit(const base::Control& control, const information::RowVisitor& visitor) {
  return visit_rows(gathered_, control, visitor);
}

base::Result<std::vector<int>> GatheredRows::blocks(const base::Control& control) {
  std::vector<int> blocks;
  const moments::Plan& plan = gathered_.plan;
  if (!plan.block) return blocks;
  BlockNumbers numbers;
  EXPLAINEE_TRY(gathered_.table->start(plan.table_columns()));
  data::Batch batch;
  while (true) {
    if (control.cancelled()) return base::interrupted();
    EXPLAINEE_ASSIGN(const bool more, gathered_.table->next(batch));
    if (!more) return blocks;
    for (const std::uint32_t row : moments::usable_rows(batch).rows)
      blocks.push_back(numbers.of(batch.columns[plan.position(*plan.block)], row));
  }
}

information::Material material_of(const Composition& c, std::optional<information::Classes> classes,
                                  GatheredRows& rows) {
  information::Material material;
  material.situation = c.setting;
  material.total = &c.total();
  material.classes = std::move(classes);
  material.blocks = c.gathered.roles.block.has_value();
  material.seed = static_cast<std::uint64_t>(c.request.how.seed);
  if (c.gathered.table != nullptr) material.rows = &rows;
  return material;
}

}  // namespace explainee::explain
