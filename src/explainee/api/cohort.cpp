#include "explainee/cohort.h"

#include <cmath>
#include <utility>

#include "explainee/cohort/cohort.h"
#include "explainee/cohort/sheet.h"
#include "explainee/data/dataset/dataset.h"
#include "explainee/data/table_sink.h"

namespace explainee {
inline namespace v0 {
namespace {

using Place = cohort::OutputColumn;

/// Hands each person on.
class PeopleSink final : public data::TableSink {
 public:
  explicit PeopleSink(const ForEachPerson& each) : each_(each) {}

  [[nodiscard]] base::Result<void> write(std::span<const data::ColumnView> columns) override {
    std::size_t first = 0;        // of the person's list
    std::size_t first_shape = 0;  // of the shapes in it
    const auto at = [&](Place place) -> const data::ColumnView& { return columns[static_cast<std::size_t>(place)]; };
    for (std::size_t i = 0; i < at(Place::kUser).texts.size(); ++i) {
      const std::size_t end = at(Place::kFeatures).ends[i];
      PersonalExplanation person;
      person.user = at(Place::kUser).texts[i];
      const auto facts = at(Place::kFeatures).texts.subspan(first, end - first);
      person.facts.assign(facts.begin(), facts.end());
      const auto coefficients = at(Place::kCoefficients).numbers.subspan(first, end - first);
      person.coefficients.assign(coefficients.begin(), coefficients.end());
      const auto is = [&](Place place) { return at(place).numbers[i] != 0; };
      const auto number = [&](Place place) {
        const double own = at(place).numbers[i];
        return std::isnan(own) ? std::nullopt : std::optional(own);
      };
      person.bits = number(Place::kBits);
      person.infinite = is(Place::kInfinite);
      person.removed = number(Place::kRemoved);
      person.bound_bits = number(Place::kBoundBits);
      person.optimal = is(Place::kOptimal);
      person.impersonal_bits = number(Place::kImpersonalBits);
      person.status = at(Place::kStatus).texts[i];
      if (const auto found = number(Place::kFound)) person.found = *found != 0;
      person.predictive_bits = number(Place::kPredictiveBits);
      person.predictive_se = number(Place::kPredictiveError);
      const std::size_t shapes_end = at(Place::kShapes).ends[i];
      const auto shapes = at(Place::kShapes).texts.subspan(first_shape, shapes_end - first_shape);
      person.shapes.assign(shapes.begin(), shapes.end());
      first_shape = shapes_end;
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
