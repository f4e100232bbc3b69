#include "explainee/request/formulas.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>

#include "explainee/data/expression_text.h"
#include "explainee/request/values.h"

namespace explainee::request {
namespace {

/// The mean of these columns as an expression.
WrittenExpression mean_of(const std::vector<std::string>& patterns) {
  std::vector<std::string> names;
  for (const std::string& name : patterns) names.push_back(data::quoted_in_expression(name));
  return {fmt::format("mean({})", fmt::join(names, ","))};
}

}  // namespace

WrittenExpression prediction_formula(const Request& request) {
  const What& what = request.what;
  if (what.prediction.empty()) return {};
  const std::vector<std::string> written = as_written(request, "prediction", what.prediction);
  if (what.draws) return mean_of(written);
  const std::string first = data::quoted_in_expression(written.front());
  if (!what.versus.empty()) {
    const std::string text = request.written.text("versus");
    return {fmt::format("{} - {}", first, data::quoted_in_expression(text.empty() ? what.versus : text))};
  }
  if (what.prediction_scale != Scale::kLogit) return {};
  if (!(request.how.resolution > 0)) return {fmt::format("logit({})", first)};
  return {fmt::format("logit({},{})", first, request.how.resolution)};
}

std::vector<WrittenExpression> formulas_of(const Request& request) {
  std::vector<WrittenExpression> all = request.who.sees;
  if (!request.who.sees_mean.empty()) all.push_back(mean_of(as_written(request, "sees-mean", request.who.sees_mean)));
  if (WrittenExpression prediction = prediction_formula(request); !prediction.empty())
    all.push_back(std::move(prediction));
  if (!request.facts.rule.empty()) all.push_back(request.facts.rule);
  return all;
}

}  // namespace explainee::request
