#include "explainee/explain/gather/gather_moments.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "explainee/data/expression.h"
#include "explainee/explain/gather/moment_columns.h"
#include "explainee/explain/gather/roles/why_no_fact.h"
#include "explainee/explain/gather/set_aside.h"
#include "explainee/explain/proposals/proposals.h"
#include "explainee/moments/extend.h"

namespace explainee::explain {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

Error needs_rows(const base::Message& what) {
  return {ErrorCode::kNeedsRows, base::say("{} needs the rows, and moments have none; give the table instead", what)};
}

/// Appends an expression that is affine; others cannot be had from moments.
Result<void> append_expression(moments::Moments& moments, data::Expression& expression,
                               const std::vector<data::Column>& columns) {
  const moments::Fold total = moments::sum_folds(moments.folds);
  for (const std::size_t source : expression.standardised()) {
    const int at = moments.find(columns[source].name);
    const double sd = std::sqrt(total.scatter(at, at) / total.weight);
    if (!(sd > 0)) {
      return Error{ErrorCode::kUnfitColumn,
                   fmt::format("column '{0}' is constant, so z({0}) has no meaning", columns[source].name), ""};
    }
    expression.set_scale(source, moments.columns[static_cast<std::size_t>(at)].shift + total.mean[at], sd);
  }
  const std::vector<double> affine = expression.affine_weights();
  if (affine.empty())
    return needs_rows(fmt::format("the expression '{}' is not a weighted sum and", expression.text()));
  Eigen::VectorXd weights = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(moments.columns.size()));
  for (std::size_t i = 0; i < expression.sources().size(); ++i) {
    weights[moments.find(columns[expression.sources()[i]].name)] = affine[i + 1];
  }
  moments::append_affine_column(moments, expression.text(), weights, affine[0]);
  return {};
}

Result<void> check_moments_request(const Input& input, const request::Request& request) {
  const moments::Moments& moments = *input.moments;
  if (input.answers != nullptr) return needs_rows(base::say("{}", base::option("answers")));
  if (request.rows.row || !request.rows.row_id.empty()) return needs_rows(base::say("{}", base::option("row")));
  if (request.rows.local) return needs_rows(base::say("{}", base::switched_on("local")));
  const auto fixed = [](const std::string& wanted, const std::string& has, std::string_view option) -> Result<void> {
    if (wanted.empty() || wanted == has) return {};
    return Error{ErrorCode::kNeedsRows,
                 base::say("{} must be given to {}; these were made with {}", base::option(option, wanted),
                           base::command("moments"), has.empty() ? "none" : "'" + has + "'")};
  };
  EXPLAINEE_TRY(fixed(request.how.weight, moments.weight_column, "weight"));
  EXPLAINEE_TRY(fixed(request.how.block, moments.block_column, "block"));
  if (request.how.seed != 0 && static_cast<std::uint64_t>(request.how.seed) != moments.seed) {
    return Error{ErrorCode::kNeedsRows,
                 base::say("the rows were dealt to folds with {}; {} needs the rows",
                           base::option("seed", moments.seed), base::option("seed", request.how.seed))};
  }
  if (request.how.folds && *request.how.folds != static_cast<int>(moments.folds.size())) {
    return Error{ErrorCode::kNeedsRows, base::say("the moments are kept in {} folds; {} needs the rows",
                                                  moments.folds.size(), base::option("folds", *request.how.folds))};
  }
  return {};
}

}  // namespace

Result<Gathered> gather_moments(const Input& input, const request::Request& request, bool judging) {
  EXPLAINEE_TRY(check_moments_request(input, request));
  request::Request without_row_columns = request;
  without_row_columns.how.weight.clear();
  without_row_columns.how.block.clear();
  Gathered result;
  result.moments = input.moments;
  result.columns = table_columns(*result.moments);
  const std::vector<data::Column> plain = result.columns;
  EXPLAINEE_ASSIGN(std::vector<data::Expression> expressions, parse_expressions(request, plain));
  if (!expressions.empty()) {
    moments::Moments extended = *input.moments;
    for (data::Expression& expression : expressions) {
      EXPLAINEE_TRY(append_expression(extended, expression, plain));
      result.columns.push_back({expression.text(), data::ColumnType::kNumber});
    }
    result.moments = std::make_shared<const moments::Moments>(std::move(extended));
  }
  EXPLAINEE_ASSIGN(result.roles, resolve_roles(result.columns, without_row_columns, {expressions.size(), judging}));
  if (result.columns[result.roles.predictions.front()].type == data::ColumnType::kText)
    return needs_rows("a prediction that is a class");
  EXPLAINEE_TRY(propose_from_moments(result, request));
  const std::set<std::string> hers = person::names_of(result.roles.person);
  const std::vector<std::size_t> eligible = result.roles.eligible;
  for (const std::size_t index : eligible) {
    const data::Column& column = result.columns[index];
    if (column.type != data::ColumnType::kText || asked_for(result.roles, index, hers.contains(column.name))) continue;
    const auto& columns = result.moments->columns;
    const auto levels = std::count_if(columns.begin(), columns.end(), [&](const auto& c) {
      return c.kind == moments::ColumnKind::kLevel && c.source == column.name;
    });
    const std::string reason = why_no_category(static_cast<std::size_t>(levels), result.moments->rows());
    if (!reason.empty()) set_aside(result, index, reason);
  }
  return result;
}

}  // namespace explainee::explain
