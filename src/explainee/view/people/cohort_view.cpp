#include "explainee/view/people/cohort_view.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "explainee/base/bits.h"
#include "explainee/base/printable/printable.h"
#include "explainee/view/numbers/number_text.h"
#include "explainee/view/sentences/phrases/bits_text.h"

namespace explainee::view {
namespace {

std::string people_text(std::int64_t people) { return fmt::format("{} {}", people, people == 1 ? "person" : "people"); }

/// "bmi, bp".
std::string names_text(const std::vector<std::string>& names) {
  return base::printable(fmt::format("{}", fmt::join(names, ", ")));
}

/// What is not as usual with some of them, or with all.
void say_exceptions(const cohort::CohortReport& report, std::vector<std::string>& lines) {
  if (!report.all_at_once_because.empty())
    lines.push_back(fmt::format(
        "All were served at once, for a reader who is told columns as they are, as many as asked for, because {}.",
        report.all_at_once_because));
  if (report.infinite > 0) {
    lines.push_back(fmt::format("{} {} the prediction exactly; that counts as {} here.", people_text(report.infinite),
                                report.infinite == 1 ? "learns" : "learn", bits_text(cohort::most_nats())));
  }
  if (report.rows_dropped > 0)
    lines.push_back(fmt::format("{} rows with a missing or infinite cell were dropped.", report.rows_dropped));
  if (report.linear_only > 0)
    lines.push_back(fmt::format(
        "Of {} only linear knowing counts: squares and products of what they know need more rows, or moments made with "
        "products of what they know.",
        people_text(report.linear_only)));
  if (report.odd_answers > 0)
    lines.push_back(
        fmt::format("The answers of {} are constant, contradictory or follow from nothing: they may be anybody.",
                    people_text(report.odd_answers)));
  if (report.nothing_found > 0)
    lines.push_back(
        fmt::format("For {} nothing in this table tells more than chance.", people_text(report.nothing_found)));
  if (report.nothing_to_explain > 0)
    lines.push_back(fmt::format("For {} there is nothing to explain.", people_text(report.nothing_to_explain)));
  if (report.too_few_rows > 0)
    lines.push_back(
        fmt::format("For {} the rows are too few for all that they know.", people_text(report.too_few_rows)));
}

void add_catalogue(const cohort::CohortReport& report, CohortView& view) {
  for (const cohort::CatalogueEntry& entry : report.catalogue) {
    const double bits = base::to_bits(entry.nats);
    view.catalogue.push_back(
        {entry.explanations.size(), {entry.share, percent_text(entry.share)}, {bits, number_text(bits)}, entry.exact});
  }
  const cohort::CatalogueEntry& last = report.catalogue.back();
  for (std::size_t i = 0; i < last.explanations.size(); ++i)
    view.items.push_back({names_text(last.explanations[i]), people_text(last.people[i])});
  view.about_catalogue.push_back(
      fmt::format("One explanation for all keeps {} of what personal ones tell: that is how alike these people are.",
                  percent_text(report.catalogue.front().share)));
  if (last.exact) return;
  const std::string on = people_text(report.catalogue_sample);
  view.about_catalogue.push_back(
      last.best_looked_at
          ? fmt::format("Chosen on {}: no other {} of the explanations looked at would tell them more.", on,
                        last.explanations.size())
          : fmt::format("Chosen on {} by forward selection and swaps: surely at least 63 % of what the best {} of the "
                        "explanations looked at would tell them.",
                        on, last.explanations.size()));
}

}  // namespace

CohortView cohort_view(const cohort::CohortReport& report) {
  CohortView view;
  view.sentences.push_back(fmt::format(
      "{} {} served, each with at most {} of {} facts about {}; {} proven best.", people_text(report.people),
      report.people == 1 ? "was" : "were", report.sparsity, report.candidates, base::printable(report.prediction),
      report.proven == report.people ? "all of it" : fmt::format("{} of them", report.proven)));
  if (report.resumed > 0)
    view.sentences.push_back(fmt::format("{} of them were served by the run that was stopped.", report.resumed));
  view.sentences.push_back(fmt::format(
      "{} different explanation{}. On average they tell {}; the best facts for nobody in particular ({}) tell {}.",
      report.different, report.different == 1 ? "" : "s", bits_text(report.nats), names_text(report.impersonal),
      bits_text(report.impersonal_nats)));
  say_exceptions(report, view.sentences);
  if (!report.catalogue.empty()) add_catalogue(report, view);
  return view;
}

}  // namespace explainee::view
