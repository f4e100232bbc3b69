#include "explainee/report/json/families_json.h"

#include <nlohmann/json.hpp>

#include "explainee/base/bits.h"
#include "explainee/base/errors/speech.h"
#include "explainee/base/version.h"
#include "explainee/report/json/explanation_json.h"
#include "explainee/report/json/json_values.h"

namespace explainee::report {
namespace {

using explain::FamilyComparison;
using explain::FamilyCurve;
using explain::FamilyPoint;

Json point_json(const FamilyPoint& point) {
  return {{"sparsity", point.sparsity},
          {"features", point.set.features},
          {"bits", point.set.infinite ? Json(nullptr) : number(base::to_bits(point.set.nats))},
          {"infinite", point.set.infinite},
          {"after", per_prediction(point.after)},
          {"seconds", point.seconds},
          {"optimal", point.optimal},
          {"bound_bits",
           point.bound_nats && !point.set.infinite ? number(base::to_bits(*point.bound_nats)) : Json(nullptr)}};
}

}  // namespace

std::string families_json_text(const FamilyComparison& comparison) {
  const explain::Explanation& about = comparison.about;
  Json families = Json::array();
  for (const FamilyCurve& curve : comparison.curves) {
    Json points = Json::array();
    for (const FamilyPoint& point : curve.points) points.push_back(point_json(point));
    families.push_back({{"family", curve.family},
                        {"candidates", curve.candidates},
                        {"before", per_prediction(curve.before)},
                        {"data_sha256", curve.data_sha256},
                        {"points", std::move(points)}});
  }
  Json left_out = Json::array();
  for (const explain::SetAside& aside : comparison.left_out)
    left_out.push_back({{"family", aside.name}, {"reason", base::text(aside.reason, base::command_line())}});
  Json summary = Json::array();
  for (const auto& entry : about.summary) summary.push_back(entry.name);
  const Json json = {
      {"schema", "explainee.families.v1"},
      {"rows", about.rows},
      {"rows_dropped", about.rows_dropped},
      {"prediction", about.predictions.size() == 1 ? Json(about.predictions.front()) : Json(about.predictions)},
      {"provenance",
       {{"version", base::kVersion}, {"options", options_json(about.given_options)}, {"seed", about.request.how.seed}}},
      {"user", {{"summary", std::move(summary)}}},
      {"budget", about.request.facts.budget ? Json(*about.request.facts.budget) : Json(nullptr)},
      {"families", std::move(families)},
      {"left_out", std::move(left_out)}};
  return document_text(json);
}

}  // namespace explainee::report
