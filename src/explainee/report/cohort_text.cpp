#include "explainee/report/cohort_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "explainee/base/bits.h"
#include "explainee/report/json_values.h"
#include "explainee/report/number_text.h"
#include "explainee/report/sentences.h"
#include "explainee/report/words.h"

namespace explainee::report {
namespace {

std::string people_text(std::int64_t people) { return fmt::format("{} {}", people, people == 1 ? "person" : "people"); }

std::string catalogue_text(const cohort::CohortReport& report) {
  std::string text = "\nIf everyone is given the one of K explanations that tells her most:\n\n";
  text += "   K   keeps   bits each\n";
  for (const cohort::CatalogueEntry& entry : report.catalogue) {
    text += fmt::format("{:4}  {:>6}   {:<9} {}\n", entry.explanations.size(), percent_text(entry.share),
                        number_text(base::to_bits(entry.nats)), entry.exact ? "proven best" : "");
  }
  const cohort::CatalogueEntry& last = report.catalogue.back();
  text += fmt::format("\nThe catalogue of {}:\n", last.explanations.size());
  for (std::size_t i = 0; i < last.explanations.size(); ++i) {
    text += fmt::format("{:4}  {}: {}\n", i, fmt::join(last.explanations[i], ", "), people_text(last.people[i]));
  }
  text += fmt::format(
      "\nOne explanation for all keeps {} of what personal ones tell: that is how alike these people are.\n",
      percent_text(report.catalogue.front().share));
  if (!last.exact) {
    const std::string on = people_text(report.catalogue_sample);
    text += last.best_looked_at
                ? fmt::format("Chosen on {}: no other {} of the explanations looked at would tell them more.\n", on,
                              last.explanations.size())
                : fmt::format(
                      "Chosen on {} by forward selection and swaps: surely at least 63 % of what the best {} of the "
                      "explanations looked at would tell them.\n",
                      on, last.explanations.size());
  }
  return text;
}

}  // namespace

std::string cohort_text(const cohort::CohortReport& report) {
  std::string text = fmt::format(
      "{} {} served, each with at most {} of {} facts about {}; {} proven best.\n", people_text(report.people),
      report.people == 1 ? "was" : "were", report.sparsity, report.candidates, report.prediction,
      report.proven == report.people ? "all of it" : fmt::format("{} of them", report.proven));
  if (report.resumed > 0) text += fmt::format("{} of them were served by the run that was stopped.\n", report.resumed);
  text += fmt::format(
      "{} different explanation{}. On average they tell {}; the best facts for nobody in particular ({}) tell {}.\n",
      report.different, report.different == 1 ? "" : "s", bits_text(report.nats), fmt::join(report.impersonal, ", "),
      bits_text(report.impersonal_nats));
  if (report.infinite > 0) {
    text += fmt::format("{} {} the prediction exactly; that counts as {} here.\n", people_text(report.infinite),
                        report.infinite == 1 ? "learns" : "learn", bits_text(cohort::most_nats()));
  }
  if (report.rows_dropped > 0)
    text += fmt::format("{} rows with a missing or infinite cell were dropped.\n", report.rows_dropped);
  if (report.linear_only > 0)
    text += fmt::format(
        "Of {} only linear knowing counts: squares and products of what they know need more rows, or moments made with "
        "'moments --products'.\n",
        people_text(report.linear_only));
  if (report.odd_answers > 0)
    text += fmt::format("The answers of {} are constant, contradictory or follow from nothing: they may be anybody.\n",
                        people_text(report.odd_answers));
  if (report.nothing_to_explain > 0)
    text += fmt::format("For {} there is nothing to explain.\n", people_text(report.nothing_to_explain));
  if (report.too_few_rows > 0)
    text += fmt::format("For {} the rows are too few for all that they know.\n", people_text(report.too_few_rows));
  if (!report.catalogue.empty()) text += catalogue_text(report);
  return text + kNotCauses + "\n";
}

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
  const Json json = {{"schema", "explainee.cohort.v1"},
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
                     {"known_linear_only", report.linear_only},
                     {"odd_answers", report.odd_answers},
                     {"different_explanations", report.different},
                     {"bits", base::to_bits(report.nats)},
                     {"impersonal", {{"features", report.impersonal}, {"bits", base::to_bits(report.impersonal_nats)}}},
                     {"infinite_counts_as_bits", base::to_bits(cohort::most_nats())},
                     {"catalogue_chosen_on", report.catalogue_sample},
                     {"catalogue", catalogue}};
  return document_text(json);
}

}  // namespace explainee::report
