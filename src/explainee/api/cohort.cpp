#include "explainee/cohort.h"

#include <array>
#include <cmath>
#include <utility>

#include "explainee/cohort/cohort.h"
#include "explainee/data/dataset/dataset.h"
#include "explainee/data/table_sink.h"

namespace explainee {
inline namespace v0 {
namespace {

/// Where the columns of cohort::output_columns() stand.
enum Place : std::size_t {
  kUser,
  kFeatures,
  kCoefficients,
  kBits,
  kInfinite,
  kRemoved,
  kBound,
  kOptimal,
  kImpersonal,
  kCatalogue,
  kStatus
};

/// Hands each person on.
class PeopleSink final : public data::TableSink {
 public:
  explicit PeopleSink(const ForEachPerson& each) : each_(each) {}

  [[nodiscard]] base::Result<void> write(std::span<const data::ColumnView> columns) override {
    std::size_t first = 0;  // of the person's list
    for (std::size_t i = 0; i < columns[kUser].texts.size(); ++i) {
      const std::size_t end = columns[kFeatures].ends[i];
      PersonalExplanation person;
      person.user = columns[kUser].texts[i];
      const auto facts = columns[kFeatures].texts.subspan(first, end - first);
      person.facts.assign(facts.begin(), facts.end());
      const auto coefficients = columns[kCoefficients].numbers.subspan(first, end - first);
      person.coefficients.assign(coefficients.begin(), coefficients.end());
      const auto number = [&](Place place) { return columns[place].numbers[i]; };
      person.bits = number(kBits);
      person.infinite = number(kInfinite) != 0;
      person.removed = number(kRemoved);
      if (!std::isnan(number(kBound))) person.bound_bits = number(kBound);
      person.optimal = number(kOptimal) != 0;
      person.impersonal_bits = number(kImpersonal);
      person.status = columns[kStatus].texts[i];
      EXPLAINEE_TRY(each_(person));
      first = end;
    }
    return {};
  }
  [[nodiscard]] base::Result<void> finish() override { return {}; }

 private:
  const ForEachPerson& each_;
};

}  // namespace

Result<std::int64_t> cohort(const Dataset& dataset, const Request& request, const Dataset& people,
                            const CohortSettings& settings, const ForEachPerson& each, const Control& control) {
  const std::unique_ptr<data::TableSource> users = people.table()->cursor();
  cohort::CohortFiles files;
  files.users = users.get();
  files.journal = settings.journal;
  files.output = [&](const std::vector<data::Column>&) -> Result<std::unique_ptr<data::TableSink>> {
    return std::unique_ptr<data::TableSink>(std::make_unique<PeopleSink>(each));
  };
  EXPLAINEE_ASSIGN(const cohort::CohortReport report,
                   cohort::serve_cohort({.table = dataset.table()}, request, {}, files, control));
  return report.people;
}

}  // namespace v0
}  // namespace explainee
