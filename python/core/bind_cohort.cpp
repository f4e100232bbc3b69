#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "collected.h"
#include "explainee/cohort/cohort.h"
#include "explainee/report/json/cohort_json.h"
#include "explainee/report/text/cohort_text.h"
#include "explainee/view/people/cohort_view.h"
#include "interruptible.h"
#include "options.h"

namespace explainee::python {
namespace {

namespace nb = nanobind;

/// Hands rows on; the sheet that they go to outlives it.
class Forwarded final : public data::TableSink {
 public:
  explicit Forwarded(data::TableSink& to) : to_(to) {}
  [[nodiscard]] base::Result<void> write(std::span<const data::ColumnView> columns) override {
    return to_.write(columns);
  }
  [[nodiscard]] base::Result<void> finish() override { return to_.finish(); }

 private:
  data::TableSink& to_;
};

nb::tuple serve(nb::handle data, const ColumnTable& shared, const std::string& journal, const nb::dict& given,
                int catalogue, nb::handle progress) {
  ColumnTable users(shared);
  const request::Written written = read_keywords(cohort::shared_records(), given);
  cohort::CohortOptions people;
  people.catalogue = catalogue;
  for (const auto& record : cohort::cohort_options()) value_of(base::check_option(record, people));
  Collected collected(cohort::output_columns());
  cohort::CohortFiles files;
  files.users = &users;
  files.journal = journal;
  files.output = [&](const std::vector<data::Column>&) -> base::Result<std::unique_ptr<data::TableSink>> {
    return std::unique_ptr<data::TableSink>(std::make_unique<Forwarded>(collected));
  };
  const GivenData own(data);
  const request::Request request =
      value_of(request::resolve(written, cohort::shared_records(), explain::columns_of(own.input())));
  const cohort::CohortReport report = run_interruptibly(
      request.how.threads, progress,
      [&](const base::Control& control) { return cohort::serve_cohort(own.input(), request, people, files, control); });
  return nb::make_tuple(collected.take(), report::cohort_json_text(report),
                        report::cohort_text(view::cohort_view(report)));
}

}  // namespace

void bind_cohort(nb::module_& module) {
  module.def("cohort", &serve, nb::arg("data"), nb::arg("users"), nb::arg("journal"), nb::arg("options"),
             nb::arg("catalogue") = 0, nb::arg("progress").none() = nb::none(),
             nb::sig("def cohort(data: Table | Moments, users: Table, journal: str, options: dict, catalogue: int = 0, "
                     "progress: object | None = None) -> tuple[dict, str, str]"));
  module.def("cohort_options", [] { return describe_options(cohort::shared_records()); });
}

}  // namespace explainee::python
