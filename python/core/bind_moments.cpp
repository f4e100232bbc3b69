#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "explainee/moments/accumulate/accumulate.h"
#include "explainee/moments/join_folds.h"
#include "explainee/moments/merge.h"
#include "explainee/moments/moments_file.h"
#include "explainee/moments/plan_table.h"
#include "interruptible.h"
#include "options.h"

namespace explainee::python {
namespace {

namespace nb = nanobind;

nb::tuple compute(const ColumnTable& shared, const nb::dict& given, nb::handle progress) {
  ColumnTable table(shared);
  moments::PlanOptions options;
  fill_options(moments::plan_options(), given, options);
  moments::PlannedTable planned;
  auto result = run_interruptibly(options.threads, progress, [&](const base::Control& control) {
    return [&]() -> base::Result<moments::Moments> {
      EXPLAINEE_ASSIGN(planned, moments::plan_table(table, options, control));
      return moments::accumulate(table, planned.plan, control);
    }();
  });
  return nb::make_tuple(HeldMoments{std::make_shared<const moments::Moments>(std::move(result))}, planned.all_different,
                        planned.left_out);
}

HeldMoments merged(const HeldMoments& sum, const HeldMoments& part, const std::string& name) {
  const nb::gil_scoped_release free;
  moments::Moments all = *sum.content;
  value_of(moments::merge(all, *part.content, name));
  return {std::make_shared<const moments::Moments>(std::move(all))};
}

nb::bytes to_bytes(const HeldMoments& held, int rows_per_fold) {
  std::string bytes;
  {
    const nb::gil_scoped_release free;
    bytes = rows_per_fold > 1 ? moments::serialize(moments::with_rows_per_fold(*held.content, rows_per_fold))
                              : moments::serialize(*held.content);
  }
  return nb::bytes(bytes.data(), bytes.size());
}

HeldMoments from_bytes(const nb::bytes& bytes, const std::string& where) {
  const std::string_view view(bytes.c_str(), bytes.size());
  const nb::gil_scoped_release free;
  return {std::make_shared<const moments::Moments>(value_of(moments::deserialize(view, where)))};
}

std::vector<std::pair<std::string, std::vector<std::string>>> rare_levels(const HeldMoments& held, int rows) {
  std::vector<std::pair<std::string, std::vector<std::string>>> all;
  for (auto& [column, levels] : moments::rare_levels(*held.content, rows)) all.emplace_back(column, levels);
  return all;
}

std::vector<std::string> column_names(const HeldMoments& held) {
  std::vector<std::string> names;
  for (const moments::MomentColumn& column : held.content->columns) names.push_back(column.name);
  return names;
}

}  // namespace

void bind_moments(nb::module_& module) {
  nb::class_<HeldMoments>(module, "Moments", "Means and covariances of a table, in folds.")
      .def_static("of", &compute, nb::arg("table"), nb::arg("options"), nb::arg("progress").none() = nb::none(),
                  nb::sig("def of(table: Table, options: dict, progress: object | None = None) -> tuple[Moments, "
                          "list[str], list[str]]"))
      .def_static("from_bytes", &from_bytes, nb::arg("bytes"), nb::arg("where"))
      .def("to_bytes", &to_bytes, nb::arg("rows_per_fold") = 1)
      .def("rare_levels", &rare_levels, nb::arg("rows"))
      .def("merged", &merged, nb::arg("part"), nb::arg("name"))
      .def_prop_ro("rows", [](const HeldMoments& held) { return held.content->rows(); })
      .def_prop_ro("rows_dropped", [](const HeldMoments& held) { return held.content->rows_dropped; })
      .def_prop_ro("columns", &column_names);
  module.def("moments_options", [] { return describe_options(moments::plan_options()); });
}

}  // namespace explainee::python
