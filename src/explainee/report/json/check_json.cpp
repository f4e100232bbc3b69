#include "explainee/report/json/check_json.h"

#include <nlohmann/json.hpp>

#include "explainee/base/bits.h"
#include "explainee/base/json/json_text.h"
#include "explainee/report/json/explanation_json.h"
#include "explainee/report/json/json_values.h"

namespace explainee::report {
namespace {

Json list(const Eigen::VectorXd& values) {
  Json json = Json::array();
  for (const double value : values) json.push_back(value);
  return values.size() == 1 ? json.front() : json;
}

Json rows_json(const explain::RowsSummary& rows) {
  return {{"rows", rows.rows},           {"rows_dropped", rows.dropped}, {"unseen", rows.unseen},
          {"outside", rows.outside},     {"before", list(rows.before)},  {"after", list(rows.after)},
          {"helped", list(rows.helped)}, {"drift", list(rows.drift)}};
}

Json information_json(const explain::KeptInformation& info) {
  const auto bits = [&](double nats) { return info.infinite ? Json(nullptr) : Json(base::to_bits(nats)); };
  return {{"rows", info.rows},
          {"infinite", info.infinite},
          {"bits", bits(info.nats)},
          {"corrected_bits", bits(info.corrected_nats)},
          {"honest_bits", info.honest_nats ? bits(*info.honest_nats) : Json(nullptr)},
          {"log_error", info.log_error ? Json(*info.log_error) : Json(nullptr)}};
}

Json check_json(const explain::CheckReport& report) {
  return {{"schema", "explainee.check.v1"},
          {"changed", report.changed},
          {"then", information_json(report.then)},
          {"now", information_json(report.now)},
          {"log_change", report.log_change ? Json(*report.log_change) : Json(nullptr)},
          {"allowed", report.allowed ? Json(*report.allowed) : Json(nullptr)},
          {"rows", rows_json(report.rows)}};
}

}  // namespace

std::string rows_json_text(const explain::RowsSummary& rows, const std::optional<explain::RowExplanation>& row) {
  Json json = {{"schema", "explainee.apply.v1"}};
  json.update(rows_json(rows));
  json["row"] = row_json(row);
  return document_text(json);
}

std::string check_json_text(const explain::CheckReport& report) { return document_text(check_json(report)); }

std::string information_json_text(const explain::KeptInformation& information) {
  return base::json_text(information_json(information));
}

}  // namespace explainee::report
