#include "explainee/explain/gather_moments.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "explainee/data/expression.h"
#include "explainee/explain/categories.h"
#include "explainee/explain/proposals.h"
#include "explainee/moments/extend.h"

namespace explainee::explain {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

Error needs_rows(const std::string& what) {
  return {ErrorCode::kNeedsRows,
          fmt::format("{} needs the rows, and a moments file has none; give the table instead", what), ""};
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

Result<void> check_moments_options(const Options& options, const moments::Moments& moments) {
  if (!options.answers.empty()) return needs_rows("--answers");
  if (options.row) return needs_rows("--row");
  if (options.local) return needs_rows("--local");
  const auto fixed = [](const std::string& wanted, const std::string& has, std::string_view option) -> Result<void> {
    if (wanted.empty() || wanted == has) return {};
    return Error{ErrorCode::kNeedsRows,
                 fmt::format("--{0} {1} must be given to 'explainee moments'; this file was made with {2}", option,
                             wanted, has.empty() ? "none" : "'" + has + "'"),
                 ""};
  };
  EXPLAINEE_TRY(fixed(options.weight, moments.weight_column, "weight"));
  EXPLAINEE_TRY(fixed(options.block, moments.block_column, "block"));
  if (options.seed != 0 && static_cast<std::uint64_t>(options.seed) != moments.seed) {
    return Error{ErrorCode::kNeedsRows,
                 fmt::format("the rows were dealt to folds with --seed {}; --seed {} needs the rows", moments.seed,
                             options.seed),
                 ""};
  }
  if (options.folds && *options.folds != static_cast<int>(moments.folds.size())) {
    return Error{ErrorCode::kNeedsRows,
                 fmt::format("the moments are kept in {} folds; --folds {} needs the rows", moments.folds.size(),
                             *options.folds),
                 ""};
  }
  return {};
}

}  // namespace

Result<Gathered> gather_moments(const Input& input, const Options& options, bool judging) {
  EXPLAINEE_TRY(check_moments_options(options, *input.moments));
  Options without_row_columns = options;
  without_row_columns.weight.clear();
  without_row_columns.block.clear();
  Gathered result;
  result.moments = input.moments;
  result.columns = table_columns(*result.moments);
  const std::vector<data::Column> plain = result.columns;
  EXPLAINEE_ASSIGN(std::vector<data::Expression> expressions, parse_expressions(options, plain));
  if (!expressions.empty()) {
    moments::Moments extended = *input.moments;
    for (data::Expression& expression : expressions) {
      EXPLAINEE_TRY(append_expression(extended, expression, plain));
      result.columns.push_back({expression.text(), data::ColumnType::kNumber});
    }
    result.moments = std::make_shared<const moments::Moments>(std::move(extended));
  }
  EXPLAINEE_ASSIGN(result.roles, resolve_roles(result.columns, expressions.size(), without_row_columns, judging));
  if (result.columns[result.roles.predictions.front()].type == data::ColumnType::kText)
    return needs_rows("a prediction that is a class");
  EXPLAINEE_TRY(propose_from_moments(result, options));
  const std::set<std::string> hers = user::names_of(result.roles.person);
  const std::vector<std::size_t> eligible = result.roles.eligible;
  for (const std::size_t index : eligible) {
    const data::Column& column = result.columns[index];
    if (column.type != data::ColumnType::kText || result.roles.features_given || hers.contains(column.name) ||
        result.roles.is_judged(index))
      continue;
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
