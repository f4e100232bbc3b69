// explainee/data/expression_text.h: rewrites a formula over column names into one that muParser understands.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "explainee/base/errors/result.h"
#include "explainee/data/table_source.h"

namespace explainee::data {

/// The rewritten formula: column k of the table is the variable ck, its mean and sd are mk and dk.
struct ExpressionText {
  std::string formula;
  std::vector<std::size_t> sources;       ///< columns it reads, increasing
  std::vector<std::size_t> standardised;  ///< columns inside z(), increasing
  /// Only + − * / of columns and numbers, mean, sum and z(): a polynomial or quotient, so probing can tell whether it
  /// is affine. Steps and corners could hide between any probes.
  bool smooth = true;
};

/// Resolves names, globs and ranges, and the words and, or, not. Fails with kBadExpression or kUnknownColumn.
[[nodiscard]] base::Result<ExpressionText> rewrite_expression(const std::string& text, std::span<const Column> columns);

/// A name or pattern as it can stand inside a formula: in `back quotes` when it has spaces or signs of its own.
[[nodiscard]] std::string quoted_in_expression(const std::string& name);

/// The error of every formula that cannot be used; a long formula is shown shortened.
[[nodiscard]] base::Error unreadable_expression(const std::string& text, const base::Message& why,
                                                base::ErrorCode code = base::ErrorCode::kBadExpression);

}  // namespace explainee::data
