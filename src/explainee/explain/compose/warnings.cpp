#include <fmt/format.h>

#include <cmath>

#include "explainee/base/tolerances.h"
#include "explainee/explain/compose/composer.h"

namespace explainee::explain {

void add_warnings(Composition& c) {
  std::vector<Warning>& warnings = c.answer.warnings;
  warnings.insert(warnings.end(), c.gathered.warnings.begin(), c.gathered.warnings.end());
  if (c.summary.known_linear_only) {
    const base::Message lacking = base::say(
        "the moments lack the squares and products of what she knows, so only linear knowing counts; make them with {}",
        base::command("moments", {base::option("products")}));
    const base::Message too_few =
        "there are too few rows for squares and products of what she knows, so only linear knowing counts";
    warnings.push_back({"known_linear_only", c.gathered.table == nullptr ? lacking : too_few});
  }
  if (c.answer.rows_dropped > 0) {
    warnings.push_back(
        {"rows_dropped", fmt::format("{} rows with a missing or infinite cell were dropped", c.answer.rows_dropped)});
  }
  const auto covariance = [&](int i, int j) { return moments::covariance_at(c.total(), i, j); };
  for (const Candidate& facts : c.open) {
    if (facts.columns.size() != 1) continue;
    const int x = facts.columns.front();
    for (const int y : c.setting.predictions) {
      const double r = covariance(x, y) / std::sqrt(covariance(x, x)) / std::sqrt(covariance(y, y));
      const double r2 = r * r;
      if (!(r2 > base::kLooksLikeThePrediction)) continue;
      warnings.push_back(
          {"looks_like_the_prediction",
           base::say("column '{}' alone has R² = {:.4f} for the prediction; if it is the outcome or another "
                     "prediction, name it with {} or {}",
                     facts.description.name, r2, base::option("label"), base::option("exclude"))});
    }
  }
  if (c.solution.capped) {
    warnings.push_back({"more_sets_within",
                        base::say("more sets lie within {} of the best than are listed", base::option("within-bits"))});
  }
  if (c.answer.interrupted) {
    warnings.push_back(
        {"interrupted", "the work was stopped early; the best found and what is proven about it are shown"});
  }
}

}  // namespace explainee::explain
