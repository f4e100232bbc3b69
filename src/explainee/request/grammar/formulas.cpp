#include "explainee/request/grammar/formulas.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "explainee/data/expression_text.h"
#include "explainee/request/grammar/values.h"

namespace explainee::request {
namespace {

/// The mean of these columns as an expression, by the patterns that were written. In quotes no pattern is read: where
/// one would need them, the columns themselves are named.
WrittenExpression mean_of(const Request& request, std::string_view option, const std::vector<std::string>& columns) {
  const std::vector<std::string> written = as_written(request, option, columns);
  const bool readable = std::all_of(written.begin(), written.end(), [&](const std::string& pattern) {
    return data::quoted_in_expression(pattern) == pattern ||
           std::find(columns.begin(), columns.end(), pattern) != columns.end();
  });
  std::vector<std::string> names;
  for (const std::string& name : readable ? written : columns) names.push_back(data::quoted_in_expression(name));
  return {fmt::format("mean({})", fmt::join(names, ","))};
}

}  // namespace

WrittenExpression prediction_formula(const Request& request) {
  const What& what = request.what;
  if (what.prediction.empty()) return {};
  if (what.draws) return mean_of(request, "prediction", what.prediction);
  const std::string first = data::quoted_in_expression(what.prediction.front());  // outside mean() no pattern is read
  if (!what.versus.empty()) return {fmt::format("{} - {}", first, data::quoted_in_expression(what.versus))};
  if (what.prediction_scale != Scale::kLogit) return {};
  if (!(request.how.resolution > 0)) return {fmt::format("logit({})", first)};
  return {fmt::format("logit({},{})", first, request.how.resolution)};
}

std::vector<WrittenExpression> formulas_of(const Request& request) {
  std::vector<WrittenExpression> all = request.who.sees;
  if (!request.who.sees_mean.empty()) all.push_back(mean_of(request, "sees-mean", request.who.sees_mean));
  if (WrittenExpression prediction = prediction_formula(request); !prediction.empty())
    all.push_back(std::move(prediction));
  if (!request.facts.rule.empty()) all.push_back(request.facts.rule);
  return all;
}

}  // namespace explainee::request
