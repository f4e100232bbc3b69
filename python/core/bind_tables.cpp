#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "explainee/base/errors/suggestion.h"
#include "explainee/base/printable/printable.h"
#include "explainee/data/name_pattern.h"
#include "raise.h"

namespace explainee::python {

namespace nb = nanobind;

GivenData::GivenData(nb::handle data) {
  if (nb::isinstance<HeldMoments>(data)) {
    input_.moments = nb::cast<const HeldMoments&>(data).content;
  } else {
    table_.emplace(nb::cast<const ColumnTable&>(data));
    input_.table = data::Dataset::make(value_of(table_->reader()));
  }
}

void bind_tables(nb::module_& module) {
  nb::class_<ColumnTable>(module, "Table", "Columns that Python holds, read where they lie.")
      .def(nb::init<std::string>(), nb::arg("name"))
      .def(
          "add_numbers",
          [](ColumnTable& table, std::string name, NumberArray values, bool beside) {
            value_of(table.add_numbers(std::move(name), std::move(values), beside));
          },
          nb::arg("name"), nb::arg("values").noconvert(), nb::arg("beside") = false)
      .def(
          "add_texts",
          [](ColumnTable& table, std::string name, NumberArray codes, std::vector<std::string> levels, bool beside) {
            value_of(table.add_texts(std::move(name), std::move(codes), std::move(levels), beside));
          },
          nb::arg("name"), nb::arg("codes").noconvert(), nb::arg("levels"), nb::arg("beside") = false)
      .def(
          "add_unreadable",
          [](ColumnTable& table, std::string name, std::string type, std::size_t rows, bool beside) {
            value_of(table.add_unreadable(std::move(name), std::move(type), rows, beside));
          },
          nb::arg("name"), nb::arg("type"), nb::arg("rows"), nb::arg("beside") = false)
      .def_prop_ro("rows", &ColumnTable::rows)
      .def_prop_ro("names", [](const ColumnTable& table) {
        std::vector<std::string> names;
        for (const data::Column& column : table.columns()) names.push_back(column.name);
        return names;
      });
  module.def(
      "did_you_mean",
      [](const std::string& written, const std::vector<std::string>& names) {
        return base::did_you_mean(written, names, base::quoted);
      },
      nb::arg("written"), nb::arg("names"),
      "The end of a sentence about a name that is not known; empty when no other is near.");
  module.def(
      "resolve_names",
      [](const std::vector<std::string>& columns,
         const std::vector<std::string>& patterns) -> std::optional<std::vector<std::string>> {
        std::vector<data::Column> all;
        for (const std::string& name : columns) all.push_back({name});
        const auto found = data::resolve_names(all, patterns);
        if (!found.ok()) return std::nullopt;
        std::vector<std::string> names;
        for (const std::size_t index : found.value()) names.push_back(columns[index]);
        return names;
      },
      nb::arg("columns"), nb::arg("patterns"),
      "The columns that names, globs and ranges mean; None when one is not found.");
  module.def(
      "printable",
      [](const nb::bytes& utf8) {
        return base::printable({static_cast<const char*>(utf8.data()), utf8.size()});
      },
      nb::arg("utf8"), "A text with what cannot be seen written out; halves of surrogate pairs may be encoded.");
  module.def(
      "split_list", [](const std::string& text) { return data::split_list(text); }, nb::arg("text"),
      "Splits at commas; a part in double quotes may hold them.");
}

}  // namespace explainee::python
