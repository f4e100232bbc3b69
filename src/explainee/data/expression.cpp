#include "explainee/data/expression.h"

#include <fmt/format.h>
#include <muParser.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

#include "explainee/base/number_of_text.h"
#include "explainee/base/random.h"
#include "explainee/base/tolerances.h"
#include "explainee/data/expression_text.h"

namespace explainee::data {
namespace {

/// Log-odds. With a step, a probability that is shown in such steps is at least half a step away from certainty.
double logit(const double* arguments, int count) {
  if (count < 1 || count > 2) throw mu::ParserError("logit takes a probability and an optional step");
  double probability = arguments[0];
  if (!(probability >= 0 && probability <= 1)) return std::numeric_limits<double>::quiet_NaN();
  if (count == 2) probability = std::clamp(probability, arguments[1] / 2, 1 - arguments[1] / 2);
  return std::log(probability / (1 - probability));
}

double round_to(const double* arguments, int count) {
  if (count < 1 || count > 2) throw mu::ParserError("round takes a value and an optional step");
  const double step = count == 2 ? arguments[1] : 1.0;
  return std::round(arguments[0] / step) * step;
}

/// A text with the names of columns where the rewritten formula has c0, c1, …
std::string with_names(const std::string& text, std::span<const Column> columns) {
  const auto is = [&](std::size_t i, auto kind) {
    return i < text.size() && kind(static_cast<unsigned char>(text[i])) != 0;
  };
  std::string named;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::size_t end = i + 1;
    while (is(end, [](int c) { return std::isdigit(c); })) ++end;
    const bool whole = (i == 0 || !is(i - 1, [](int c) { return std::isalnum(c); })) &&
                       !is(end, [](int c) { return std::isalnum(c); });
    const auto column = text[i] == 'c' && whole
                            ? base::number_of_text<std::size_t>(std::string_view(text).substr(i + 1, end - i - 1))
                            : std::nullopt;
    if (column && *column < columns.size()) {
      named += columns[*column].name;
      i = end - 1;
    } else {
      named += text[i];
    }
  }
  return named;
}

/// muParser's message without the position, which counts in the rewritten formula, and without the final stop.
std::string reason_of(const mu::ParserError& error, std::span<const Column> columns) {
  std::string why = error.GetMsg();
  why = why.substr(0, why.find(" at position"));
  while (!why.empty() && (why.back() == '.' || why.back() == '\n')) why.pop_back();
  return with_names(why, columns);
}

double negate(double value) { return value == 0.0 ? 1.0 : 0.0; }

}  // namespace

/// The parser holds pointers into `cells` and `scales`, so this never moves.
struct Expression::Parts {
  std::string text;
  ExpressionText rewritten;
  std::vector<double> cells;   // one per source
  std::vector<double> scales;  // mean and sd, two per standardised column
  mu::Parser parser;
};

Expression::Expression(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Expression::Expression(Expression&&) noexcept = default;
Expression& Expression::operator=(Expression&&) noexcept = default;
Expression::~Expression() = default;

base::Result<Expression> Expression::parse(const std::string& text, std::span<const Column> columns) {
  auto parts = std::make_unique<Parts>();
  parts->text = text;
  EXPLAINEE_ASSIGN(parts->rewritten, rewrite_expression(text, columns));
  parts->cells.assign(parts->rewritten.sources.size(), 0.0);
  parts->scales.assign(2 * parts->rewritten.standardised.size(), 1.0);
  try {
    parts->parser.DefineFun("round", round_to);
    parts->parser.DefineFun("logit", logit);
    parts->parser.DefineInfixOprt("!", negate);
    for (std::size_t i = 0; i < parts->cells.size(); ++i) {
      parts->parser.DefineVar(fmt::format("c{}", parts->rewritten.sources[i]), &parts->cells[i]);
    }
    for (std::size_t i = 0; i < parts->rewritten.standardised.size(); ++i) {
      parts->parser.DefineVar(fmt::format("m{}", parts->rewritten.standardised[i]), &parts->scales[2 * i]);
      parts->parser.DefineVar(fmt::format("d{}", parts->rewritten.standardised[i]), &parts->scales[2 * i + 1]);
    }
    parts->parser.SetExpr(parts->rewritten.formula);
    static_cast<void>(parts->parser.Eval());
  } catch (const mu::ParserError& error) {
    return unreadable_expression(text, reason_of(error, columns));
  }
  return Expression(std::move(parts));
}

const std::string& Expression::text() const { return parts_->text; }
const std::vector<std::size_t>& Expression::sources() const { return parts_->rewritten.sources; }
const std::vector<std::size_t>& Expression::standardised() const { return parts_->rewritten.standardised; }

void Expression::set_scale(std::size_t column, double mean, double sd) {
  const auto& list = parts_->rewritten.standardised;
  const auto at = static_cast<std::size_t>(std::find(list.begin(), list.end(), column) - list.begin());
  if (at == list.size()) return;
  parts_->scales[2 * at] = mean;
  parts_->scales[2 * at + 1] = sd;
}

base::Result<std::vector<double>> Expression::evaluate(std::span<const std::span<const double>> sources,
                                                       std::size_t rows) const {
  std::vector<double> values(rows);
  try {
    for (std::size_t row = 0; row < rows; ++row) {
      bool finite = true;
      for (std::size_t i = 0; i < sources.size(); ++i) {
        parts_->cells[i] = sources[i][row];
        finite = finite && std::isfinite(parts_->cells[i]);
      }
      values[row] = finite ? parts_->parser.Eval() : std::numeric_limits<double>::quiet_NaN();
    }
  } catch (const mu::ParserError& error) {
    return unreadable_expression(parts_->text, reason_of(error, {}));
  }
  return values;
}

std::vector<double> Expression::affine_weights() const {
  if (!parts_->rewritten.smooth) return {};
  const std::size_t n = parts_->cells.size();
  const auto at = [&](const std::vector<double>& point) {
    std::vector<std::span<const double>> cells;
    cells.reserve(point.size());
    for (const double& value : point) cells.emplace_back(&value, 1);
    const auto result = evaluate(cells, 1);
    return result.ok() ? result.value()[0] : std::numeric_limits<double>::quiet_NaN();
  };
  std::vector<double> weights(n + 1);
  std::vector<double> point(n, 0.0);
  const double constant = at(point);
  // Slopes do not depend on the means inside z(), which would only cost digits.
  const std::vector<double> scales = parts_->scales;
  for (std::size_t i = 0; i < parts_->scales.size(); i += 2) parts_->scales[i] = 0.0;
  weights[0] = at(point);
  for (std::size_t i = 0; i < n; ++i) {
    point[i] = 1.0;
    weights[i + 1] = at(point) - weights[0];
    point[i] = 0.0;
  }
  // An affine formula agrees everywhere; others are told apart at random points of both signs and many sizes.
  base::Random random(1);
  bool affine = true;
  for (int probe = 0; probe < 64; ++probe) {
    double predicted = weights[0];
    double size = std::abs(weights[0]);
    for (std::size_t i = 0; i < n; ++i) {
      point[i] = random.normal() * std::pow(10.0, static_cast<double>(random.below(7)) - 3.0);
      predicted += weights[i + 1] * point[i];
      size += std::abs(weights[i + 1] * point[i]);
    }
    affine = affine && std::abs(at(point) - predicted) <= base::kAffine * size;
  }
  std::copy(scales.begin(), scales.end(), parts_->scales.begin());  // the parser points into it
  weights[0] = constant;
  return affine ? weights : std::vector<double>();
}

}  // namespace explainee::data
