#include "explainee/report/check_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "explainee/base/bits.h"
#include "explainee/report/json_values.h"
#include "explainee/report/number_text.h"
#include "explainee/report/words.h"

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

std::string rows_summary(const explain::Explainer& explainer, const explain::RowsSummary& rows) {
  std::string text = fmt::format("{} rows", rows.rows);
  if (rows.dropped > 0) text += fmt::format(", {} more left out for missing cells", rows.dropped);
  if (rows.unseen > 0)
    text += fmt::format("; {} hold a text that did not occur when the facts were chosen", rows.unseen);
  if (rows.outside > 0) text += fmt::format("; {} hold a number beyond the range of that time", rows.outside);
  text += ".\n";
  for (Eigen::Index k = 0; k < rows.before.size(); ++k) {
    text += fmt::format("Typical error about {}: {} before the facts, {} with them; {} of the rows come closer.\n",
                        explainer.predictions[static_cast<std::size_t>(k)], number_text(rows.before[k]),
                        number_text(rows.after[k]), percent_text(rows.helped[k]));
  }
  return text;
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

std::string rows_text(const explain::Explainer& explainer, const explain::RowsSummary& rows) {
  return rows_summary(explainer, rows) + kNotCauses + "\n";
}

std::string rows_json_text(const explain::RowsSummary& rows) {
  Json json = {{"schema", "explainee.apply.v1"}};
  json.update(rows_json(rows));
  return document_text(json);
}

std::string check_text(const explain::Explainer& explainer, const explain::CheckReport& report) {
  const auto told = [](bool infinite, double nats) {
    return infinite ? std::string("everything") : number_text(base::to_bits(nats)) + " bits";
  };
  std::vector<std::string> names;
  for (const family::Candidate& fact : explainer.facts) names.push_back(fact.name);
  std::string text = fmt::format(
      "{{{}}} told {} on {} rows then{} and {} on {} rows now: {}.\n", fmt::join(names, ", "),
      told(report.then.infinite, report.compared_nats), report.then.rows,
      report.then.honest_nats && !report.then.infinite ? " (measured on rows that took no part in the choice)" : "",
      told(report.now.infinite, report.now.corrected_nats), report.now.rows,
      report.changed ? "more of a change than chance explains" : "no more of a change than chance explains");
  for (Eigen::Index k = 0; k < report.rows.drift.size(); ++k) {
    constexpr double kRoundedMean = 1e-12;  // a mean over rows that should vanish is no smaller
    const bool none = std::abs(report.rows.drift[k]) <= kRoundedMean * report.rows.before[k];
    text += fmt::format("What she expects of {} is off by {} on average now (0 then; typical error {}).\n",
                        explainer.predictions[static_cast<std::size_t>(k)],
                        number_text(none ? 0 : report.rows.drift[k]), number_text(report.rows.before[k]));
  }
  return text + rows_summary(explainer, report.rows) + kNotCauses + "\n";
}

std::string check_json_text(const explain::CheckReport& report) { return document_text(check_json(report)); }

std::string information_json_text(const explain::KeptInformation& information) {
  return information_json(information).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace explainee::report
