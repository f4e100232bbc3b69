// explainee/report/json/json_values.h: numbers as JSON holds them: what is missing or not finite is null.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "explainee/base/json/json_text.h"
#include "explainee/explain/explanation.h"

namespace explainee::report {

using Json = nlohmann::ordered_json;

[[nodiscard]] inline Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }
[[nodiscard]] inline Json number(const std::optional<double>& value) { return value ? number(*value) : Json(nullptr); }

/// One prediction: the number itself; several: a list in their order; none computed: null.
[[nodiscard]] inline Json per_prediction(const explain::PerPrediction& values) {
  if (values.empty()) return nullptr;
  if (values.size() == 1) return number(values.front());
  Json list = Json::array();
  for (const double value : values) list.push_back(number(value));
  return list;
}

/// A document for files and standard output.
[[nodiscard]] inline std::string document_text(const Json& json) { return base::json_text(json, 2) + "\n"; }

}  // namespace explainee::report
