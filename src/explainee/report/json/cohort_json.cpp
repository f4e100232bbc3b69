#include "explainee/report/json/cohort_json.h"

#include <nlohmann/json.hpp>

#include "explainee/base/bits.h"
#include "explainee/report/json/json_values.h"

namespace explainee::report {

std::string cohort_json_text(const cohort::CohortReport& report) {
  Json catalogue = Json::array();
  for (const cohort::CatalogueEntry& entry : report.catalogue) {
    Json explanations = Json::array();
    for (std::size_t i = 0; i < entry.explanations.size(); ++i)
      explanations.push_back({{"features", entry.explanations[i]}, {"people", entry.people[i]}});
    catalogue.push_back({{"size", entry.explanations.size()},
                         {"explanations", explanations},
                         {"bits", base::to_bits(entry.nats)},
                         {"share", entry.share},
                         {"exact", entry.exact}});
  }
  const Json json = {
      {"schema", "explainee.cohort.v1"},
      {"prediction", report.prediction},
      {"rows", report.rows},
      {"rows_dropped", report.rows_dropped},
      {"data_sha256", report.data_sha256},
      {"sparsity", report.sparsity},
      {"candidates", report.candidates},
      {"users", report.people},
      {"resumed", report.resumed},
      {"certified", report.proven},
      {"nothing_to_explain", report.nothing_to_explain},
      {"too_few_rows", report.too_few_rows},
      {"infinite", report.infinite},
      {"nothing_found", report.nothing_found},
      {"known_linear_only", report.linear_only},
      {"odd_answers", report.odd_answers},
      {"different_explanations", report.different},
      {"bits", base::to_bits(report.nats)},
      {"impersonal", {{"features", report.impersonal}, {"bits", base::to_bits(report.impersonal_nats)}}},
      {"infinite_counts_as_bits", base::to_bits(cohort::most_nats())},
      {"catalogue_chosen_on", report.catalogue_sample},
      {"catalogue", catalogue},
      {"one_by_one", report.one_by_one},
      {"all_at_once_because", report.all_at_once_because.empty() ? Json(nullptr) : Json(report.all_at_once_because)}};
  return document_text(json);
}

}  // namespace explainee::report
