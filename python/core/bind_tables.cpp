#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "explainee/data/name_pattern.h"
#include "raise.h"

namespace explainee::python {

namespace nb = nanobind;

GivenData::GivenData(nb::handle data) {
  if (nb::isinstance<HeldMoments>(data)) {
    input_.moments = nb::cast<const HeldMoments&>(data).content;
  } else {
    table_.emplace(nb::cast<const ColumnTable&>(data));
    input_.table = &*table_;
  }
}

void bind_tables(nb::module_& module) {
  nb::class_<ColumnTable>(module, "Table", "Columns that Python holds, read where they lie.")
      .def(nb::init<std::string>(), nb::arg("name"))
      .def(
          "add_numbers",
          [](ColumnTable& table, std::string name, NumberArray values) {
            value_of(table.add_numbers(std::move(name), std::move(values)));
          },
          nb::arg("name"), nb::arg("values").noconvert())
      .def(
          "add_texts",
          [](ColumnTable& table, std::string name, NumberArray codes, std::vector<std::string> levels) {
            value_of(table.add_texts(std::move(name), std::move(codes), std::move(levels)));
          },
          nb::arg("name"), nb::arg("codes").noconvert(), nb::arg("levels"))
      .def(
          "add_unreadable",
          [](ColumnTable& table, std::string name, std::string type, std::size_t rows) {
            value_of(table.add_unreadable(std::move(name), std::move(type), rows));
          },
          nb::arg("name"), nb::arg("type"), nb::arg("rows"))
      .def_prop_ro("rows", &ColumnTable::rows)
      .def_prop_ro("names", [](const ColumnTable& table) {
        std::vector<std::string> names;
        for (const data::Column& column : table.columns()) names.push_back(column.name);
        return names;
      });
  module.def(
      "split_list", [](const std::string& text) { return data::split_list(text); }, nb::arg("text"),
      "Splits at commas; a part in double quotes may hold them.");
}

}  // namespace explainee::python
