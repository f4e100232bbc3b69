#include "explainee/report/text/cohort_text.h"

#include <fmt/format.h>

#include "explainee/report/text/lines.h"
#include "explainee/view/sentences/sentences.h"

namespace explainee::report {
namespace {

std::string catalogue_text(const view::CohortView& view) {
  std::string text = "\nIf everyone is given the one of K explanations that tells her most:\n\n";
  text += "   K   keeps   bits each\n";
  for (const view::CatalogueStep& step : view.catalogue) {
    text += fmt::format("{:4}  {:>6}   {:<9} {}\n", step.explanations, step.share.text, step.bits.text,
                        step.exact ? "proven best" : "");
  }
  text += fmt::format("\nThe catalogue of {}:\n", view.items.size());
  for (std::size_t i = 0; i < view.items.size(); ++i)
    text += fmt::format("{:4}  {}: {}\n", i, view.items[i].facts, view.items[i].people);
  return text + "\n" + lines(view.about_catalogue);
}

}  // namespace

std::string cohort_text(const view::CohortView& view) {
  std::string text = lines(view.sentences);
  if (!view.catalogue.empty()) text += catalogue_text(view);
  return text + view::kNotCauses + "\n";
}

}  // namespace explainee::report
