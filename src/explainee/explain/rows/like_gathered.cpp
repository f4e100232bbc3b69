#include "explainee/explain/rows/like_gathered.h"

#include <utility>
#include <vector>

#include "explainee/explain/rows/row_pass.h"
#include "explainee/family/family.h"

namespace explainee::explain {

base::Result<Eigen::MatrixXd> like_gathered(const Gathered& gathered, data::TableSource& table,
                                            const base::Control& control) {
  Gathered other;
  other.table = &table;
  if (!gathered.expressions.empty()) {
    std::vector<data::Expression> expressions;
    for (const std::string& text : gathered.expressions) {
      EXPLAINEE_ASSIGN(data::Expression expression, data::Expression::parse(text, table.columns()));
      expressions.push_back(std::move(expression));
    }
    other.derived = data::derive(*other.table, std::move(expressions), gathered.scales);
    other.table = other.derived.get();
  }
  if (!gathered.made.empty()) {
    std::vector<data::AddedColumn> added;
    for (const family::MadeColumn& made : gathered.made) added.push_back(family::added_column(made));
    other.families = std::make_unique<data::ExtendedTable>(*other.table, std::move(added));
    other.table = other.families.get();
  }
  other.moments = gathered.moments;
  other.plan = gathered.plan;
  other.plan.weight.reset();
  other.plan.block.reset();
  std::vector<Eigen::MatrixXd> blocks;
  Eigen::Index count = 0;
  EXPLAINEE_TRY(visit_rows(other, control, [&](const auto& rows, const auto&, const auto&) {
    blocks.emplace_back(rows);
    count += rows.rows();
    return true;
  }));
  Eigen::MatrixXd all(count, static_cast<Eigen::Index>(gathered.moments->columns.size()));
  Eigen::Index at = 0;
  for (const Eigen::MatrixXd& block : blocks) {
    all.middleRows(at, block.rows()) = block;
    at += block.rows();
  }
  return all;
}

}  // namespace explainee::explain
