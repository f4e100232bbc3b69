#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <nlohmann/json.hpp>
#include <tuple>

#include "bindings.h"
#include "explainee/base/json/json_text.h"
#include "explainee/base/printable/printable.h"
#include "explainee/report/json/view_json.h"
#include "explainee/view/numbers/picture_numbers.h"
#include "explainee/view/plot_data/curve_words.h"
#include "explainee/view/plot_data/fact_sizes.h"
#include "explainee/view/row/rows_view.h"

namespace explainee::python {
namespace {

namespace nb = nanobind;

using Contributions = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using PerRow = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
/// What she expected; label, value and contribution of each fact; the rest and the prediction where they are known.
using RowTuple = std::tuple<double, std::vector<std::tuple<std::string, std::string, double>>, std::optional<double>,
                            std::optional<double>>;

view::RowFigures figures_of(const RowTuple& row) {
  view::RowFigures figures;
  figures.expected = std::get<0>(row);
  for (const auto& [label, value, amount] : std::get<1>(row))
    figures.parts.push_back({base::printable(label), base::printable(value), amount});
  figures.rest = std::get<2>(row);
  figures.prediction = std::get<3>(row);
  return figures;
}

/// Rows as steps, as JSON.
std::string row_steps(const std::vector<RowTuple>& rows, const std::string& start, const std::string& rest,
                      const std::string& end) {
  std::vector<view::RowFigures> figures;
  for (const RowTuple& row : rows) figures.push_back(figures_of(row));
  const view::RowsView shown = view::rows_view(figures, {start, rest, base::printable(end)});
  nlohmann::ordered_json json = {{"unit", shown.unit}, {"rows", nlohmann::ordered_json::array()}};
  for (const view::RowView& row : shown.rows) json["rows"].push_back(report::row_view_json(row));
  return base::json_text(json);
}

nb::dict fact_sizes(const Contributions& contributions, const PerRow& remainder, std::size_t most) {
  const Eigen::Map<const view::RowMajor> values(contributions.data(), static_cast<Eigen::Index>(contributions.shape(0)),
                                                static_cast<Eigen::Index>(contributions.shape(1)));
  const Eigen::Map<const Eigen::VectorXd> rest(remainder.data(), static_cast<Eigen::Index>(remainder.shape(0)));
  const view::FactSizes sizes = view::fact_sizes(values, rest, most);
  nb::dict all;
  all["sizes"] = nb::cast(sizes.sizes);
  all["shown"] = nb::cast(sizes.shown);
  all["others"] = nb::cast(sizes.others);
  all["together"] = sizes.together;
  all["rest"] = sizes.rest;
  return all;
}

using CurveTuple = std::tuple<int, std::vector<std::string>, std::optional<bool>>;

std::tuple<std::vector<std::string>, std::string> curve_words(const std::vector<CurveTuple>& points,
                                                              const view::PlainNames& names) {
  std::vector<view::CurveSet> sets;
  for (const auto& [count, facts, optimal] : points) sets.push_back({count, facts, optimal});
  return {view::curve_labels(sets, names), view::curve_caption(sets)};
}

}  // namespace

void bind_view(nb::module_& module) {
  nb::class_<view::PictureNumbers>(module, "PictureNumbers",
                                   "Numbers of one picture, all with as many decimals; very large and small ones in "
                                   "powers of 1000.")
      .def(
          "__init__",
          [](view::PictureNumbers* self, const std::vector<double>& steps, const std::vector<double>& totals) {
            new (self) view::PictureNumbers(steps, totals);
          },
          nb::arg("steps"), nb::arg("totals"))
      .def("__call__", &view::PictureNumbers::text, nb::arg("value"), nb::arg("signed") = false)
      .def(
          "ticks",
          [](const view::PictureNumbers& numbers, const std::vector<double>& places) { return numbers.ticks(places); },
          nb::arg("places"))
      .def_prop_ro("unit", &view::PictureNumbers::unit);
  module.def("row_steps", &row_steps, nb::arg("rows"), nb::arg("start"), nb::arg("rest"), nb::arg("end"),
             "Rows as steps from what she expected to the prediction, facts largest first, on one scale; as JSON.");
  module.def("fact_sizes", &fact_sizes, nb::arg("contributions"), nb::arg("remainder"), nb::arg("most"),
             "Means of the sizes of contributions, and which facts are shown, largest first.");
  module.def("curve_words", &curve_words, nb::arg("points"), nb::arg("names"),
             "Labels of the curve's points, and what is proven of them.");
}

}  // namespace explainee::python
