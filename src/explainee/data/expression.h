// explainee/data/expression.h: a formula over columns, such as mean(x1..x20) or bmi > 30, evaluated row by row.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "explainee/base/errors/result.h"
#include "explainee/data/table_source.h"

namespace explainee::data {

/// A parsed formula. Understands + − * / ^, comparisons, and/or/not, if ? :, the usual functions, round(x, step), z(x)
/// = (x − mean)/sd over the table, and mean, sum, min, max over names, globs and ranges. Names with other characters
/// than letters, digits, _ and . are written in backticks.
class Expression {
 public:
  /// Parses against the number columns of a table; kBadExpression or kUnknownColumn when that fails.
  [[nodiscard]] static base::Result<Expression> parse(const std::string& text, std::span<const Column> columns);

  Expression(Expression&&) noexcept;
  Expression& operator=(Expression&&) noexcept;
  ~Expression();

  /// The formula as it was written.
  [[nodiscard]] const std::string& text() const;
  /// Columns it reads, increasing.
  [[nodiscard]] const std::vector<std::size_t>& sources() const;
  /// Columns inside z(), increasing: their mean and sd must be given before evaluation.
  [[nodiscard]] const std::vector<std::size_t>& standardised() const;
  /// Mean and sd of a standardised column.
  void set_scale(std::size_t column, double mean, double sd);

  /// Values for rows whose source columns are given, in the order of sources(). A row with a source that is not finite
  /// gives NaN. Uses the parser's own cells: not for two threads at once.
  [[nodiscard]] base::Result<std::vector<double>> evaluate(std::span<const std::span<const double>> sources,
                                                           std::size_t rows) const;

  /// The weights (constant first, then one per source) when the formula is affine in its sources, else empty.
  [[nodiscard]] std::vector<double> affine_weights() const;

 private:
  struct Parts;
  explicit Expression(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace explainee::data
