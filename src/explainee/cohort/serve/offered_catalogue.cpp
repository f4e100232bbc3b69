#include "explainee/cohort/serve/offered_catalogue.h"

#include <algorithm>
#include <limits>

#include "explainee/base/threads/thread_pool.h"
#include "explainee/cohort/catalogue.h"
#include "explainee/cohort/serve/serve.h"

namespace explainee::cohort {
namespace {

constexpr std::int64_t kSample = 4000;  ///< people on whom a catalogue is chosen

}  // namespace

OfferedCatalogue::OfferedCatalogue(const SharedProblem& shared, int most, std::int64_t people)
    : shared_(shared), most_(most) {
  if (most > 0) stride_ = std::max<std::int64_t>(1, (people + kSample - 1) / kSample);
}

base::Result<void> OfferedCatalogue::choose(const Given& given, CohortReport& report, const base::Control& control) {
  const ExplanationPool pool =
      make_pool(static_cast<int>(shared_.facts().size()), shared_.sparsity, given, shared_.impersonal);
  report.catalogue_sample = static_cast<std::int64_t>(sample_.size());
  if (pool.sets.empty() || sample_.empty()) return {};
  Eigen::MatrixXd values(static_cast<Eigen::Index>(sample_.size()), static_cast<Eigen::Index>(pool.sets.size()));
  base::ThreadPool threads(control.threads);
  threads.run(sample_.size(), [&](std::size_t i) {
    if (control.cancelled()) return;
    const std::vector<double> told = values_of(shared_, sample_[i], pool.sets);
    for (std::size_t k = 0; k < told.size(); ++k)
      values(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) = capped_nats(told[k]);
  });
  if (control.cancelled()) return base::interrupted();
  EXPLAINEE_ASSIGN(const std::vector<CatalogueChoice> choices, choose_catalogues(values, most_, control));
  for (const CatalogueChoice& choice : choices) {
    std::vector<search::Set> chosen;
    for (const int column : choice.chosen) chosen.push_back(pool.sets[static_cast<std::size_t>(column)]);
    CatalogueEntry entry = offer(chosen);
    entry.best_looked_at = choice.exact;
    entry.exact = choice.exact && pool.all && stride_ == 1;
    report.catalogue.push_back(std::move(entry));
  }
  sample_.clear();
  return {};
}

CatalogueEntry OfferedCatalogue::offer(const std::vector<search::Set>& chosen) {
  CatalogueEntry entry;
  std::vector<std::size_t> offered;
  for (const search::Set& set : chosen) {
    const auto at = std::find(offered_.begin(), offered_.end(), set);
    offered.push_back(static_cast<std::size_t>(at - offered_.begin()));
    if (at == offered_.end()) offered_.push_back(set);
    entry.explanations.emplace_back();
    for (const int fact : set) entry.explanations.back().push_back(shared_.name_of(fact));
  }
  entry.people.assign(offered.size(), 0);
  lists_.push_back(std::move(offered));
  return entry;
}

double OfferedCatalogue::place(const Understanding& person, Status status, CohortReport& report) const {
  double place = std::numeric_limits<double>::quiet_NaN();
  if (status == Status::kTooFewRows) return place;
  const std::vector<double> told = values_of(shared_, person, offered_);
  for (std::size_t k = 0; k < lists_.size(); ++k) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < lists_[k].size(); ++i) {
      if (told[lists_[k][i]] > told[lists_[k][best]]) best = i;
    }
    report.catalogue[k].nats += capped_nats(told[lists_[k][best]]);
    if (status == Status::kNothingToExplain) continue;
    ++report.catalogue[k].people[best];
    place = static_cast<double>(best);
  }
  return place;
}

}  // namespace explainee::cohort
